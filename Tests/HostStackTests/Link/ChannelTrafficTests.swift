import CoreTypes
import HCI
import SimulationKernel
import Testing

@testable import HostStack

/// Two links whose packets take their time, so that what both sides do crosses.
private struct SlowPair {
  private static let spsm: SPSM = 0x80
  private static let sides = [0, 1]

  private var links: [HostLink]
  private var packets: [[ACLPacket]] = [[], []]
  private var random: RandomStream
  private let parameters: [CreditBasedParameters]
  private var serials = [UInt32](repeating: 0, count: 2)
  /// The SDUs that came and are not consumed, by side and channel.
  private var unconsumed: [[ChannelID: Int]] = [[:], [:]]
  /// What each side sent on the channel that it has from the start to the end.
  private(set) var sent: [[[UInt8]]] = [[], []]
  /// What each side received on it.
  private(set) var received: [[[UInt8]]] = [[], []]
  /// The number of the last SDU on each channel that a side has.
  private var lastSerials: [[ChannelID: UInt32]] = [[:], [:]]
  private(set) var openedCount = 0
  private(set) var closedCount = 0

  init(seed: UInt64) {
    let pair = LinkPair(aclLength: 27)
    links = [pair.central, pair.peripheral]
    var random = RandomStream(seed: seed)
    parameters = Self.sides.map { _ in
      CreditBasedParameters(
        mtu: UInt16.random(in: 23...400, using: &random), mps: UInt16.random(in: 23...100, using: &random),
        initialCredits: UInt16.random(in: 1...12, using: &random))
    }
    self.random = random
    for side in Self.sides { links[side].listen(on: Self.spsm, ChannelListener(parameters[side])) }
    perform(links[0].openChannel(Self.spsm, parameters[0]), at: 0)
    settle()
  }

  var channels: [[CreditBasedChannel]] { links.map(\.channels) }
  var awaited: [[UInt8]] { links.map(\.awaitedSignallingIdentifiers) }

  private mutating func perform(_ actions: [HostAction], at side: Int) {
    for action in actions {
      switch action {
      case .sendACL(let packet): packets[1 - side].append(packet)
      case .channelReceived(let end, let sdu): take(sdu, on: end, at: side)
      case .channelOpened(let channel):
        openedCount += 1
        lastSerials[side][channel.localCID] = 0
      case .channelClosed(let end, let closure):
        closedCount += 1
        unconsumed[side][end] = nil
        #expect(closure == .local || closure == .remote)
      case .channelReady: break
      default: Issue.record("\(action)")
      }
    }
  }

  private mutating func take(_ sdu: [UInt8], on end: ChannelID, at side: Int) {
    unconsumed[side][end, default: 0] += 1
    received[side].append(sdu)
    guard sdu.count >= 4 else { return }
    let serial = sdu[..<4].reduce(0) { $0 << 8 | UInt32($1) }
    #expect(serial > lastSerials[side][end] ?? 0)
    lastSerials[side][end] = serial
  }

  /// Does one thing of many; `isClosing` says whether channels come and go.
  mutating func step(isClosing: Bool) {
    let side = Int.random(in: 0...1, using: &random)
    let end = links[side].channels.randomElement(using: &random)?.localCID
    switch (Int.random(in: 0..<100, using: &random), end) {
    case (0..<15, let end?): send(on: end, at: side)
    case (15..<30, let end?): consume(on: end, at: side)
    case (30, let end?):
      perform(links[side].grant(UInt16.random(in: 1...3, using: &random), on: end), at: side)
    case (31..<34, let end?) where isClosing: perform(links[side].closeChannel(end), at: side)
    case (34..<37, _) where isClosing && links[side].channels.count < 3:
      perform(links[side].openChannel(Self.spsm, parameters[side]), at: side)
    default: deliver(to: side)
    }
    checkCredits()
  }

  private mutating func send(on end: ChannelID, at side: Int) {
    guard let channel = links[side].channel(end) else { return }
    let mtu = Int(channel.remote.mtu)
    let count = Bool.random(using: &random) ? mtu : Int.random(in: 0...mtu, using: &random)
    serials[side] += 1
    let number = (0..<4).map { UInt8(truncatingIfNeeded: serials[side] >> (24 - 8 * UInt32($0))) }
    let sdu = Array((number + random.octets(max(0, count - 4))).prefix(count))
    sent[side].append(sdu)
    perform(links[side].send(sdu, on: end), at: side)
  }

  private mutating func consume(on end: ChannelID, at side: Int) {
    let count = Int.random(in: 0...(unconsumed[side][end] ?? 0), using: &random)
    unconsumed[side][end, default: 0] -= count
    perform(links[side].consume(count, on: end), at: side)
  }

  private mutating func deliver(to side: Int) {
    guard !packets[side].isEmpty else { return }
    perform(links[side].receive(packets[side].removeFirst()), at: side)
  }

  /// A side has as many credits as the other expects frames, fewer while frames or credits are on their way.
  private func checkCredits() {
    for side in Self.sides {
      for channel in links[side].channels {
        #expect((0...65_535).contains(channel.sendCredits))
        guard let other = links[1 - side].channel(channel.remoteCID), other.remoteCID == channel.localCID
        else { continue }
        #expect(channel.sendCredits <= other.receiveCredits)
      }
    }
  }

  /// Delivers and consumes until nothing is left.
  mutating func settle() {
    var isBusy = true
    while isBusy {
      isBusy = false
      for side in Self.sides {
        while !packets[side].isEmpty {
          deliver(to: side)
          isBusy = true
        }
        for end in links[side].channels.map(\.localCID) {
          guard let count = unconsumed[side][end], count > 0 else { continue }
          unconsumed[side][end] = 0
          perform(links[side].consume(count, on: end), at: side)
          isBusy = true
        }
      }
    }
  }

  mutating func closeAll() {
    for side in Self.sides {
      for end in links[side].channels.map(\.localCID) { perform(links[side].closeChannel(end), at: side) }
    }
    settle()
  }
}

@Suite struct ChannelTrafficTests {
  @Test("all SDUs come in order, whatever crosses", arguments: 1...40 as ClosedRange<UInt64>)
  func inOrder(seed: UInt64) {
    var pair = SlowPair(seed: seed)
    for _ in 0..<1_500 { pair.step(isClosing: false) }
    pair.settle()
    #expect(pair.sent.allSatisfy { $0.count > 50 })
    #expect(pair.received[1] == pair.sent[0] && pair.received[0] == pair.sent[1])
    #expect(pair.channels.joined().allSatisfy { $0.queuedSDUCount == 0 && $0.unconsumedSDUCount == 0 })
  }

  @Test("channels that come and go leave nothing behind", arguments: 1...40 as ClosedRange<UInt64>)
  func comeAndGo(seed: UInt64) {
    var pair = SlowPair(seed: seed)
    for _ in 0..<1_500 { pair.step(isClosing: true) }
    pair.settle()
    pair.closeAll()
    #expect(pair.openedCount > 20 && pair.openedCount == pair.closedCount)
    #expect(pair.channels == [[], []] && pair.awaited == [[], []])
  }

  @Test("the same seed gives the same traffic")
  func sameSeed() {
    var pairs = [SlowPair(seed: 9), SlowPair(seed: 9)]
    for index in pairs.indices {
      for _ in 0..<500 { pairs[index].step(isClosing: true) }
    }
    #expect(pairs[0].received == pairs[1].received && pairs[0].sent == pairs[1].sent)
  }
}
