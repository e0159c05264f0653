internal import CoreTypes
internal import Faults
internal import HCI
internal import LinkLayer

/// The data buffers of the host, and the data that waits for one. [Vol 4, Part E, 4.2]
struct HostFlowControl {
  /// The most packets that wait; the links take no more data from their peers then.
  static let waitingLimit = 32

  /// Whether data waits for the host's buffers at all.
  var isOn = false
  /// What HCI_Host_Buffer_Size said; without it nothing has to wait.
  var buffers: (count: Int, octets: Int)?
  private var waiting: [ACLPacket] = []
  /// The packets that the host has and has not done with, by link.
  private var sent: [ConnectionHandle: Int] = [:]

  /// Whether there is room for data of a further PDU.
  var canTake: Bool { waiting.count < Self.waitingLimit }

  /// Takes a PDU of a link for the host and gives what can go to it now.
  mutating func offer(_ packet: ACLPacket) -> [ACLPacket] {
    guard isOn, let buffers else { return [packet] }
    var start = 0
    repeat {
      var part = packet
      part.data = Array(packet.data[start..<min(start + buffers.octets, packet.data.count)])
      if start > 0 { part.packetBoundary = .continuing }
      waiting.append(part)
      start += buffers.octets
    } while start < packet.data.count
    return release()
  }

  /// The host has done with packets of a link; gives what can go to it now.
  mutating func complete(_ count: Int, of handle: ConnectionHandle) -> [ACLPacket] {
    guard let before = sent[handle] else { return [] }
    sent[handle] = max(0, before - count)
    return release()
  }

  /// A link is over: what waits of it is lost, and the host counts its buffers back by itself.
  mutating func forget(_ handle: ConnectionHandle) -> [ACLPacket] {
    sent[handle] = nil
    waiting.removeAll { $0.handle == handle }
    return release()
  }

  private mutating func release() -> [ACLPacket] {
    let total = sent.values.reduce(0, +)
    let free = isOn ? buffers.map { max(0, $0.count - total) } : nil
    let due = Array(waiting.prefix(free ?? waiting.count))
    waiting.removeFirst(due.count)
    for packet in due { sent[packet.handle, default: 0] += 1 }
    return due
  }
}

extension CommandHandlers {
  mutating func addHostFlowControlCommands() {
    complete(status: SetControllerToHostFlowControlCommand.self) { controller, command in
      guard FlowControlEnable.known.isSuperset(of: command.flowControlEnable) else {
        return .invalidHCICommandParameters
      }
      guard controller.connections.isEmpty || controller.faults.contains(.flowControlChangedOnLink) else {
        return .commandDisallowed
      }
      controller.hostState.flowControl.isOn = command.flowControlEnable.contains(.acl)
      return .success
    }
    complete(status: HostBufferSizeCommand.self) { controller, command in
      guard command.hostACLDataPacketLength > 0, command.hostTotalNumACLDataPackets > 0 else {
        return .invalidHCICommandParameters
      }
      controller.hostState.flowControl.buffers = (
        Int(command.hostTotalNumACLDataPackets), Int(command.hostACLDataPacketLength)
      )
      return .success
    }
    unanswered(HostNumberOfCompletedPacketsCommand.self) { controller, command in
      for completed in command.connections {
        let due = controller.hostState.flowControl.complete(
          Int(completed.numCompletedPackets), of: completed.connectionHandle)
        for packet in due { controller.sendToHost(.acl(packet)) }
      }
    }
  }
}

extension VirtualController {
  /// Takes data for a link from the host, or drops what there is no buffer for. A packet that no LE link has is dropped
  /// and its buffer returned, which the host counts as taken; a flushable first packet, as old hosts send it, is not
  /// dropped. [Vol 4, Part E, 4.1.1, 5.4.2]
  func acceptHostData(_ packet: ACLPacket) {
    guard let connection = connections[packet.handle] else { return }
    let count = connections.values.reduce(0) { $0 + $1.hostPacketCount }
    guard count < Self.aclCount else { return send(DataBufferOverflowEvent()) }
    guard packet.data.count <= Self.aclLength else {
      send(DataBufferOverflowEvent())
      return completedPacket(on: connection)
    }
    guard packet.packetBoundary != .complete, packet.broadcast == 0 else {
      return completedPacket(on: connection)
    }
    connection.send(hostPacket: packet.data, startsMessage: packet.packetBoundary.isStart)
  }
}
