public import HCI

/// The host's side of HCI flow control: one command at a time, and as many data packets as the controller has
/// room for. [Vol 4, Part E, 4]
public struct HostTransmitQueue: Sendable {
  private var commands: [HCIPacket] = []
  private var data: [HCIPacket] = []
  private var isCommandAllowed = true
  private var dataCredits: Int

  /// Makes a queue for a controller that takes `dataPacketCount` data packets.
  public init(dataPacketCount: Int) { dataCredits = dataPacketCount }

  /// Queues a packet.
  ///
  /// - Returns: the packets to send now, in order.
  public mutating func append(_ packet: HCIPacket) -> [HCIPacket] {
    if case .command = packet { commands.append(packet) } else { data.append(packet) }
    return packetsToSend()
  }

  /// Takes note of what the controller says about its room.
  ///
  /// - Returns: the packets to send now, in order.
  public mutating func receive(_ event: HCIEventValue) -> [HCIPacket] {
    switch event {
    case .commandComplete(let event): isCommandAllowed = event.numHCICommandPackets > 0
    case .commandStatus(let event): isCommandAllowed = event.numHCICommandPackets > 0
    case .numberOfCompletedPackets(let event):
      dataCredits += event.connections.reduce(0) { $0 + Int($1.numCompletedPackets) }
    default: return []
    }
    return packetsToSend()
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
    return packetsToSend()
  }

  private mutating func packetsToSend() -> [HCIPacket] {
    var packets: [HCIPacket] = []
    if isCommandAllowed, !commands.isEmpty {
      packets.append(commands.removeFirst())
      isCommandAllowed = false
    }
    while dataCredits > 0, !data.isEmpty {
      packets.append(data.removeFirst())
      dataCredits -= 1
    }
    return packets
  }
}
