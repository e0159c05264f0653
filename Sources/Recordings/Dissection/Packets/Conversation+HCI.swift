internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Wire

extension Conversation {
  /// The link of commands and events, which belong to no connection.
  private static let control = UInt32.max

  /// Reads a packet of an HCI, without its indicator.
  mutating func readHCI(
    _ indicator: HCIPacketIndicator, _ octets: [UInt8], _ frame: RecordedFrame
  ) -> PacketReading {
    do throws(WireError) {
      switch try HCIPacket(h4: [indicator.rawValue] + octets) {
      case .command(let packet): return command(packet, frame)
      case .event(let packet): return event(packet, frame)
      case .acl(let packet): return data(packet, frame)
      case .sco(let packet):
        return PacketReading(
          name: "SCO data", sentences: ["Voice data of a BR/EDR link."], parts: [.packet("SCO data", packet)])
      case .iso(let packet):
        return PacketReading(
          name: "ISO data", sentences: ["Data of an isochronous stream."],
          parts: [.packet("ISO data", packet)])
      }
    } catch {
      return .broken("HCI \(Self.name(indicator))", error)
    }
  }

  private static func name(_ indicator: HCIPacketIndicator) -> String {
    switch indicator {
    case .command: "command"
    case .event: "event"
    case .acl: "ACL data"
    case .sco: "SCO data"
    case .iso: "ISO data"
    }
  }

  private mutating func command(_ packet: CommandPacket, _ frame: RecordedFrame) -> PacketReading {
    let stream = PacketStream(source: PacketSource(frame), link: Self.control, isForward: true)
    let number = packet.opcode.rawValue
    let connection = EventWords.connection(of: packet)
    let question = Question(stream: stream, kind: .command(number))
    connections[question] = connection
    var reading = PacketReading(
      name: "\(packet.opcode)", sentences: [CommandWords.purpose(of: packet.opcode)],
      asks: [question, Question(stream: stream, kind: .pending(number, connection: connection))],
      direction: .hostToController)
    do throws(WireError) {
      if let command = try packet.decoded() { reading.parts = [.packet(reading.name, command)] }
    } catch {
      reading.sentences.append("Its parameters cannot be read: \(error).")
    }
    return reading
  }

  private mutating func event(_ packet: EventPacket, _ frame: RecordedFrame) -> PacketReading {
    let code = packet.eventCode
    var reading = PacketReading(
      name: "\(code)", sentences: [EventWords.purpose(of: code)], direction: .controllerToHost)
    do throws(WireError) {
      let value = try HCIEventValue(packet)
      if let event = value.event { reading.parts = [.packet(reading.name, event)] }
      describe(value, frame, &reading)
      let stream = PacketStream(source: PacketSource(frame), link: Self.control, isForward: true)
      reading.answers += EventWords.commands(behind: value).map { opcode in
        let connection = EventWords.connection(of: packet, endOf: opcode)
        return Question(stream: stream, kind: .pending(opcode.rawValue, connection: connection))
      }
      if let failure = EventWords.failure(packet) { reading.sentences = [failure] }
      reading.boundary = Self.handle(boundedBy: value).map {
        PacketStream(source: PacketSource(frame), link: UInt32($0.rawValue), isForward: true)
      }
    } catch {
      reading.sentences.append("Its parameters cannot be read: \(error).")
    }
    return reading
  }

  /// The connection that begins or ends with an event.
  private static func handle(boundedBy event: HCIEventValue) -> ConnectionHandle? {
    if let begun = event.connectionComplete { return begun.status == .success ? begun.connectionHandle : nil }
    guard case .disconnectionComplete(let ended) = event, ended.status == .success else { return nil }
    return ended.connectionHandle
  }

  private mutating func describe(
    _ event: HCIEventValue, _ frame: RecordedFrame, _ reading: inout PacketReading
  ) {
    let stream = PacketStream(source: PacketSource(frame), link: Self.control, isForward: true)
    switch event {
    case .commandComplete(let event):
      if event.commandOpcode.rawValue != 0 { reading.name += " of \(event.commandOpcode)" }
      reading.answers = [Question(stream: stream, kind: .command(event.commandOpcode.rawValue))]
      reading.sentences += AnswerWords.sentences(event)
      if let part = Self.returned(in: event) { reading.parts.append(part) }
    case .commandStatus(let event):
      if event.commandOpcode.rawValue != 0 { reading.name += " of \(event.commandOpcode)" }
      let number = event.commandOpcode.rawValue
      let question = Question(stream: stream, kind: .command(number))
      reading.answers = [question]
      // A command that was refused has no event either.
      if event.status != .success {
        let pending = Question.Kind.pending(number, connection: connections[question])
        reading.answers.append(Question(stream: stream, kind: pending))
      }
      reading.sentences.append(AnswerWords.sentence(event))
    case .leCSConfigComplete(let event):
      keep(event, frame)
      reading.sentences += ChannelSoundingWords.sentences(event)
    case .leCSSubeventResult(let event):
      reading.sentences += ChannelSoundingWords.sentences(event)
      reading.parts.append(
        steps(
          event.reported.steps, event.connectionHandle, event.configID, event.reported.numAntennaPaths, frame)
      )
    case .leCSSubeventResultContinue(let event):
      reading.sentences += ChannelSoundingWords.sentences(event)
      reading.parts.append(
        steps(
          event.reported.steps, event.connectionHandle, event.configID, event.reported.numAntennaPaths, frame)
      )
    default: reading.sentences += EventWords.sentences(event)
    }
  }

  private mutating func keep(_ event: LECSConfigCompleteEvent, _ frame: RecordedFrame) {
    let key = ConfigurationKey(
      source: PacketSource(frame), handle: event.connectionHandle, id: event.configID)
    guard event.status == .success else { return }
    do throws(WireError) {
      configurations[key] = event.action == .remove ? nil : try event.configuration()
    } catch {
      configurations[key] = nil
    }
  }

  private func steps(
    _ octets: [UInt8], _ handle: ConnectionHandle, _ id: ConfigID, _ pathCount: UInt8, _ frame: RecordedFrame
  ) -> PacketReading.Part {
    let key = ConfigurationKey(source: PacketSource(frame), handle: handle, id: id)
    let layout =
      configurations[key].map { CSStepLayout($0, numAntennaPaths: pathCount) }
      ?? CSStepLayout(impliedBy: octets, numAntennaPaths: pathCount)
    return .steps(octets, layout)
  }

  private mutating func data(_ packet: ACLPacket, _ frame: RecordedFrame) -> PacketReading {
    guard frame.direction != .unknown else {
      return PacketReading(
        name: "ACL data", sentences: [Self.unknownSender(packet)], parts: [.packet("ACL data", packet)])
    }
    let stream = PacketStream(
      source: PacketSource(frame), link: UInt32(packet.handle.rawValue),
      isForward: frame.direction == .hostToController)
    var reading = content(packet.data, isStart: packet.packetBoundary.isStart, on: stream, frame)
    reading.parts.insert(.packet("ACL data", packet), at: 0)
    return reading
  }

  /// Why neither side can be said to have sent a packet.
  private static func unknownSender(_ packet: ACLPacket) -> String {
    packet.packetBoundary == .continuing
      ? "The sender is unknown: the recording has neither a direction nor the first fragment."
      : "The sender is unknown: the recording has no direction, and PB_Flag is \(packet.packetBoundary), expected 0 to 2."
  }

  /// The return parameters of a command that was done; nil where they are not known.
  private static func returned(in event: CommandCompleteEvent) -> PacketReading.Part? {
    guard let type = CommandTable.type(of: event.commandOpcode) as? any HCICompletedCommand.Type,
      event.status == .success
    else { return nil }
    return returned(in: event, type)
  }

  private static func returned<Command: HCICompletedCommand>(
    in event: CommandCompleteEvent, _ type: Command.Type
  ) -> PacketReading.Part? {
    do throws(WireError) {
      return .packet("return parameters of \(event.commandOpcode)", try type.returned(in: event))
    } catch {
      return nil
    }
  }
}

extension PacketReading {
  /// A packet whose octets are not those of its kind.
  static func broken(_ name: String, _ error: WireError) -> PacketReading {
    PacketReading(name: "\(name) that cannot be read", sentences: ["Its octets are invalid: \(error)."])
  }
}
