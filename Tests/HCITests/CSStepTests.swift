import ChannelSounding
import CoreTypes
import HCI
import Notation
import SimulationKernel
import Testing
import Wire

@Suite struct CSStepTests {
  private static func read(_ hex: String, _ layout: CSStepLayout) throws -> CSStep {
    var reader = Reader(try #require([UInt8](hex: hex)))
    let step = try CSStep(&reader, layout: layout)
    #expect(reader.remaining.isEmpty)
    #expect(step.encoded(layout: layout).hex() == hex)
    return step
  }

  @Test(
    "the frequency offset of mode 0 is 15 bits with a sign",
    arguments: [(0x7F32, -206), (0xFF32, -206), (0, 0), (100, 100), (0xC000, nil), (0x4000, nil)])
  func frequencyOffset(raw: UInt16, offset: Int?) throws {
    let low = [UInt8(raw & 0xFF), UInt8(raw >> 8)]
    let step = try Self.read("000b0500d301" + low.hex(), CSStepLayout(role: .initiator, numAntennaPaths: 1))
    #expect(step.channel == 11 && step.frequencyOffset.hundredths == offset)
    guard case .mode0(let packet, _) = step.data else {
      Issue.record("not mode 0")
      return
    }
    #expect(packet.rssi == -45 && packet.antenna == 1 && packet.quality.isFound)
  }

  @Test("a reflector reports no frequency offset")
  func reflectorReports() throws {
    let step = try Self.read("000b0302d301", CSStepLayout(role: .reflector, numAntennaPaths: 1))
    #expect(step.frequencyOffset == .notAvailable)
    guard case .mode0(let packet, _) = step.data else {
      Issue.record("not mode 0")
      return
    }
    #expect(packet.quality == .notFound)
  }

  @Test("mode 1 carries the time difference, and PCTs of a sounding sequence")
  func mode1() throws {
    let plain = try Self.read(
      "014006" + "1006c4" + "feff" + "02", CSStepLayout(role: .reflector, numAntennaPaths: 1))
    guard case .mode1(let roundTrip) = plain.data else {
      Issue.record("not mode 1")
      return
    }
    #expect(roundTrip.timeDifference == -2 && roundTrip.nadm == 6 && roundTrip.packet.rssi == -60)
    #expect(
      roundTrip.packet.quality == 0x10 && roundTrip.packet.antenna == 2 && roundTrip.pct1 == .unavailable)
    let sounding = try Self.read(
      "01400e" + "00ffc4" + "0080" + "01" + "01020300" + "ffffffff",
      CSStepLayout(role: .initiator, rttType: 1, numAntennaPaths: 1))
    guard case .mode1(let withPCT) = sounding.data else {
      Issue.record("not mode 1")
      return
    }
    #expect(withPCT.pct1 == 0x0003_0201 && withPCT.pct2 == .unavailable)
    #expect(withPCT.timeDifference == .notAvailable)
  }

  @Test("a step with more tones than there can be is refused")
  func tooManyTones() {
    let octets = "02052d" + "00" + String(repeating: "00000000", count: 11)
    #expect(throws: WireError.invalid(field: "Step_Data_Length", value: 45)) {
      try Self.read(octets, CSStepLayout(role: .initiator, numAntennaPaths: 10))
    }
  }

  /// The first mode-2 step of a public nRF54L15 recording (github.com/skig/waves, tests/ini.txt).
  @Test("a recorded step of mode 2 gives its tones")
  func recordedStep() throws {
    let step = try Self.read(
      "020509" + "00" + "d2df0400" + "ff5f0012", CSStepLayout(role: .initiator, numAntennaPaths: 1))
    guard case .mode2(let exchange) = step.data else {
      Issue.record("not mode 2")
      return
    }
    #expect(exchange.antennaPermutationIndex == 0)
    #expect(
      Array(exchange.tones) == [
        CSTone(i: -46, q: 77), CSTone(i: -1, q: 5, quality: .low, extensionSlot: 1),
      ])
  }

  @Test("the twelve bits of I and Q have a sign")
  func twelveBits() {
    for i in stride(from: Int16(-2048), through: 2047, by: 13) {
      let tone = CSTone(i: i, q: -1 - i, quality: .medium, extensionSlot: 2)
      let tones = CSTones([tone])
      #expect(tones[0] == tone && tone.quality == .medium)
    }
  }

  private static let layouts: [CSStepLayout] = [CSRole.initiator, .reflector].flatMap { role in
    (0...6 as ClosedRange<UInt8>).flatMap { rttType in
      (1...4 as ClosedRange<UInt8>).map {
        CSStepLayout(role: role, rttType: RTTType(rawValue: rttType), numAntennaPaths: $0)
      }
    }
  }

  static func randomStep(_ layout: CSStepLayout, _ random: inout RandomStream) -> CSStep {
    var packet = CSStep.Packet()
    packet.quality.rawValue = .random(in: 0...255, using: &random)
    packet.rssi.rawValue = .random(in: -128...127, using: &random)
    packet.antenna = .random(in: 1...4, using: &random)
    var roundTrip = CSStep.RoundTrip()
    roundTrip.packet = packet
    roundTrip.nadm.rawValue = .random(in: 0...255, using: &random)
    roundTrip.timeDifference.rawValue = .random(in: .min ... .max, using: &random)
    if layout.hasPacketPCT { roundTrip.pct1.rawValue = .random(in: 0 ... .max, using: &random) }
    var exchange = CSStep.ToneExchange()
    exchange.antennaPermutationIndex = .random(in: 0...23, using: &random)
    for _ in 0...layout.numAntennaPaths {
      var tone = CSTone(
        i: .random(in: -2048...2047, using: &random), q: .random(in: -2048...2047, using: &random))
      tone.quality.rawValue = .random(in: 0...15, using: &random)
      tone.extensionSlot = .random(in: 0...15, using: &random)
      exchange.tones.append(tone)
    }
    var offset = FrequencyOffset.notAvailable
    if layout.role == .initiator { offset.rawValue = .random(in: 0 ... .max, using: &random) }
    let data: CSStep.Data =
      switch UInt8.random(in: 0...4, using: &random) {
      case 0: .mode0(packet, measuredFreqOffset: offset)
      case 1: .mode1(roundTrip)
      case 2: .mode2(exchange)
      case 3: .mode3(roundTrip, exchange)
      default: .opaque(mode: .random(in: 4...255, using: &random), [1, 2, 3])
      }
    return CSStep(channel: .random(in: 2...76, using: &random), data: data)
  }

  @Test("random steps survive a round trip, and truncations are refused", arguments: layouts)
  func randomSteps(layout: CSStepLayout) throws {
    var random = RandomStream(seed: UInt64(layout.rttType.rawValue) << 8 | UInt64(layout.numAntennaPaths))
    for _ in 0..<20 {
      let step = Self.randomStep(layout, &random)
      let octets = step.encoded(layout: layout)
      var reader = Reader(octets)
      #expect(try CSStep(&reader, layout: layout) == step)
      for count in octets.indices {
        var short = Reader(Array(octets.prefix(count)))
        #expect(throws: WireError.self) { try CSStep(&short, layout: layout) }
      }
    }
  }

  @Test("data of the wrong length is refused")
  func wrongLength() {
    for (mode, right) in [(0, [5]), (1, [6]), (2, [13]), (3, [19])] {
      for length in 1...40 where !right.contains(length) {
        var reader = Reader([UInt8(mode), 2, UInt8(length)] + [UInt8](repeating: 0, count: length))
        #expect(throws: WireError.invalid(field: "Step_Data_Length", value: UInt64(length))) {
          try CSStep(&reader, layout: CSStepLayout(role: .initiator, numAntennaPaths: 2))
        }
      }
    }
  }

  @Test("without a number of paths the length tells the tones")
  func unknownPathCount() throws {
    for tones in 2...5 {
      var reader = Reader([2, 9, UInt8(1 + 4 * tones)] + [UInt8](repeating: 0, count: 1 + 4 * tones))
      let step = try CSStep(&reader, layout: CSStepLayout(role: .initiator, numAntennaPaths: 0))
      guard case .mode2(let exchange) = step.data else {
        Issue.record("not mode 2")
        continue
      }
      #expect(exchange.tones.count == tones)
    }
  }

  @Test("a step without data and a step of an unknown mode are kept")
  func stepData() throws {
    let layout = CSStepLayout(role: .initiator, numAntennaPaths: 1)
    #expect(try Self.read("020500", layout).data == .opaque(mode: 2, []))
    #expect(try Self.read("070502aabb", layout).data == .opaque(mode: 7, [0xAA, 0xBB]))
  }
}
