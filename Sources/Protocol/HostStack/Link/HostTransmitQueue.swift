public import CoreTypes
public import HCI

/// The host's side of HCI flow control: one command at a time, and as many data packets as the controller has
/// room for. [Vol 4, Part E, 4]
public struct HostTransmitQueue: Sendable {
  private var commands: [HCIPacket] = []
  private var data: [HCIPacket] = []
  private var isCommandAllowed = true
  private var dataCredits: Int
  /// The data packets that the controller has and has not sent yet, by connection.
  private var sentCounts: [ConnectionHandle: Int] = [:]
  private let waitingLimit: Int
  /// The connections without room, in the order in which they lost it.
  private var full: [ConnectionHandle] = []
  private var ready: [ConnectionHandle] = []

  /// Makes a queue for a controller that takes `dataPacketCount` data packets.
  ///
  /// - Parameter waitingLimit: the packets of one connection that may wait here before it has no room, 1 or more.
  public init(dataPacketCount: Int, waitingLimit: Int = .max) {
    precondition(waitingLimit > 0, "a connection may have a waiting packet at least")
    dataCredits = dataPacketCount
    self.waitingLimit = waitingLimit
  }

  /// Queues a packet.
  ///
  /// - Returns: the packets to send now, in order.
  public mutating func append(_ packet: HCIPacket) -> [HCIPacket] {
    if case .command = packet { commands.append(packet) } else { data.append(packet) }
    let packets = packetsToSend()
    if let handle = Self.handle(of: packet), hasRoom(for: handle), isFull(handle) {
      full.append(handle)
      ready.removeAll { $0 == handle }
    }
    return packets
  }

  /// Whether a connection has fewer packets waiting here than the limit, so that its owner may hand over a write
  /// command or a notification. The queue takes packets without room too, and drops none: a PDU that is begun has
  /// to end.
  public func hasRoom(for handle: ConnectionHandle) -> Bool { !full.contains(handle) }

  /// The connections that had no room and have some now, in the order in which they got it. Each is given once for
  /// each time that it had no room; a connection that ended is not given.
  public mutating func takeReadyConnections() -> [ConnectionHandle] {
    defer { ready = [] }
    return ready
  }

  /// Records what the controller says about its room.
  ///
  /// - Returns: the packets to send now, in order.
  public mutating func receive(_ event: HCIEventValue) -> [HCIPacket] {
    switch event {
    case .commandComplete(let event):
      isCommandAllowed = event.numHCICommandPackets > 0
      if event.commandOpcode == ResetCommand.opcode, event.status == .success { forgetAll() }
    case .commandStatus(let event): isCommandAllowed = event.numHCICommandPackets > 0
    case .numberOfCompletedPackets(let event):
      for completed in event.connections {
        dataCredits += Int(completed.numCompletedPackets)
        sentCounts[completed.connectionHandle, default: 0] -= Int(completed.numCompletedPackets)
      }
    case .disconnectionComplete(let event) where event.status == .success:
      forget(event.connectionHandle)
    default: return []
    }
    return packetsToSend()
  }

  /// Whether data of a connection waits here, or in the controller, to be acknowledged by the peer.
  public func holdsData(of handle: ConnectionHandle) -> Bool {
    sentCounts[handle, default: 0] > 0 || data.contains { Self.handle(of: $0) == handle }
  }

  /// What the controller held of a connection went with it, and its room is free. [Vol 4, Part E, 4.1.1]
  private mutating func forget(_ handle: ConnectionHandle) {
    dataCredits += max(0, sentCounts.removeValue(forKey: handle) ?? 0)
    data.removeAll { Self.handle(of: $0) == handle }
    full.removeAll { $0 == handle }
    ready.removeAll { $0 == handle }
  }

  /// A reset ends every connection without an event. [Vol 4, Part E, 7.3.2]
  private mutating func forgetAll() {
    dataCredits += sentCounts.values.reduce(0) { $0 + max(0, $1) }
    (sentCounts, data, full, ready) = ([:], [], [], [])
  }

  private func isFull(_ handle: ConnectionHandle) -> Bool {
    data.count >= waitingLimit && data.count { Self.handle(of: $0) == handle } >= waitingLimit
  }

  private static func handle(of packet: HCIPacket) -> ConnectionHandle? {
    guard case .acl(let packet) = packet else { return nil }
    return packet.handle
  }

  /// Goes on as if the answer to the last command had come.
  ///
  /// - Returns: the packets to send now, in order.
  public mutating func giveUpAnswer() -> [HCIPacket] {
    isCommandAllowed = true
    return packetsToSend()
  }

  /// Counts the data packets that the controller takes anew; none may be on their way.
  ///
  /// - Returns: the packets to send now, in order.
  public mutating func useDataPacketCount(_ count: Int) -> [HCIPacket] {
    dataCredits = count
    sentCounts.removeAll()
    return packetsToSend()
  }

  private mutating func packetsToSend() -> [HCIPacket] {
    var packets: [HCIPacket] = []
    if isCommandAllowed, !commands.isEmpty {
      packets.append(commands.removeFirst())
      isCommandAllowed = false
    }
    while dataCredits > 0, !data.isEmpty {
      let packet = data.removeFirst()
      if let handle = Self.handle(of: packet) { sentCounts[handle, default: 0] += 1 }
      packets.append(packet)
      dataCredits -= 1
    }
    ready += full.filter { !isFull($0) }
    full = full.filter { isFull($0) }
    return packets
  }
}
