import ChannelSounding
import CoreTypes
import HCI
import Notation
import SimulationKernel
import Testing
import Wire

@testable import RangingService

@Suite("The form of ranging data")
struct RangingFormatTests {
  /// A procedure of two subevents with steps of every mode.
  static func procedure(
    _ role: CSRole, paths: Int, rttType: UInt8 = 0, seed: UInt64 = 1, counter: UInt16 = 0x1ABC
  ) -> [SubeventResult] {
    var chance = RandomStreams(seed: seed).stream("steps")
    let layout = CSStepLayout(role: role, rttType: RTTType(rawValue: rttType), numAntennaPaths: UInt8(paths))
    return (0..<2).map { index in
      var result = SubeventResult()
      result.configID = 2
      result.procedureCounter = counter
      result.startACLConnEventCounter = ConnEventCounter(rawValue: UInt16(100 + index))
      result.frequencyCompensation = 0x3FFE
      result.referencePowerLevel = -12
      result.numAntennaPaths = UInt8(paths)
      result.procedureDone = index == 1 ? .complete : .partial
      for step in 0..<12 {
        var packet = CSStep.Packet()
        packet.rssi = -50
        var roundTrip = CSStep.RoundTrip()
        roundTrip.timeDifference.rawValue = Int16(truncatingIfNeeded: Int(chance.next() & 0xFFF))
        (roundTrip.pct1, roundTrip.pct2) = (0x123456, 0xABCDEF)
        var tones = CSStep.ToneExchange()
        tones.antennaPermutationIndex = UInt8(chance.next() % UInt64(AntennaPermutation.count(paths: paths)))
        tones.tones = CSTones(
          (0...paths).map {
            CSTone(i: Int16($0 + 1), q: Int16(-step), quality: .medium, extensionSlot: $0 == paths ? 1 : 0)
          })
        let data: CSStep.Data
        switch step % 4 {
        case 0: data = .mode0(packet, measuredFreqOffset: .notAvailable)
        case 1: data = .mode1(roundTrip)
        case 2: data = .mode2(tones)
        default: data = .mode3(roundTrip, tones)
        }
        result.append(CSStep(channel: UInt8(2 + step), data: data), layout: layout)
      }
      return result
    }
  }

  @Test("a procedure comes back as it was reported", arguments: [1, 2, 3, 4], [0, 1] as [UInt8])
  func roundTrip(paths: Int, rttType: UInt8) throws {
    for role in CSRole.allCases {
      let layout = RangingStepLayout(role: role, hasPacketPCT: rttType == 1, pathCount: paths)
      let reported = Self.procedure(role, paths: paths, rttType: rttType)
      let body = RangingData(reported, selectedTXPower: 4, layout: layout).encoded()
      let read = try RangingData(
        decoding: body, layout: RangingStepLayout(role: role, hasPacketPCT: rttType == 1, pathCount: 1))
      #expect(read.header.counter == 0xABC && read.header.configID == 2 && read.header.selectedTXPower == 4)
      #expect(read.header.antennaPaths == UInt8((1 << paths) - 1))
      #expect(read.encoded() == body)
      let own = Self.procedure(role.peer, paths: paths, rttType: rttType)
      let restored = try #require(read.subevents(along: own, layout: layout))
      for (one, other) in zip(restored, reported) {
        #expect(one.stepOctets == other.stepOctets && one.stepOffsets == other.stepOffsets)
        #expect(one.procedureDone == other.procedureDone && one.configID == other.configID)
        #expect(one.startACLConnEventCounter == other.startACLConnEventCounter)
        #expect(one.frequencyCompensation == 0x3FFE && one.referencePowerLevel == -12)
      }
    }
  }

  @Test(
    "a body is read by the layout that its records have, whichever is likely", arguments: [true, false],
    [true, false])
  func unlikelyLayout(hasPacketPCT: Bool, isLikely: Bool) throws {
    let rttType: UInt8 = hasPacketPCT ? 1 : 0
    let reported = Self.procedure(.reflector, paths: 2, rttType: rttType)
    let own = Self.procedure(.initiator, paths: 2, rttType: rttType)
    var layout = RangingStepLayout(role: .reflector, hasPacketPCT: hasPacketPCT, pathCount: 2)
    let body = RangingData(reported, selectedTXPower: 0, layout: layout).encoded()
    layout.hasPacketPCT = isLikely
    let read = try #require(RangingData.subevents(in: body, along: own, layout: layout))
    #expect(read.layout.hasPacketPCT == hasPacketPCT)
    #expect(read.results.map(\.stepOctets) == reported.map(\.stepOctets))
    #expect(RangingData.subevents(in: Array(body.dropLast()), along: own, layout: layout) == nil)
  }

  @Test("a body that is cut short is refused")
  func truncation() throws {
    let layout = RangingStepLayout(role: .reflector, hasPacketPCT: false, pathCount: 2)
    let body = RangingData(Self.procedure(.reflector, paths: 2), selectedTXPower: 0, layout: layout).encoded()
    let second = body.count / 2 + 2
    for count in 0..<body.count where count != RangingHeader.octetCount && count != second {
      #expect(throws: WireError.self, "\(count) octets") {
        try RangingData(decoding: Array(body.prefix(count)), layout: layout)
      }
    }
    var wrong = body
    wrong[12] = 5
    #expect(throws: WireError.invalid(field: "Step Mode", value: 5)) {
      try RangingData(decoding: wrong, layout: layout)
    }
  }

  /// Layouts of nrfconnect/sdk-nrf, include/bluetooth/services/ras.h; the values are our own.
  @Test("headers lie as other stacks have them")
  func headers() throws {
    let header = try RangingHeader(decoding: [UInt8](hex: "BC2A0501") ?? [])
    #expect(header.counter == 0xABC && header.configID == 2 && header.selectedTXPower == 5)
    #expect(header.antennaPaths == 1 && header.encodedCount == RangingHeader.octetCount)
    let subevent = try RangingSubeventHeader(decoding: [UInt8](hex: "34120FC0F1210A04") ?? [])
    #expect(subevent.startACLConnEventCounter == 0x1234 && subevent.frequencyCompensation == 0xC00F)
    #expect(subevent.rangingDone == .partial && subevent.subeventDone == .aborted)
    #expect(subevent.rangingAbortReason == .byRequest && subevent.subeventAbortReason == .noSyncReceived)
    #expect(subevent.referencePowerLevel == 10 && subevent.stepCount == 4)
    #expect(subevent.encodedCount == RangingSubeventHeader.octetCount)
  }

  @Test("a body is cut into values of ATT_MTU less four octets, and the counter goes round at 64")
  func segments() throws {
    let body = (0..<2000).map { UInt8(truncatingIfNeeded: $0) }
    for mtu in [23, 64, 247, 517] {
      let segments = RangingSegment.segments(of: body, mtu: mtu)
      var assembler = SegmentAssembler()
      for (index, segment) in segments.enumerated() {
        let octets = segment.encoded()
        #expect(octets.count <= mtu - 4)
        #expect(
          octets[0] == UInt8((index & 0x3F) << 2) | (index == 0 ? 1 : 0)
            | (index == segments.count - 1 ? 2 : 0))
        assembler.take(try RangingSegment(decoding: octets))
      }
      #expect(assembler.body == body && assembler.isInOrder)
    }
    #expect(RangingSegment.segments(of: [1], mtu: 23).map { $0.encoded() } == [[3, 1]])
  }

  @Test("segments that got lost are known, and complete the body when they come")
  func lostSegments() {
    let body = (0..<100).map { UInt8($0) }
    let segments = RangingSegment.segments(of: body, mtu: 23)
    var assembler = SegmentAssembler()
    for index in [0, 1, 4, 5] { assembler.take(segments[index]) }
    #expect(assembler.missing == 2...3 && assembler.body == nil && !assembler.isInOrder)
    assembler.take(segments[2], resumesAt: 2)
    assembler.take(segments[3], resumesAt: 3)
    #expect(assembler.body == body)
    let long = RangingSegment.segments(of: (0..<1500).map { UInt8(truncatingIfNeeded: $0) }, mtu: 23)
    var round = SegmentAssembler()
    for index in long.indices where index != 63 { round.take(long[index]) }
    #expect(round.missing == 63...63)
    var cut = SegmentAssembler()
    for index in [0, 1] { cut.take(segments[index]) }
    #expect(cut.missing == 2...2 && cut.lacksEnd)
  }

  /// The parameters are those of the test cases RAP/REQ/RRD/BV-02-C, two rounds.
  @Test(
    "a filter takes away fields",
    arguments: [
      (0x0028, 0, 2), (0x0031, 1, 3), (0x004E, 2, 1 + 3 * 2), (0x15A3, 3, 2 + 4 + 4 + 3 * 2), (0x0020, 0, 1),
      (0x0021, 1, 2), (0x000A, 2, 3), (0x0423, 3, 2 + 3),
    ] as [(UInt16, UInt8, Int)])
  func filters(configuration: UInt16, mode: UInt8, length: Int) throws {
    var filter = RangingFilter()
    filter.set(configuration)
    let role: CSRole = mode == 0 ? .initiator : .reflector
    let layout = RangingStepLayout(role: role, hasPacketPCT: true, pathCount: 4)
    let isModeZeroOfTwo = mode == 0 && configuration == 0x0028
    #expect(layout.length(mode: mode, filter) == (mode == 0 ? (isModeZeroOfTwo ? 3 : 2) : length))
    let reported = Self.procedure(role, paths: 4, rttType: 1)
    let body = RangingData(reported, selectedTXPower: 0, layout: layout, filter: filter).encoded()
    let read = try RangingData(decoding: body, layout: layout, filter: filter)
    #expect(read.encoded() == body)
    let kept = read.subevents[0].steps.filter { $0.mode == mode }
    #expect(kept.allSatisfy { $0.data.count == layout.length(mode: mode, filter) } && !kept.isEmpty)
  }

  @Test("commands and responses come back, and what is cut short or too long is refused")
  func controlPoint() throws {
    let commands: [(ControlPointCommand, String)] = [
      (.getRangingData(counter: 0x0ABC), "00bc0a"), (.acknowledge(counter: 1), "010100"),
      (.retrieveLostSegments(counter: 2, first: 3, last: 0xFF), "02020003ff"), (.abort, "03"),
      (.setFilter(0x15A3), "04a315"),
    ]
    for (command, hex) in commands {
      let octets = command.encoded()
      #expect(octets.hex() == hex)
      #expect(try ControlPointCommand(decoding: octets) == command)
      #expect(throws: ControlPointCommand.Problem.wrongParameters(opcode: octets[0])) {
        try ControlPointCommand(decoding: octets + [0])
      }
      for count in 1..<max(octets.count, 1) {
        #expect(throws: ControlPointCommand.Problem.self) {
          try ControlPointCommand(decoding: Array(octets.prefix(count)))
        }
      }
    }
    #expect(throws: ControlPointCommand.Problem.unknownOpcode) { try ControlPointCommand(decoding: [5]) }
    #expect(throws: ControlPointCommand.Problem.unknownOpcode) { try ControlPointCommand(decoding: []) }
    let responses: [(ControlPointResponse, String)] = [
      (.complete(counter: 0x0ABC), "00bc0a"),
      (.lostSegmentsComplete(counter: 1, first: 2, last: 3), "0101000203"),
      (.code(.serverBusy), "0207"),
    ]
    for (response, hex) in responses {
      #expect(response.encoded().hex() == hex)
      #expect(try ControlPointResponse(decoding: response.encoded()) == response)
      for count in 0..<response.encoded().count {
        #expect(throws: WireError.self) {
          try ControlPointResponse(decoding: Array(response.encoded().prefix(count)))
        }
      }
    }
    #expect(throws: WireError.self) { try ControlPointResponse(decoding: [9, 0]) }
    #expect("\(ControlPointResponse.Code.noRecordsFound)" == "0x08 No Records Found")
  }
}
