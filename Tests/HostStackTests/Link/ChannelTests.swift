import CoreTypes
import HCI
import Testing
import Wire

@testable import HostStack

@Suite struct ChannelTests {
  private static let request = "14 09 0a00 8000 4000 c800 3200 0400"

  private static func octets(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  }

  @Test("either side opens a channel, and both know it alike", arguments: LinkRole.allCases)
  func opening(role: LinkRole) throws {
    var pair = LinkPair()
    let offer = CreditBasedParameters(mtu: 300, mps: 100, initialCredits: 9)
    pair[role.peer].listen(on: 0x80, ChannelListener(offer))
    pair.run(pair[role].openChannel(0x80, .small), of: role)
    let channel = try #require(pair[role].channels.first)
    let other = try #require(pair[role.peer].channels.first)
    #expect(pair.reports(of: role) == [.channelOpened(channel)])
    #expect(pair.reports(of: role.peer) == [.channelOpened(other)])
    #expect(channel.spsm == 0x80 && other.spsm == 0x80 && !channel.isByPeer && other.isByPeer)
    #expect((channel.localCID, channel.remoteCID) == (other.remoteCID, other.localCID))
    #expect(
      (channel.local, channel.remote) == (.small, offer) && (other.local, other.remote) == (offer, .small))
    #expect((channel.sendCredits, channel.receiveCredits) == (9, 4))
    #expect((other.sendCredits, other.receiveCredits) == (4, 9))
    #expect(pair[role].awaitedSignallingIdentifiers == [])
  }

  @Test("SDUs of every size go both ways", arguments: [0, 1, 47, 48, 49, 50, 98, 199, 200])
  func sizes(count: Int) throws {
    var (pair, atCentral, atPeripheral) = try LinkPair.joined()
    let sdu = Self.octets(count)
    pair.run(pair.central.send(sdu, on: atCentral), of: .central)
    pair.run(pair.peripheral.send(sdu, on: atPeripheral), of: .peripheral)
    #expect(
      pair.peripheralReports.filter { $0 != .channelReady(atPeripheral) } == [
        .channelReceived(atPeripheral, sdu)
      ])
    #expect(
      pair.centralReports.filter { $0 != .channelReady(atCentral) } == [.channelReceived(atCentral, sdu)])
  }

  @Test("SDUs wait until those before them are consumed, come in order, and the sender hears of the end")
  func starvation() throws {
    var (pair, atCentral, atPeripheral) = try LinkPair.joined()
    let sdus = (1...20).map { Self.octets($0 * 10) }
    for sdu in sdus { pair.run(pair.central.send(sdu, on: atCentral), of: .central) }
    #expect(pair.peripheralReports.count == 4, "there were credits for four SDUs, none of them consumed")
    #expect(pair.central.channel(atCentral)?.queuedSDUCount == 16 && pair.centralReports == [])
    for _ in sdus { pair.run(pair.peripheral.consume(on: atPeripheral), of: .peripheral) }
    #expect(pair.peripheralReports == sdus.map { .channelReceived(atPeripheral, $0) })
    #expect(pair.centralReports == [.channelReady(atCentral)])
  }

  @Test("a channel that begins without credits carries nothing until some are granted")
  func granted() throws {
    let offer = CreditBasedParameters(mtu: 200, mps: 50, initialCredits: 0)
    var (pair, atCentral, atPeripheral) = try LinkPair.joined(.small, offer)
    pair.run(pair.central.send([1], on: atCentral), of: .central)
    #expect(pair.peripheralReports == [])
    pair.run(pair.peripheral.grant(1, on: atPeripheral), of: .peripheral)
    #expect(pair.peripheralReports == [.channelReceived(atPeripheral, [1])])
  }

  @Test("two channels of one link do not touch one another")
  func twoChannels() throws {
    var (pair, atCentral, _) = try LinkPair.joined()
    pair.run(pair.central.openChannel(0x80, .small), of: .central)
    #expect(pair.central.channels.map(\.localCID.rawValue) == [0x40, 0x41])
    let second = pair.central.channels[1]
    pair.run(pair.central.send([1], on: second.localCID), of: .central)
    #expect(pair.peripheralReports.last == .channelReceived(second.remoteCID, [1]))
    pair.run(pair.central.closeChannel(atCentral), of: .central)
    pair.run(pair.central.send([2], on: second.localCID), of: .central)
    #expect(pair.peripheralReports.last == .channelReceived(second.remoteCID, [2]))
  }

  @Test("a channel closes from either side, and its ends are free again", arguments: LinkRole.allCases)
  func closing(role: LinkRole) throws {
    var (pair, atCentral, atPeripheral) = try LinkPair.joined()
    let (near, far) = role == .central ? (atCentral, atPeripheral) : (atPeripheral, atCentral)
    let actions = pair[role].closeChannel(near)
    #expect(pair[role].awaitedSignallingIdentifiers.count == 1)
    pair.run(actions, of: role)
    #expect(pair.reports(of: role) == [.channelClosed(near, .local)])
    #expect(pair.reports(of: role.peer) == [.channelClosed(far, .remote)])
    #expect(pair.central.channels.isEmpty && pair.peripheral.channels.isEmpty)
    #expect(pair[role].awaitedSignallingIdentifiers == [])
    #expect(pair[role].send([1], on: near) == [] && pair[role].closeChannel(near) == [])
    pair.run(pair.central.openChannel(0x80, .small), of: .central)
    #expect(pair.central.channels.map(\.localCID.rawValue) == [0x40])
  }

  @Test("disconnections that cross close the channel once on each side")
  func crossing() throws {
    var (pair, atCentral, atPeripheral) = try LinkPair.joined()
    let fromCentral = pair.central.closeChannel(atCentral)
    let fromPeripheral = pair.peripheral.closeChannel(atPeripheral)
    pair.run(fromCentral, of: .central)
    pair.run(fromPeripheral, of: .peripheral)
    #expect(pair.centralReports == [.channelClosed(atCentral, .local)])
    #expect(pair.peripheralReports == [.channelClosed(atPeripheral, .local)])
    #expect(pair.central.awaitedSignallingIdentifiers + pair.peripheral.awaitedSignallingIdentifiers == [])
  }

  @Test("what comes while a channel closes is dropped")
  func whileClosing() throws {
    var (pair, atCentral, _) = try LinkPair.joined()
    _ = pair.central.closeChannel(atCentral)
    let frame = try pair.inject([1, 0, 9], on: atCentral, at: .central)
    #expect(frame.sent == [] && frame.reports == [])
    let credits = try pair.inject(.of("16 01 0400 4000 0100"), at: .central)
    #expect(credits.sent == [] && credits.reports == [])
    #expect(pair.central.openChannel(0x81, .small).isEmpty == false)
    #expect(pair.central.awaitedSignallingIdentifiers.count == 2)
  }

  @Test("the end of the link closes channels and gives up requests")
  func linkEnd() throws {
    var (pair, atCentral, atPeripheral) = try LinkPair.joined()
    _ = pair.central.openChannel(0x81, .small)
    #expect(
      pair.central.linkEnded() == [.channelClosed(atCentral, .linkEnded), .channelRefused(0x81, .linkEnded)])
    #expect(pair.central.linkEnded() == [] && pair.central.channels.isEmpty)
    _ = pair.peripheral.closeChannel(atPeripheral)
    #expect(pair.peripheral.linkEnded() == [])
  }

  @Test(
    "a request whose answer never comes stays open until it is given up, and a late answer counts no more")
  func unanswered() throws {
    var pair = LinkPair()
    #expect(pair.central.openChannel(0x80, .small).count == 1)
    #expect(pair.central.awaitedSignallingIdentifiers == [1])
    #expect(pair.central.signallingTimedOut(2) == [])
    #expect(pair.central.signallingTimedOut(1) == [.channelRefused(0x80, .timedOut)])
    let late = try pair.inject(.of("15 01 0a00 4000 c800 3200 0400 0000"), at: .central)
    #expect(late.sent == [] && late.reports == [] && pair.central.channels.isEmpty)
    let joined = try LinkPair.joined()
    pair = joined.pair
    _ = pair.central.closeChannel(joined.atCentral)
    let identifier = try #require(pair.central.awaitedSignallingIdentifiers.first)
    #expect(pair.central.signallingTimedOut(identifier) == [])
    #expect(pair.central.awaitedSignallingIdentifiers == [])
  }

  @Test("identifiers go around without 0 and without that of an open request")
  func identifiers() throws {
    var (pair, atCentral, _) = try LinkPair.joined(
      CreditBasedParameters(mtu: 200, mps: 50, initialCredits: 1))
    _ = pair.central.openChannel(0x81, .small)
    #expect(pair.central.awaitedSignallingIdentifiers == [2])
    let used = try (0..<600).map { _ in
      _ = try pair.inject([0, 0], on: atCentral, at: .central)
      return try #require(try identifier(pair.central.consume(on: atCentral)))
    }
    #expect(used[..<6] == [3, 4, 5, 6, 7, 8] && !used.contains(0) && !used.contains(2))
    #expect(used[252...256] == [255, 1, 3, 4, 5])
  }

  private func identifier(_ actions: [HostAction]) throws -> UInt8? {
    guard case .sendACL(let packet) = actions.first else { return nil }
    return try SignallingCommand(decoding: L2CAPFrame(decoding: packet.data).payload).identifier
  }

  @Test("a device that never used the mode rejects its commands, one that only requests serves no SPSM")
  func withoutMode() throws {
    var pair = LinkPair()
    for (command, answer) in [
      (Self.request, "01 09 0200 0000"), ("15 09 0a00 4000 c800 3200 0400 0000", "01 09 0200 0000"),
      ("16 09 0400 4000 0100", "01 09 0200 0000"), ("06 09 0400 4000 4000", "01 09 0200 0000"),
      ("07 09 0400 4000 4000", "01 09 0200 0000"),
    ] {
      let answered = try pair.inject(.of(command), at: .peripheral)
      #expect(answered.sent == [L2CAPFrame(.signalling, .of(answer))] && answered.reports == [])
    }
    _ = pair.peripheral.openChannel(0x81, .small)
    let answered = try pair.inject(.of(Self.request), at: .peripheral)
    #expect(answered.sent == [L2CAPFrame(.signalling, .of("15 09 0a00 0000 0000 0000 0000 0200"))])
  }

  @Test("a request to a device without the mode is refused")
  func rejected() {
    var pair = LinkPair()
    pair.run(pair.central.openChannel(0x80, .small), of: .central)
    #expect(pair.centralReports == [.channelRefused(0x80, .rejected)])
    #expect(pair.central.awaitedSignallingIdentifiers == [])
  }
}
