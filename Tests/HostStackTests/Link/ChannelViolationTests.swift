import CoreTypes
import HCI
import SimulationKernel
import Testing
import Wire

@testable import HostStack

@Suite struct ChannelViolationTests {
  /// Frames to a channel with 4 credits, MPS 50 and MTU 200, the last of which breaks a rule.
  static let frames: [([[UInt8]], ChannelViolation)] = [
    ([[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], .noCredit),
    ([[49, 0] + [UInt8](repeating: 1, count: 49)], .frameTooLong(mps: 50, octets: 51)),
    ([[7]], .lengthMissing(octets: 1)), ([[201, 0]], .sduTooLong(mtu: 200, octets: 201)),
    ([[2, 0, 1], [2, 3]], .lengthExceeded(expected: 2, octets: 3)),
  ]

  @Test(
    "a frame that breaks a rule closes the channel, and the peer is asked to disconnect", arguments: frames)
  func frame(frames: [[UInt8]], violation: ChannelViolation) throws {
    var (pair, atCentral, atPeripheral) = try LinkPair.joined()
    for frame in frames.dropLast() {
      let taken = try pair.inject(frame, on: atPeripheral, at: .peripheral)
      #expect(!taken.reports.contains { if case .channelClosed = $0 { true } else { false } })
    }
    let breach = try pair.inject(frames.last ?? [], on: atPeripheral, at: .peripheral)
    #expect(breach.reports == [.channelClosed(atPeripheral, .violation(violation))])
    #expect(pair.peripheral.channels.isEmpty && pair.peripheral.awaitedSignallingIdentifiers.count == 1)
    let request = try #require(breach.sent.first)
    let answer = try pair.inject(request.payload, at: .central)
    #expect(answer.reports == [.channelClosed(atCentral, .remote)])
    let response = try #require(answer.sent.first)
    let end = try pair.inject(response.payload, at: .peripheral)
    #expect(end.sent == [] && end.reports == [])
    #expect(pair.peripheral.awaitedSignallingIdentifiers == [])
  }

  @Test("credits beyond 65535 close the channel, and no credits at all are ignored")
  func credits() throws {
    var (pair, atCentral, _) = try LinkPair.joined()
    #expect(try pair.inject(.of("16 09 0400 4000 0000"), at: .central) == ([], []))
    #expect(try pair.inject(.of("16 0a 0400 4000 fbff"), at: .central) == ([], []))
    #expect(pair.central.channel(atCentral)?.sendCredits == 65_535)
    let breach = try pair.inject(.of("16 0b 0400 4000 0100"), at: .central)
    #expect(
      breach.reports == [.channelClosed(atCentral, .violation(.creditOverflow(credits: 65_536)))])
    #expect(breach.sent == [L2CAPFrame(.signalling, .of("06 02 0400 4000 4000"))])
  }

  @Test("a command about a channel that does not exist is rejected with its ends")
  func invalidChannel() throws {
    var pair = try LinkPair.joined().pair
    for (command, answer) in [
      ("16 09 0400 4100 0100", "01 09 0600 0200 0000 4100"),
      ("06 09 0400 4100 4000", "01 09 0600 0200 4100 4000"),
    ] {
      let answered = try pair.inject(.of(command), at: .peripheral)
      #expect(answered.sent == [L2CAPFrame(.signalling, .of(answer))] && answered.reports == [])
    }
    let mismatch = try pair.inject(.of("06 09 0400 4000 4100"), at: .peripheral)
    #expect(mismatch.sent == [] && mismatch.reports == [], "the other end is that of no such channel")
    #expect(pair.peripheral.channels.count == 1)
  }

  @Test("a disconnection of a channel that is not open yet is rejected")
  func notOpenYet() throws {
    var pair = LinkPair()
    _ = pair.central.openChannel(0x80, .small)
    let answer = try pair.inject(.of("06 09 0400 4000 4000"), at: .central)
    #expect(answer.sent == [L2CAPFrame(.signalling, .of("01 09 0600 0200 4000 4000"))])
    #expect(pair.central.awaitedSignallingIdentifiers == [1])
  }

  @Test("a disconnection ends with its own response, or with a rejection")
  func disconnectionAnswers() throws {
    for (answer, isEnd) in [
      ("07 02 0400 4000 4000", true), ("07 03 0400 4000 4000", false), ("07 02 0400 4100 4000", false),
      ("07 02 0400 4000 4100", false), ("01 02 0600 0200 4000 4000", true), ("01 03 0200 0000", false),
    ] {
      var (pair, atCentral, _) = try LinkPair.joined()
      _ = pair.central.closeChannel(atCentral)
      #expect(pair.central.awaitedSignallingIdentifiers == [2])
      #expect(try pair.inject(.of(answer), at: .central) == ([], []))
      #expect(pair.central.awaitedSignallingIdentifiers.isEmpty == isEnd, "\(answer)")
    }
  }

  @Test("a frame for a channel that is not open is dropped")
  func strayFrame() throws {
    var pair = LinkPair.serving()
    let end = ChannelID(rawValue: 0x40)
    #expect(try pair.inject([0, 0], on: end, at: .peripheral) == ([], [.discarded(.channel(end))]))
    _ = pair.peripheral.openChannel(0x81, .small)
    #expect(try pair.inject([0, 0], on: end, at: .peripheral) == ([], [.discarded(.channel(end))]))
  }

  @Test("any commands and frames are survived", arguments: 1...20 as ClosedRange<UInt64>)
  func survived(seed: UInt64) throws {
    var random = RandomStream(seed: seed)
    var pair = try LinkPair.joined().pair
    let codes: [UInt8] = [0x01, 0x06, 0x07, 0x14, 0x15, 0x16]
    for _ in 0..<1_000 {
      let role: LinkRole = Bool.random(using: &random) ? .central : .peripheral
      if Int.random(in: 0..<8, using: &random) == 0 { _ = pair[role].openChannel(0x80, .small) }
      var payload = random.octets(Int.random(in: 0...12, using: &random))
      var channel = ChannelID(rawValue: 0x40 + UInt16.random(in: 0...3, using: &random))
      if Bool.random(using: &random) {
        channel = .signalling
        let numbers = (0..<5).flatMap { _ in [UInt8.random(in: 0x3E...0x82, using: &random), 0] }
        let count = [4, 4, 10].randomElement(using: &random) ?? 4
        let code = codes.randomElement(using: &random) ?? 0
        payload = [code, UInt8.random(in: 0...9, using: &random), UInt8(count), 0] + numbers.prefix(count)
      }
      _ = pair[role].receive(
        ACLPacket(handle: 1, packetBoundary: .firstFlushable, data: L2CAPFrame(channel, payload).encoded()))
      for channel in pair[role].channels {
        #expect((0...65_535).contains(channel.sendCredits) && (0...65_535).contains(channel.receiveCredits))
      }
    }
  }
}
