import CoreTypes
import Testing

@testable import HostStack

@Suite struct CreditBasedChannelTests {
  /// A channel that receives SDUs of 100 octets in frames of 30, and whose peer takes 60 in frames of 25.
  private static func channel(credits: UInt16 = 4, peerCredits: UInt16 = 4) -> CreditBasedChannel {
    CreditBasedChannel(
      spsm: 0x80, isByPeer: false, localCID: ChannelID(rawValue: 0x40), remoteCID: ChannelID(rawValue: 0x41),
      local: CreditBasedParameters(mtu: 100, mps: 30, initialCredits: credits),
      remote: CreditBasedParameters(mtu: 60, mps: 25, initialCredits: peerCredits))
  }

  private static func octets(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }

  private static func frames(_ actions: [CreditBasedChannelAction]) -> [[UInt8]] {
    actions.compactMap { if case .send(let payload) = $0 { payload } else { nil } }
  }

  @Test(
    "an SDU is cut at the peer's MPS, and its first frame has its length",
    arguments: [(0, [2]), (1, [3]), (23, [25]), (24, [25, 1]), (25, [25, 2]), (60, [25, 25, 12])])
  func segmentation(count: Int, lengths: [Int]) {
    var channel = Self.channel()
    let sdu = Self.octets(count)
    let frames = Self.frames(channel.send(sdu))
    #expect(frames.map(\.count) == lengths)
    #expect(frames.flatMap { $0 } == [UInt8(count), 0] + sdu)
    #expect(channel.sendCredits == 4 - lengths.count)
  }

  @Test("without credits an SDU waits, each credit sends a frame, and the user hears of the end")
  func starvation() {
    var channel = Self.channel(peerCredits: 1)
    #expect(Self.frames(channel.send(Self.octets(60))).count == 1)
    #expect(channel.send([7]) == [] && channel.queuedSDUCount == 2 && channel.sendCredits == 0)
    #expect(channel.receive(credits: 0) == [])
    #expect(Self.frames(channel.receive(credits: 2)).map(\.count) == [25, 12])
    #expect(channel.queuedSDUCount == 1 && channel.sendCredits == 0)
    #expect(channel.receive(credits: 3) == [.send([1, 0, 7]), .ready])
    #expect(channel.queuedSDUCount == 0 && channel.sendCredits == 2)
    #expect(channel.receive(credits: 1) == [])
  }

  @Test("credits up to 65535 are taken, one more closes the channel")
  func overflow() {
    var channel = Self.channel(peerCredits: 5)
    #expect(channel.receive(credits: 65_530) == [] && channel.sendCredits == 65_535)
    #expect(channel.receive(credits: 1) == [.violated(.creditOverflow(credits: 65_536))])
    #expect(channel.sendCredits == 65_535)
  }

  @Test("frames are joined, an empty one too, and their credits go back while the SDU comes")
  func reassembly() {
    var channel = Self.channel(credits: 2)
    let sdu = Self.octets(60)
    #expect(channel.receive([60, 0] + sdu[..<28]) == [.grant(1)])
    #expect(channel.receive([]) == [.grant(1)])
    #expect(channel.receive(Array(sdu[28..<58])) == [.grant(1)])
    #expect(channel.receive(Array(sdu[58...])) == [.received(sdu)])
    #expect(channel.receiveCredits == 1 && channel.unconsumedSDUCount == 1)
  }

  @Test("the credit of an SDU goes back when it is consumed, and not before the peer needs it")
  func consumption() {
    var channel = Self.channel(credits: 4)
    for number in 1...4 as ClosedRange<UInt8> {
      #expect(channel.receive([1, 0, number]) == [.received([number])])
    }
    #expect(channel.receiveCredits == 0 && channel.unconsumedSDUCount == 4)
    #expect(channel.consume(3) == [.grant(3)])
    #expect(channel.consume(1) == [] && channel.receiveCredits == 3)
    #expect(channel.receive([0, 0]) == [.received([]), .grant(1)])
    #expect(channel.receiveCredits == 3 && channel.unconsumedSDUCount == 1)
  }

  @Test("credits beyond the first ones raise what the peer may send")
  func extraCredits() {
    var channel = Self.channel(credits: 0)
    #expect(channel.grant(2) == [.grant(2)] && channel.receiveCredits == 2)
    #expect(channel.receive([0, 0]) == [.received([])])
    #expect(channel.consume(1) == [.grant(1)])
    #expect(channel.grant(65_533) == [.grant(65_533)] && channel.receiveCredits == 65_535)
  }

  /// What the peer sends, and the violation that the last frame is.
  static let violations: [([[UInt8]], ChannelViolation)] = [
    ([[2, 0, 1, 2], [0, 0], [1, 0, 3], [0, 0], [0, 0]], .noCredit),
    ([[29, 0] + octets(29)], .frameTooLong(mps: 30, octets: 31)),
    ([[50, 0] + octets(28), octets(31)], .frameTooLong(mps: 30, octets: 31)),
    ([[]], .lengthMissing(octets: 0)), ([[1]], .lengthMissing(octets: 1)),
    ([[1, 0, 5], [9]], .lengthMissing(octets: 1)),
    ([[101, 0]], .sduTooLong(mtu: 100, octets: 101)), ([[0, 1]], .sduTooLong(mtu: 100, octets: 256)),
    ([[1, 0, 5, 6]], .lengthExceeded(expected: 1, octets: 2)),
    ([[4, 0, 5, 6], [7, 8, 9]], .lengthExceeded(expected: 4, octets: 5)),
  ]

  @Test("only the frame that breaks a rule is a violation", arguments: violations)
  func violation(frames: [[UInt8]], violation: ChannelViolation) {
    var channel = Self.channel()
    for frame in frames.dropLast() {
      for case .violated(let other) in channel.receive(frame) { Issue.record("\(other)") }
    }
    #expect(channel.receive(frames.last ?? []) == [.violated(violation)])
  }

  @Test("the longest frame and the longest SDU are taken")
  func longest() {
    var channel = Self.channel()
    #expect(channel.receive([28, 0] + Self.octets(28)) == [.received(Self.octets(28))])
    let sdu = Self.octets(100)
    var received: [CreditBasedChannelAction] = channel.receive([100, 0] + sdu[..<28])
    for start in [28, 58, 88] { received += channel.receive(Array(sdu[start..<min(start + 30, 100)])) }
    #expect(received.contains(.received(sdu)))
  }
}
