import SimulationKernel
import Testing

@testable import HostStack

@Suite struct ATTClientTests {
  private static let custom = BluetoothUUID("48FE3E40-0817-4BB2-8633-3073689C2DBA") ?? .ranging

  private static let database = GATTDatabase([
    .genericAccess(deviceName: "A reflector with quite a long name"),
    .genericAttribute(),
    .ranging(features: 1),
    GATTService(custom, [GATTCharacteristic(custom, [.read, .write], value: [1, 2, 3])]),
  ])

  /// Runs operations against a server until the client rests; gives its reports and the requests it sent.
  private func run(
    _ operations: [ATTClientOperation], isEncrypted: Bool = true, mtu: Int = 247
  ) -> (events: [ATTClientEvent], requests: Int) {
    var client = ATTClient()
    var server = ATTServer(database: Self.database, maximumMTU: mtu)
    let security = LinkSecurity(isEncrypted: isEncrypted)
    var events: [ATTClientEvent] = []
    var requests = 0
    var queue = operations.flatMap { client.start($0) }
    while !queue.isEmpty {
      switch queue.removeFirst() {
      case .report(let event): events.append(event)
      case .send(let pdu):
        requests += 1
        for case .send(let response) in server.receive(pdu, security: security) {
          queue += client.receive(response)
        }
      }
    }
    #expect(!client.isBusy)
    return (events, requests)
  }

  @Test("all primary services are found")
  func primaryServices() {
    let found = run([.discoverServices(nil)]).events
    #expect(
      found == [
        .services([
          DiscoveredService(uuid: .genericAccess, range: HandleRange(1, 5)),
          DiscoveredService(uuid: .genericAttribute, range: HandleRange(6, 6)),
          DiscoveredService(uuid: .ranging, range: HandleRange(7, 24)),
          DiscoveredService(uuid: Self.custom, range: HandleRange(25, 27)),
        ])
      ])
  }

  @Test(
    "a service is found by its UUID",
    arguments: [
      (BluetoothUUID.ranging, [HandleRange(7, 24)]), (custom, [HandleRange(25, 27)]),
      (BluetoothUUID(0x180A), []),
    ])
  func serviceFound(uuid: BluetoothUUID, ranges: [HandleRange]) {
    let expected = ranges.map { DiscoveredService(uuid: uuid, range: $0) }
    #expect(run([.discoverServices(uuid)]).events == [.services(expected)])
  }

  @Test("characteristics are found with their ends")
  func characteristicsFound() throws {
    let events = run([.discoverCharacteristics(HandleRange(7, 24), nil)]).events
    guard case .characteristics(let found)? = events.first else {
      Issue.record("no characteristics: \(events)")
      return
    }
    #expect(found.map(\.valueHandle) == [9, 11, 14, 17, 20, 23])
    #expect(found.map(\.endHandle) == [9, 12, 15, 18, 21, 24])
    #expect(found.map(\.properties.rawValue) == [0x02, 0x30, 0x30, 0x24, 0x32, 0x32])
    let one = run([.discoverCharacteristics(HandleRange(7, 24), .rasControlPoint)]).events
    #expect(one == [.characteristics([found[3]])])
  }

  @Test("descriptors are found to the end of the range")
  func descriptorsFound() {
    let events = run([.discoverDescriptors(HandleRange(18, 18))]).events
    let expected = DiscoveredDescriptor(uuid: .clientCharacteristicConfiguration, handle: 18)
    #expect(events == [.descriptors([expected])])
  }

  @Test("a long value is read in parts")
  func longValue() {
    let name = Array("A reflector with quite a long name".utf8)
    let short = run([.read(3)])
    #expect(short.events == [.value(handle: 3, value: name)])
    #expect(short.requests == 2)
    let wide = run([.exchangeMTU(100), .read(3)])
    #expect(wide.events == [.mtuChanged(100), .value(handle: 3, value: name)])
    #expect(wide.requests == 2)
  }

  @Test("operations wait for each other")
  func operationsWait() {
    var client = ATTClient()
    #expect(client.start(.read(3)).count == 1)
    #expect(client.start(.write(27, [9])) == [])
    let actions = client.receive(.readResponse(ATTValue([5])))
    #expect(
      actions == [
        .report(.value(handle: 3, value: [5])),
        .send(.writeRequest(ATTHandleValue(handle: 27, value: [9]))),
      ])
  }

  @Test("a refusal names the operation and the code")
  func refusalNames() {
    let events = run([.read(9), .read(3)], isEncrypted: false).events
    #expect(events.first == .refused(.read(9), handle: 9, code: .insufficientAuthentication))
    #expect(events.count == 2)
  }

  @Test("an indication is confirmed and a strange response is reported")
  func indicationConfirmed() {
    var client = ATTClient()
    let value = ATTHandleValue(handle: 5, value: [1])
    #expect(
      client.receive(.handleValueIndication(value)) == [
        .send(.handleValueConfirmation(ATTEmpty())), .report(.indication(handle: 5, value: [1])),
      ])
    let stray = ATTPDU.writeResponse(ATTEmpty())
    #expect(client.receive(stray) == [.report(.violated(stray))])
  }

  @Test("a server that goes in circles is not followed")
  func serverCircles() {
    var client = ATTClient()
    _ = client.start(.discoverServices(nil))
    let list = ATTAttributeList(records: [.of("050004000018")])
    #expect(
      client.receive(.readByGroupTypeResponse(list)) == [.report(.violated(.readByGroupTypeResponse(list)))])
    _ = client.start(.discoverDescriptors(HandleRange(4, 9)))
    let entries = ATTFindInformationResponse([(handle: 3, type: .include)])
    #expect(
      client.receive(.findInformationResponse(entries))
        == [.report(.violated(.findInformationResponse(entries)))])
  }

  @Test("anything a server sends is survived")
  func arbitraryServer() {
    var random = RandomStream(seed: 4)
    let operations: [ATTClientOperation] = [
      .exchangeMTU(247), .discoverServices(nil), .discoverServices(.ranging),
      .findIncludedServices(.all), .discoverCharacteristics(.all, nil), .discoverDescriptors(.all), .read(3),
      .write(3, [1]), .write(3, Array(0..<40)),
      .writeReliably([ATTHandleValue(handle: 3, value: [1]), ATTHandleValue(handle: 5, value: [])]),
    ]
    for round in 0..<20_000 {
      var client = ATTClient()
      _ = client.start(operations[round % operations.count])
      for _ in 0..<3 {
        guard let opcode = ATTOpcode.allCases.randomElement(using: &random) else { return }
        let octets = [opcode.rawValue] + random.octets(Int.random(in: 0...22, using: &random))
        let pdu: ATTPDU
        do { pdu = try ATTPDU(decoding: octets) } catch { continue }
        _ = client.receive(pdu)
      }
    }
  }
}
