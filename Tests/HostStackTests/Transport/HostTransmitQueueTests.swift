import CoreTypes
import HCI
import HostStack
import Testing

@Suite("What a host may send")
struct HostTransmitQueueTests {
  private static func data(_ handle: ConnectionHandle) -> HCIPacket {
    .acl(ACLPacket(handle: handle, packetBoundary: .firstNonFlushable, data: [1]))
  }

  private static func completed(_ handle: ConnectionHandle, _ count: UInt16) -> HCIEventValue {
    .numberOfCompletedPackets(
      NumberOfCompletedPacketsEvent {
        $0.connections = [
          .init {
            $0.connectionHandle = handle
            $0.numCompletedPackets = count
          }
        ]
      })
  }

  @Test("one command at a time, also when an answer is given up")
  func commands() {
    var queue = HostTransmitQueue(dataPacketCount: 1)
    #expect(queue.append(ResetCommand().packet) == [ResetCommand().packet])
    #expect(queue.append(LERandCommand().packet).isEmpty)
    #expect(queue.giveUpAnswer() == [LERandCommand().packet])
  }

  @Test("as many data packets as the controller has room for, and it is known whose it still holds")
  func data() {
    var queue = HostTransmitQueue(dataPacketCount: 2)
    #expect(queue.append(Self.data(1)).count == 1)
    #expect(queue.append(Self.data(2)).count == 1)
    #expect(queue.append(Self.data(2)).isEmpty)
    #expect(queue.receive(Self.completed(2, 1)) == [Self.data(2)])
    #expect(queue.holdsData(of: 1) && queue.holdsData(of: 2))
    _ = queue.receive(Self.completed(2, 1))
    #expect(queue.holdsData(of: 1) && !queue.holdsData(of: 2))
  }

  @Test("a connection has no room while as many of its packets wait as may, and is ready once")
  func room() {
    var queue = HostTransmitQueue(dataPacketCount: 1, waitingLimit: 2)
    for _ in 0..<2 { _ = queue.append(Self.data(1)) }
    #expect(queue.hasRoom(for: 1))
    for _ in 0..<2 { _ = queue.append(Self.data(1)) }
    #expect(!queue.hasRoom(for: 1) && queue.hasRoom(for: 2))
    _ = queue.receive(Self.completed(1, 1))
    #expect(!queue.hasRoom(for: 1), "two wait yet")
    #expect(queue.takeReadyConnections() == [])
    _ = queue.receive(Self.completed(1, 1))
    #expect(queue.hasRoom(for: 1))
    #expect(queue.takeReadyConnections() == [1])
    for _ in 0..<2 { _ = queue.receive(Self.completed(1, 1)) }
    #expect(queue.takeReadyConnections() == [])
  }

  @Test("a reset takes the connections with it: their data is not sent, and the controller has all its room")
  func reset() {
    var queue = HostTransmitQueue(dataPacketCount: 2, waitingLimit: 1)
    for _ in 0..<4 { _ = queue.append(Self.data(1)) }
    var complete = CommandCompleteEvent()
    (complete.commandOpcode, complete.returnParameters) = (ResetCommand.opcode, [0])
    #expect(queue.receive(.commandComplete(complete)).isEmpty)
    #expect(!queue.holdsData(of: 1) && queue.takeReadyConnections() == [] && queue.hasRoom(for: 1))
    #expect(queue.append(Self.data(2)) == [Self.data(2)])
    #expect(queue.append(Self.data(2)) == [Self.data(2)])
    #expect(queue.append(Self.data(2)).isEmpty)
  }

  @Test("connections become ready in the order in which they get room")
  func readyOrder() {
    var queue = HostTransmitQueue(dataPacketCount: 0, waitingLimit: 1)
    for handle: ConnectionHandle in [2, 1, 3] { _ = queue.append(Self.data(handle)) }
    #expect(queue.useDataPacketCount(2) == [Self.data(2), Self.data(1)])
    #expect(queue.takeReadyConnections() == [2, 1])
    #expect(!queue.hasRoom(for: 3))
  }

  @Test("a connection that has no room again, or has ended, is not ready")
  func readyNoMore() {
    var queue = HostTransmitQueue(dataPacketCount: 1, waitingLimit: 1)
    for _ in 0..<2 { _ = queue.append(Self.data(1)) }
    _ = queue.receive(Self.completed(1, 1))
    _ = queue.append(Self.data(1))
    #expect(!queue.hasRoom(for: 1))
    #expect(queue.takeReadyConnections() == [])
    _ = queue.receive(Self.completed(1, 1))
    _ = queue.receive(.disconnectionComplete(DisconnectionCompleteEvent { $0.connectionHandle = 1 }))
    #expect(queue.takeReadyConnections() == [])
    for _ in 0..<2 { _ = queue.append(Self.data(1)) }
    _ = queue.receive(.disconnectionComplete(DisconnectionCompleteEvent { $0.connectionHandle = 1 }))
    #expect(queue.hasRoom(for: 1), "the next connection with this handle has room")
    #expect(queue.takeReadyConnections() == [])
  }

  @Test("a queue without a limit has room")
  func unlimited() {
    var queue = HostTransmitQueue(dataPacketCount: 0)
    for _ in 0..<40 { _ = queue.append(Self.data(1)) }
    #expect(queue.hasRoom(for: 1))
    #expect(queue.useDataPacketCount(40).count == 40)
    #expect(queue.takeReadyConnections() == [])
  }

  @Test("the room of a connection is free when it ends, and what waited for it is gone")
  func disconnection() {
    var queue = HostTransmitQueue(dataPacketCount: 2)
    for handle: ConnectionHandle in [1, 1, 1, 2] { _ = queue.append(Self.data(handle)) }
    let sent = queue.receive(.disconnectionComplete(DisconnectionCompleteEvent { $0.connectionHandle = 1 }))
    #expect(sent == [Self.data(2)])
    #expect(!queue.holdsData(of: 1))
    #expect(queue.append(Self.data(3)) == [Self.data(3)])
    #expect(queue.append(Self.data(3)).isEmpty)
  }
}
