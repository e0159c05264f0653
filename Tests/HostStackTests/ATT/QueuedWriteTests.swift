import SimulationKernel
import Testing

@testable import HostStack

@Suite("Writes through the server's queue")
struct QueuedWriteTests {
  /// Handles: 3 and 5 can be written, 7 can be read only, 9 needs encryption, 11 has its configuration at 12.
  private static let database = GATTDatabase([
    GATTService(
      BluetoothUUID(0xFFF0),
      [
        GATTCharacteristic(BluetoothUUID(0xFFF1), [.read, .write], value: [1]),
        GATTCharacteristic(BluetoothUUID(0xFFF2), [.read, .write], value: [2]),
        GATTCharacteristic(BluetoothUUID(0xFFF3), .read, value: [3]),
        GATTCharacteristic(BluetoothUUID(0xFFF4), .write, security: .encrypted),
        GATTCharacteristic(BluetoothUUID(0xFFF5), .notify),
      ])
  ])

  private static let long = [UInt8](0..<60)

  /// What the client sends of one operation at the MTU of 23 octets, and reports. The server's answer to the n-th
  /// request, from 0, passes through `change`.
  private func exchange(
    _ operation: ATTClientOperation, mtu: Int = 23, change: (Int, ATTPDU) -> ATTPDU = { $1 }
  ) -> (sent: [ATTPDU], events: [ATTClientEvent], server: ATTServer) {
    var client = ATTClient()
    var server = ATTServer(database: Self.database)
    (client.mtu, server.mtu) = (mtu, mtu)
    var sent: [ATTPDU] = []
    var events: [ATTClientEvent] = []
    var actions = client.start(operation)
    while !actions.isEmpty {
      switch actions.removeFirst() {
      case .report(let event): events.append(event)
      case .send(let request):
        #expect(events.isEmpty, "a report is the last")
        for case .send(let answer) in server.receive(request, security: LinkSecurity()) {
          actions += client.receive(change(sent.count, answer))
        }
        sent.append(request)
      }
    }
    #expect(!client.isBusy)
    return (sent, events, server)
  }

  private static func execute(_ flags: UInt8) -> ATTPDU {
    .executeWriteRequest(ATTExecuteWriteRequest(flags: flags))
  }

  @Test("a value of any length arrives, or is refused here", arguments: LinkPair.mtus)
  func anyLength(mtu: Int) {
    var random = RandomStream(seed: UInt64(mtu))
    var pair = LinkPair(mtu: mtu, database: Self.database)
    for length in 0...512 {
      let value = random.octets(length)
      #expect(pair.events(of: .write(3, value)) == [.written(handle: 3)], "\(length) octets")
      #expect(pair.peripheralReports.last == .attributeWritten(handle: 3, value: value), "\(length) octets")
      #expect(pair.peripheral.server.database[3]?.value == value, "\(length) octets")
    }
    #expect(pair.peripheralReports.count == 513)
    let long = ATTClientOperation.write(3, random.octets(513))
    #expect(pair.events(of: long) == [.refused(long, handle: 3, code: .invalidAttributeValueLength)])
    #expect(pair.peripheralReports.count == 513)
  }

  @Test("parts have MTU - 5 octets, in order, and are needed above MTU - 3", arguments: LinkPair.mtus)
  func parts(mtu: Int) {
    for length in [mtu - 3, mtu - 2, 512] where length <= 512 {
      let value = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
      let sent = exchange(.write(3, value), mtu: mtu).sent
      guard length > mtu - 3 else {
        #expect(sent == [.writeRequest(ATTHandleValue(handle: 3, value: value))])
        continue
      }
      let expected = stride(from: 0, to: length, by: mtu - 5).map { offset in
        ATTPDU.prepareWriteRequest(
          ATTPreparedWrite(
            handle: 3, offset: UInt16(offset), value: Array(value.dropFirst(offset).prefix(mtu - 5))))
      }
      #expect(sent == expected + [Self.execute(1)])
      #expect(sent.allSatisfy { $0.encoded().count <= mtu })
    }
  }

  @Test("a value too long for an attribute is refused in its turn, without a request")
  func refusedInTurn() {
    var client = ATTClient()
    let long = ATTClientOperation.write(5, [UInt8](repeating: 0, count: 513))
    _ = client.start(.read(3))
    #expect(client.start(long) == [])
    #expect(client.start(long) == [])
    #expect(client.start(.read(7)) == [])
    let refusal = ATTClientAction.report(.refused(long, handle: 5, code: .invalidAttributeValueLength))
    #expect(
      client.receive(.readResponse(ATTValue([1]))) == [
        .report(.value(handle: 3, value: [1])), refusal, refusal,
        .send(.readRequest(ATTReadRequest(handle: 7))),
      ])
  }

  /// Answers to a Prepare Write Request that are not its echo.
  enum WrongEcho: CaseIterable {
    case handle, offset, octet, shorter, longer, otherResponse, errorOfOther

    func change(_ part: ATTPreparedWrite) -> ATTPDU {
      var echo = part
      switch self {
      case .handle: echo.handle += 2
      case .offset: echo.offset += 1
      case .octet: echo.value[echo.value.count - 1] ^= 0x80
      case .shorter: echo.value.removeLast()
      case .longer: echo.value.append(0)
      case .otherResponse: return .writeResponse(ATTEmpty())
      case .errorOfOther:
        return .errorResponse(
          ATTErrorResponse(requestOpcode: 0x12, handle: part.handle, errorCode: .writeNotPermitted))
      }
      return .prepareWriteResponse(echo)
    }
  }

  @Test("an answer that is no echo cancels the queue", arguments: WrongEcho.allCases, 0..<4)
  func wrongEcho(wrong: WrongEcho, position: Int) {
    var changed: ATTPDU?
    let (sent, events, server) = exchange(.write(3, Self.long)) { index, answer in
      guard index == position, case .prepareWriteResponse(let part) = answer else { return answer }
      changed = wrong.change(part)
      return wrong.change(part)
    }
    #expect(sent.count == position + 2)
    #expect(sent.last == Self.execute(0))
    #expect(events == changed.map { [.violated($0)] })
    #expect(server.prepared.isEmpty && server.database[3]?.value == [1])
  }

  @Test(
    "a refused part cancels the queue, whatever the server answers to that", arguments: 0..<4, [true, false])
  func refusedPart(position: Int, isCancelRefused: Bool) {
    let operation = ATTClientOperation.write(3, Self.long)
    func refusal(_ code: ATTErrorCode) -> (ATTPDU) -> ATTPDU {
      { answer in
        let opcode = answer.opcode - 1
        return .errorResponse(ATTErrorResponse(requestOpcode: opcode, handle: 3, errorCode: code))
      }
    }
    let (sent, events, server) = exchange(operation) { index, answer in
      if index == position { return refusal(.insufficientResources)(answer) }
      return index > position && isCancelRefused ? refusal(.unlikelyError)(answer) : answer
    }
    #expect(sent.count == position + 2)
    #expect(sent.last == Self.execute(0))
    #expect(events == [.refused(operation, handle: 3, code: .insufficientResources)])
    #expect(server.prepared.isEmpty && server.database[3]?.value == [1])
  }

  @Test(
    "a strange answer to the execution is a violation",
    arguments: [
      .writeResponse(ATTEmpty()),
      .errorResponse(ATTErrorResponse(requestOpcode: 0x16, handle: 3, errorCode: .unlikelyError)),
    ] as [ATTPDU])
  func strangeExecution(stray: ATTPDU) {
    let (sent, events, _) = exchange(.write(3, Self.long)) { $0 == 4 ? stray : $1 }
    #expect(sent.last == Self.execute(1))
    #expect(events == [.violated(stray)])
  }

  @Test("our server's refusals arrive, and leave its queue empty", arguments: LinkPair.mtus)
  func serverRefuses(mtu: Int) {
    var pair = LinkPair(mtu: mtu, database: Self.database)
    let value = [UInt8](repeating: 9, count: 512)
    let cases: [(UInt16, ATTErrorCode)] = [
      (7, .writeNotPermitted), (9, .insufficientAuthentication), (99, .invalidHandle),
    ]
    for (handle, code) in cases {
      let first = ATTHandleValue(handle: 3, value: [7])
      let operation = ATTClientOperation.writeReliably([first, ATTHandleValue(handle: handle, value: value)])
      #expect(pair.events(of: operation) == [.refused(operation, handle: handle, code: code)])
      #expect(pair.peripheral.server.prepared.isEmpty)
      #expect(pair.peripheral.server.database[3]?.value == [1])
    }
    #expect(pair.events(of: .write(3, value)) == [.written(handle: 3)])
  }

  @Test("values are written together", arguments: LinkPair.mtus)
  func together(mtu: Int) {
    var pair = LinkPair(mtu: mtu, database: Self.database)
    let (long, empty) = ([UInt8](repeating: 8, count: 300), [UInt8]())
    let writes = [ATTHandleValue(handle: 5, value: empty), ATTHandleValue(handle: 3, value: long)]
    #expect(pair.events(of: .writeReliably(writes)) == [.writtenReliably(handles: [5, 3])])
    #expect(
      pair.peripheralReports == [
        .attributeWritten(handle: 5, value: empty), .attributeWritten(handle: 3, value: long),
      ])
  }

  @Test("values are written together or not at all")
  func notTogether() {
    let wrong = ATTHandleValue(handle: 12, value: [0xFF, 0xFF])
    let operation = ATTClientOperation.writeReliably([ATTHandleValue(handle: 3, value: [7]), wrong])
    let (sent, events, server) = exchange(operation)
    #expect(sent.count == 3 && sent.last == Self.execute(1))
    #expect(events == [.refused(operation, handle: 12, code: .valueNotAllowed)])
    #expect(server.database[3]?.value == [1])

    let tooLong = ATTHandleValue(handle: 5, value: [UInt8](repeating: 0, count: 513))
    let refused = ATTClientOperation.writeReliably([ATTHandleValue(handle: 3, value: [7]), tooLong])
    #expect(exchange(refused).sent == [])
    #expect(exchange(refused).events == [.refused(refused, handle: 5, code: .invalidAttributeValueLength)])
  }

  /// Each list of parts is written into 1, 2, 3, 4; nil is refused.
  @Test(
    "parts from the first octet on are the value; others change what they cover, up to the end of the value",
    arguments: [
      ([(0, [9])], [9]), ([(0, [9]), (1, [8, 7])], [9, 8, 7]), ([(0, [])], []),
      ([(2, [9])], [1, 2, 9, 4]), ([(4, [9, 8])], [1, 2, 3, 4, 9, 8]), ([(0, [9]), (2, [8])], [9, 2, 8, 4]),
      ([(3, [9, 8]), (5, [7])], [1, 2, 3, 9, 8, 7]), ([(5, [9])], nil), ([(0, [9]), (5, [8])], nil),
    ] as [([(UInt16, [UInt8])], [UInt8]?)])
  func partsOfValue(parts: [(offset: UInt16, value: [UInt8])], value: [UInt8]?) {
    var server = ATTServer(database: Self.database)
    server.database.setValue([1, 2, 3, 4], at: 3)
    for part in parts {
      let write = ATTPreparedWrite(handle: 3, offset: part.offset, value: part.value)
      let answer = server.receive(.prepareWriteRequest(write), security: LinkSecurity())
      #expect(answer == [.send(.prepareWriteResponse(write))])
    }
    let refusal = ATTErrorResponse(requestOpcode: 0x18, handle: 3, errorCode: .invalidOffset)
    let outcome: [ATTServerAction] =
      value.map { [.send(.executeWriteResponse(ATTEmpty())), .written(handle: 3, value: $0)] }
      ?? [.send(.errorResponse(refusal))]
    #expect(server.receive(Self.execute(1), security: LinkSecurity()) == outcome)
    #expect(server.database[3]?.value == value ?? [1, 2, 3, 4])
  }

  @Test("a later part for the same value goes into what the earlier ones wrote")
  func interleaved() {
    var server = ATTServer(database: Self.database)
    for (handle, offset, value) in [(3, 0, [7, 7]), (5, 0, [6]), (3, 2, [8])] as [(UInt16, UInt16, [UInt8])] {
      let part = ATTPreparedWrite(handle: handle, offset: offset, value: value)
      _ = server.receive(.prepareWriteRequest(part), security: LinkSecurity())
    }
    _ = server.receive(Self.execute(1), security: LinkSecurity())
    #expect(server.database[3]?.value == [7, 7, 8] && server.database[5]?.value == [6])
  }

  @Test("more parts than the server queues are cancelled")
  func queueFull() {
    let value = [UInt8](repeating: 0, count: 512)
    let operation = ATTClientOperation.writeReliably([3, 5].map { ATTHandleValue(handle: $0, value: value) })
    let (sent, events, server) = exchange(operation)
    #expect(sent.count == ATTServer.prepareQueueLimit + 2)
    #expect(events == [.refused(operation, handle: 5, code: .prepareQueueFull)])
    #expect(server.prepared.isEmpty)
  }
}
