import CoreTypes
import HCI
import SimulationKernel
import Testing
import Wire

@testable import HostStack

@Suite struct HostLinkTests {
  private static let database = GATTDatabase([
    .genericAccess(deviceName: "Reflector"), .genericAttribute(), .ranging(features: 1),
  ])

  @Test("a phone pairs when the server asks for it")
  func phonePairs() throws {
    var pair = LinkPair(database: Self.database)
    let features = try #require(Self.database.valueHandle(of: .rasFeatures, in: .ranging))
    pair.run(pair.central.start(.read(features)), of: .central)
    #expect(
      pair.clientEvents == [.refused(.read(features), handle: features, code: .insufficientAuthentication)])
    pair.run(pair.central.startPairing(), of: .central)
    pair.run(pair.central.start(.read(features)), of: .central)
    #expect(pair.clientEvents.last == .value(handle: features, value: [1, 0, 0, 0]))
  }

  @Test("a bonded but unencrypted link is told to encrypt")
  func bondedUnencrypted() throws {
    let bond = Bond(longTermKey: 9, peerIdentityAddress: centralAddress)
    var pair = LinkPair(database: Self.database, centralBond: bond, peripheralBond: bond)
    let features = try #require(Self.database.valueHandle(of: .rasFeatures, in: .ranging))
    pair.run(pair.central.start(.read(features)), of: .central)
    #expect(pair.clientEvents == [.refused(.read(features), handle: features, code: .insufficientEncryption)])
    pair.run(pair.central.secure(), of: .central)
    pair.run(pair.central.start(.read(features)), of: .central)
    #expect(pair.clientEvents.last == .value(handle: features, value: [1, 0, 0, 0]))
  }

  @Test("both directions share one MTU")
  func bothDirections() {
    var pair = LinkPair(database: Self.database)
    pair.run(pair.central.start(.exchangeMTU(185)), of: .central)
    #expect(pair.centralReports == [.mtuChanged(185)])
    #expect(pair.peripheralReports == [.mtuChanged(185)])
    #expect(pair.central.server.mtu == 185 && pair.peripheral.client.mtu == 185)
    pair.run(pair.peripheral.start(.discoverServices(nil)), of: .peripheral)
    #expect(pair.peripheralReports.last == .client(.services([])))
  }

  @Test("notifications reach a subscriber")
  func notificationsReach() throws {
    var pair = LinkPair(database: Self.database)
    pair.run(pair.central.secure(), of: .central)
    let data = try #require(Self.database.valueHandle(of: .realTimeRangingData, in: .ranging))
    let configuration = try #require(Self.database.configurationHandle(of: data))
    pair.run(pair.central.start(.write(configuration, [1, 0])), of: .central)
    #expect(pair.peripheralReports.last == .subscriptionChanged(valueHandle: data, bits: 1))
    pair.run(pair.peripheral.notify([7, 8], at: data), of: .peripheral)
    #expect(pair.clientEvents.last == .notification(handle: data, value: [7, 8]))
  }

  @Test("after a transaction that timed out, the Attribute protocol is silent both ways")
  func transactionTimedOut() throws {
    var pair = LinkPair(database: Self.database)
    pair.run(pair.central.secure(), of: .central)
    let point = try #require(Self.database.valueHandle(of: .rasControlPoint, in: .ranging))
    let data = try #require(Self.database.valueHandle(of: .realTimeRangingData, in: .ranging))
    for (handle, bits) in [(point, 2), (data, 1)] as [(UInt16, UInt8)] {
      let configuration = try #require(Self.database.configurationHandle(of: handle))
      pair.run(pair.central.start(.write(configuration, [bits, 0])), of: .central)
    }
    #expect(pair.peripheral.awaitedConfirmation == nil)
    _ = pair.peripheral.indicate([1], at: point)
    #expect(pair.peripheral.awaitedConfirmation == 1)
    #expect(pair.peripheral.attributeTransactionTimedOut() == [])
    #expect(pair.peripheral.awaitedConfirmation == nil && !pair.peripheral.carriesAttributes)
    let (reports, events) = (pair.peripheralReports, pair.clientEvents)
    pair.run(pair.peripheral.notify([2], at: data), of: .peripheral)
    pair.run(pair.central.start(.read(3)), of: .central)
    pair.run(pair.central.writeCommand([3], to: point), of: .central)
    let confirmation = L2CAPFrame(.attribute, ATTPDU.handleValueConfirmation(ATTEmpty()).encoded())
    let packet = ACLPacket(handle: 0x41, packetBoundary: .firstFlushable, data: confirmation.encoded())
    #expect(pair.peripheral.receive(packet) == [])
    #expect(pair.peripheralReports == reports && pair.clientEvents == events)
  }

  @Test("writes reach the owner of the database")
  func writesReach() throws {
    var pair = LinkPair(database: Self.database)
    pair.run(pair.central.secure(), of: .central)
    let point = try #require(Self.database.valueHandle(of: .rasControlPoint, in: .ranging))
    let configuration = try #require(Self.database.configurationHandle(of: point))
    pair.run(pair.central.start(.write(configuration, [2, 0])), of: .central)
    pair.run(pair.central.writeCommand([3], to: point), of: .central)
    #expect(pair.peripheralReports.last == .attributeWritten(handle: point, value: [3]))
    pair.run(pair.peripheral.indicate([2, 1], at: point), of: .peripheral)
    #expect(pair.clientEvents.last == .indication(handle: point, value: [2, 1]))
    #expect(pair.peripheralReports.last == .indicationConfirmed(handle: point))
  }

  @Test(
    "a command too long for its PDU or for an attribute is dropped and reported", arguments: LinkPair.mtus)
  func longCommand(mtu: Int) {
    let database = GATTDatabase([
      GATTService(.ranging, [GATTCharacteristic(.rasControlPoint, .writeWithoutResponse)])
    ])
    var pair = LinkPair(mtu: mtu, database: database)
    let limit = pair.central.client.maximumCommandLength
    #expect(limit == (mtu == 517 ? 512 : mtu - 3))
    let longest = [UInt8](repeating: 7, count: limit)
    pair.run(pair.central.writeCommand(longest, to: 3), of: .central)
    #expect(pair.centralReports == [])
    #expect(pair.peripheralReports == [.attributeWritten(handle: 3, value: longest)])
    let dropped = pair.central.writeCommand(longest + [7], to: 3)
    #expect(dropped == [.client(.commandDropped(handle: 3, value: longest + [7]))])
  }

  @Test("parameters are asked for and answered", arguments: [true, false])
  func parametersAsked(isAccepted: Bool) {
    var pair = LinkPair()
    let request = ConnectionParameterRange(intervalMin: 12, intervalMax: 24, latency: 0, timeout: 600)
    pair.run(pair.peripheral.requestConnectionParameters(request), of: .peripheral)
    #expect(pair.centralReports == [.connectionParametersRequested(identifier: 1, request)])
    let answer = pair.central.answerConnectionParameters(identifier: 1, isAccepted: isAccepted)
    pair.run(answer, of: .central)
    #expect(pair.peripheralReports == [.connectionParametersAnswered(isAccepted: isAccepted)])
    pair.run(answer, of: .central)
    #expect(pair.peripheralReports.count == 1, "an answer counts once")
  }

  @Test("impossible parameters are rejected at once")
  func impossibleParameters() {
    var pair = LinkPair()
    let request = ConnectionParameterRange(intervalMin: 5, intervalMax: 24, latency: 0, timeout: 600)
    pair.run(pair.peripheral.requestConnectionParameters(request), of: .peripheral)
    #expect(pair.centralReports == [])
    #expect(pair.peripheralReports == [.connectionParametersAnswered(isAccepted: false)])
  }

  /// What a peripheral is sent, and the payload it answers with; empty where it is silent.
  @Test(
    "stray payloads are rejected or dropped",
    arguments: [
      (0x0005, "14 02 0000", "01 02 0200 0000"), (0x0005, "12 03 0800 0600060000000a00", "01 03 0200 0000"),
      (0x0005, "12 04 0800 0600", "01 04 0200 0000"), (0x0005, "13", ""), (0x0004, "0a 03", "01 0a 0000 04"),
      (0x0005, "14 00 0000", ""), (0x0005, "12 00 0800 0600", ""),
      (0x0004, "52 03", ""), (0x0004, "1e 00", ""), (0x0004, "23 00", ""), (0x0004, "13 00", ""),
      (0x0040, "00", ""), (0x0006, "05", ""), (0x0006, "", ""),
      (0x0004, "", ""), (0x0006, "05 08", ""),
    ])
  func strayPayloads(channel: UInt16, payload: String, answer: String) throws {
    var link = LinkPair(aclLength: 251).peripheral
    let frame = L2CAPFrame(ChannelID(rawValue: channel), .of(payload))
    let actions = link.receive(
      ACLPacket(handle: 0x41, packetBoundary: .firstFlushable, data: frame.encoded()))
    let sent = try actions.compactMap { action -> [UInt8]? in
      guard case .sendACL(let packet) = action else { return nil }
      return try L2CAPFrame(decoding: packet.data).payload
    }
    #expect(sent == (answer.isEmpty ? [] : [[UInt8].of(answer)]))
  }

  @Test("packets carry the handle and their boundary")
  func packetsCarry() {
    var link = LinkPair(aclLength: 27).central
    let request = link.startPairing()
    #expect(request.count == 1)
    let notified = link.writeCommand(Array(0..<20), to: 1) + request
    for case .sendACL(let packet) in notified {
      #expect(packet.handle == 0x40 && packet.packetBoundary == .firstNonFlushable)
    }
    var narrow = LinkPair(aclLength: 4).central
    let boundaries = narrow.startPairing().compactMap { action -> PacketBoundary? in
      if case .sendACL(let packet) = action { packet.packetBoundary } else { nil }
    }
    #expect(boundaries == [.firstNonFlushable, .continuing, .continuing])
  }

  @Test("a key is given for Secure Connections only")
  func keyGiven() {
    let bond = Bond(longTermKey: 0x01, peerIdentityAddress: centralAddress)
    let link = LinkPair(peripheralBond: bond).peripheral
    #expect(link.longTermKeyRequested(.secureConnections) == 1)
    #expect(link.longTermKeyRequested(LongTermKeyName(random: 1)) == nil)
    #expect(link.longTermKeyRequested(LongTermKeyName(encryptedDiversifier: 1)) == nil)
  }

  @Test("any packets are survived")
  func packetsSurvived() {
    var random = RandomStream(seed: 11)
    var pair = LinkPair(database: Self.database)
    for _ in 0..<20_000 {
      let channel = UInt16.random(in: 3...7, using: &random)
      let frame = L2CAPFrame(
        ChannelID(rawValue: channel), random.octets(Int.random(in: 0...30, using: &random)))
      let data = frame.encoded()
      _ = pair.central.receive(ACLPacket(handle: 0x40, packetBoundary: .firstFlushable, data: data))
      _ = pair.peripheral.receive(ACLPacket(handle: 0x41, packetBoundary: .firstFlushable, data: data))
    }
    #expect(!pair.central.isEncrypted && pair.peripheral.bond == nil)
  }
}
