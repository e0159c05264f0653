internal import CoreTypes
internal import HCI

/// Connections in Silicon Labs' API: how they begin, what they agree, and how they end.
struct ConnectionCalls {
  /// What is known of a connection so far.
  private struct Link {
    /// Role and peer of a connection whose timing is not known yet.
    var opening: LEConnectionCompleteEvent?
    var timing: ConnectionParameters?
    var isEncrypted = false
  }

  private var links: [ConnectionHandle: Link] = [:]

  /// The packets that a line stands for; none if it is about something else.
  mutating func packets(_ line: TraceLine) throws(TraceFault) -> [TracePacket] {
    switch line.name {
    case "bt_evt_connection_opened":
      try open(line)
      return []
    case "bt_evt_connection_parameters": return try parameters(line)
    case "bt_evt_connection_closed": return [try close(line)]
    default: return try Self.packet(line).map { [$0] } ?? []
    }
  }

  private mutating func open(_ line: TraceLine) throws(TraceFault) {
    var event = LEConnectionCompleteEvent()
    event.connectionHandle = try line.connection()
    // Here 1 is the central.
    event.role = LinkRoleNumber(rawValue: try line.number("role", in: 0...1)).peer
    event.peerAddress = try ScannerCalls.address(line)
    links[event.connectionHandle] = Link(opening: event)
  }

  private mutating func parameters(_ line: TraceLine) throws(TraceFault) -> [TracePacket] {
    let connection = try line.connection()
    let timing = ConnectionParameters(
      interval: try line.value("interval"), latency: try line.number("latency"),
      timeout: try line.value("timeout"))
    let isEncrypted = try line.number("security_mode", in: 0...3) > (0 as UInt8)
    let link = links[connection] ?? Link()
    links[connection] = Link(timing: timing, isEncrypted: isEncrypted)
    var packets: [TracePacket] = []
    if var event = link.opening {
      event.parameters = timing
      packets.append(TracePacket(event))
    } else if timing != link.timing {
      packets.append(
        TracePacket(
          LEConnectionUpdateCompleteEvent {
            ($0.connectionHandle, $0.parameters) = (connection, timing)
          }))
    }
    if isEncrypted, !link.isEncrypted {
      packets.append(
        TracePacket(
          EncryptionChangeEvent {
            $0.connectionHandle = connection
            $0.encryptionEnabled = .on
          }))
    }
    return packets
  }

  private mutating func close(_ line: TraceLine) throws(TraceFault) -> TracePacket {
    let connection = try line.connection()
    let reason = try line.status("reason") ?? .unspecified
    links[connection] = nil
    return TracePacket(
      DisconnectionCompleteEvent {
        $0.connectionHandle = connection
        $0.reason = reason
      })
  }

  // MARK: Without what came before

  private static func packet(_ line: TraceLine) throws(TraceFault) -> TracePacket? {
    switch line.name {
    case "bt_evt_connection_phy_status":
      var event = LEPHYUpdateCompleteEvent()
      event.connectionHandle = try line.connection()
      event.txPHY = try ScannerCalls.phy(line, "phy")
      event.rxPHY = event.txPHY
      return TracePacket(event)
    case "bt_evt_connection_remote_used_features":
      var event = LEReadRemoteFeaturesCompleteEvent()
      event.connectionHandle = try line.connection()
      event.leFeatures = FeaturePage0(octets: try line.octets("features", 8...8))
      return TracePacket(event)
    case "bt_evt_connection_data_length":
      var event = LEDataLengthChangeEvent()
      event.connectionHandle = try line.connection()
      event.max.tx.octets = try line.number("tx_data_len")
      event.max.tx.microseconds = try line.number("tx_time_us")
      event.max.rx.octets = try line.number("rx_data_len")
      event.max.rx.microseconds = try line.number("rx_time_us")
      return TracePacket(event)
    case "bt_cmd_connection_set_parameters":
      var command = LEConnectionUpdateCommand()
      command.connectionHandle = try line.connection()
      command.parameters.intervalMin = try line.value("min_interval")
      command.parameters.intervalMax = try line.value("max_interval")
      command.parameters.latency = try line.number("latency")
      command.parameters.timeout = try line.value("timeout")
      command.ceLengths.min = try line.number("min_ce_length")
      command.ceLengths.max = try line.number("max_ce_length")
      return TracePacket(command)
    case "bt_rsp_gap_get_identity_address":
      guard try line.status("result") == .success, try line.number("type") == (0 as UInt8) else { return nil }
      var answer = ReadBDADDRCommand.Return()
      answer.bdAddr = try line.address("address")
      return TracePacket(answer: ReadBDADDRCommand.commandComplete(answer))
    default: return nil
    }
  }
}

extension TraceLine {
  /// The result in a field as HCI has it: those of the controller are 0x1000 and its code. Nil for one of the stack's own.
  func status(_ key: String) throws(TraceFault) -> ErrorCode? {
    let result: UInt16 = try number(key)
    guard result >> 8 == 0x10 else { return result == 0 ? .success : nil }
    return ErrorCode(rawValue: UInt8(truncatingIfNeeded: result))
  }
}
