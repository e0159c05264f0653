internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import HostStack
internal import Wire

/// What the HCI of one controller shows: connections, what both ends can do and say, and procedures.
struct HCIConversation {
  /// A connection that stands.
  private struct Link {
    var handle: ConnectionHandle
    var assembly: ProcedureAssembly
    var traffic = HostTraffic()
    var encryption = BondTraffic.Encryption()
  }

  private let source: Int
  private let number: Int
  private let interface: String?
  private let table: ConnectionTable
  private var links: [Link] = []
  private var bonds = BondTraffic()
  private var local = LocalFacts()
  private var commands = CommandPairs()
  private var taps = TwoTaps()
  private var advertising: HCIAdvertising

  init(source: Int, number: Int, interface: String?, table: ConnectionTable, advertisers: AdvertiserTable) {
    self.source = source
    self.number = number
    self.interface = interface
    self.table = table
    advertising = HCIAdvertising(source: source, interface: number, name: interface, table: advertisers)
  }

  /// Whether commands or their answers are missing.
  var lacksPackets: Bool { commands.isBroken }

  /// Takes an event, whose octets begin with its code, and appends the procedures that it ends.
  ///
  /// - Returns: what could not be read, or does not fit what came before, in words; nil if nothing.
  mutating func receive(
    event octets: Span<UInt8>, _ frame: RecordedFrame, into done: inout [RecordedProcedure]
  ) -> String? {
    guard octets.count >= 2, octets.count == 2 + Int(octets[1]) else {
      return "an event of \(octets.count) octets, another length than in its header"
    }
    // A trace of an API has neither commands nor their answers.
    if frame.line == nil { commands.receive(event: octets) }
    guard !taps.isRepeated(event: octets), ConnectionFacts.isWanted(octets) else { return nil }
    let parameters = octets.extracting(droppingFirst: 2).withUnsafeBufferPointer { Array($0) }
    let packet = EventPacket(code: octets[0], parameters: parameters)
    do {
      let event = try HCIEventValue(packet)
      try take(event, frame, &done)
      return StepFlaw.first(in: event).map { "\(packet.eventCode): \($0)" }
    } catch let error as SubeventAccumulator.Failure {
      return "\(packet.eventCode): \(Self.text(error))"
    } catch {
      return "\(packet.eventCode): \(error)"
    }
  }

  /// Takes a command, whose octets begin with its opcode; gives what could not be read, in words.
  mutating func receive(command octets: [UInt8], _ frame: RecordedFrame) -> String? {
    if frame.line == nil, octets.count >= 2 { commands.send(UInt16(octets: octets[0], octets[1])) }
    do throws(WireError) {
      let packet = try CommandPacket(decoding: octets)
      do throws(WireError) {
        try advertising.take(packet, frame)
        try local.take(packet, frame.number)
        try takeEncryption(packet, frame.number)
        try takeRequest(packet, frame.number)
      } catch {
        return "\(packet.opcode): \(error)"
      }
    } catch {
      return "a command of \(octets.count) octets: \(error)"
    }
    return nil
  }

  /// Takes ACL data, whose octets begin with the handle, and appends the procedures whose results it brings.
  ///
  /// - Returns: what could not be read, in words; nil if nothing.
  mutating func receive(
    acl octets: [UInt8], _ frame: RecordedFrame, into done: inout [RecordedProcedure]
  ) -> String? {
    guard !taps.isRepeated(acl: octets, frame.direction) else { return nil }
    let packet: ACLPacket
    do throws(WireError) {
      packet = try ACLPacket(decoding: octets)
    } catch {
      return "ACL data of \(octets.count) octets: \(error)"
    }
    let place = link(packet.handle, frame)
    let sender: LinkParty
    switch frame.direction {
    case .hostToController: sender = .own
    case .controllerToHost: sender = .peer
    default: return nil  // Data whose sender is unknown says nothing of either end.
    }
    var problem: String?
    table.change(links[place].assembly.connection) {
      problem = links[place].traffic.receive(
        packet.data, isStart: packet.packetBoundary.isStart, from: sender, frame: frame.number, &$0)
      links[place].traffic.ranging.join(&$0, into: &done)
    }
    return problem
  }

  /// Appends what never ended.
  mutating func end(into done: inout [RecordedProcedure]) {
    for index in links.indices { end(index, &done) }
  }

  private mutating func end(_ link: Int, _ done: inout [RecordedProcedure]) {
    let count = done.count
    links[link].assembly.end(into: &done)
    join(link, from: count, &done)
    table.change(links[link].assembly.connection) {
      $0.unmatchedRangingDataCount = links[link].traffic.ranging.unmatchedCount
    }
  }

  /// Joins what a link's own end reported since `count` to what it read over the Ranging Service.
  private mutating func join(_ link: Int, from count: Int, _ done: inout [RecordedProcedure]) {
    guard done.count > count else { return }
    for procedure in done[count...] { links[link].traffic.ranging.add(procedure) }
    table.change(links[link].assembly.connection) {
      links[link].traffic.ranging.join(&$0, into: &done)
    }
  }

  private mutating func take(
    _ event: HCIEventValue, _ frame: RecordedFrame, _ done: inout [RecordedProcedure]
  ) throws {
    switch event {
    case .leCSSubeventResult(let result):
      let (link, count) = (link(result.connectionHandle, frame), done.count)
      defer { join(link, from: count, &done) }
      try links[link].assembly.receive(result, frame: frame.number, time: frame.time, into: &done)
    case .leCSSubeventResultContinue(let result):
      let (link, count) = (link(result.connectionHandle, frame), done.count)
      defer { join(link, from: count, &done) }
      try links[link].assembly.receive(result, frame: frame.number, into: &done)
    case .disconnectionComplete(let event) where event.status == .success:
      table.change(connection(event.connectionHandle, frame)) { $0.endReason = event.reason }
      close(event.connectionHandle, &done)
    case .leAdvertisingReport(let event): advertising.take(event, frame)
    case .leExtendedAdvertisingReport(let event): advertising.take(event, frame)
    case .commandComplete(let event):
      try local.take(event, frame.number)
      for link in links { table.change(link.assembly.connection) { $0.own.complete(from: local.device) } }
    default:
      takeEncryption(event, frame.number)
      if let complete = event.connectionComplete {
        if complete.status == .success { connect(complete, event, frame, &done) }
      } else if let handle = ConnectionFacts.handle(event) {
        table.change(connection(handle, frame)) { ConnectionFacts.take(event, frame.number, &$0) }
      } else if case .leCSProcedureEnableComplete(let event) = event {
        takeFailedStart(event, frame.number)
      }
    }
  }

  /// Takes a start that failed. The loss of its link may come before it.
  private func takeFailedStart(_ event: LECSProcedureEnableCompleteEvent, _ frame: Int) {
    guard let link = links.first(where: { $0.handle == event.connectionHandle }) else { return }
    table.change(link.assembly.connection) { $0.see(procedures: event, frame) }
  }

  private mutating func connect(
    _ event: LEConnectionCompleteEvent, _ value: HCIEventValue, _ frame: RecordedFrame,
    _ done: inout [RecordedProcedure]
  ) {
    // A controller that was reset tells of no disconnection.
    close(event.connectionHandle, &done)
    let place = connection(event.connectionHandle, frame)
    let role = event.role.role
    table.change(place) {
      $0.isWhole = true
      $0.role = role
      $0.startTime = frame.time
      ConnectionFacts.take(event, value, frame.number, &$0)
      // A packet that is put together from a trace has a zero where the trace says nothing.
      if frame.line != nil { $0.peer.clockAccuracy = nil }
      $0.own.address = $0.own.address ?? local.address(role, advertisingType: advertising.ownAddressType)
    }
    table.tie(place)
  }

  private mutating func close(_ handle: ConnectionHandle, _ done: inout [RecordedProcedure]) {
    guard let index = links.firstIndex(where: { $0.handle == handle }) else { return }
    end(index, &done)
    endEncryption(index)
    table.end(links.remove(at: index).assembly.connection)
  }

  // MARK: Encryption

  private mutating func takeEncryption(_ packet: CommandPacket, _ frame: Int) throws(WireError) {
    switch packet.opcode {
    case .leEnableEncryption:
      let command = try LEEnableEncryptionCommand(packet)
      let key = BondTraffic.Key(name: command.keyName, longTermKey: command.longTermKey)
      changeEncryption(command.connectionHandle) { $0.asked = key }
    case .leLongTermKeyRequestNegativeReply:
      refuse(try LELongTermKeyRequestNegativeReplyCommand(packet).connectionHandle, frame)
    case .reset:
      // A reset ends all links without an event.
      for index in links.indices { endEncryption(index) }
      bonds.reset()
    default: break
    }
  }

  /// A peripheral's host asks for other parameters by the command with which a central's host changes them.
  private func takeRequest(_ packet: CommandPacket, _ frame: Int) throws(WireError) {
    guard packet.opcode == .leConnectionUpdate else { return }
    let command = try LEConnectionUpdateCommand(packet)
    guard let link = links.first(where: { $0.handle == command.connectionHandle }) else { return }
    table.change(link.assembly.connection) {
      if $0.role == .peripheral { $0.own.see(request: command.parameters, frame) }
    }
  }

  private mutating func takeEncryption(_ event: HCIEventValue, _ frame: Int) {
    switch event {
    case .leLongTermKeyRequest(let event):
      let key = BondTraffic.Key(name: event.keyName)
      changeEncryption(event.connectionHandle) { $0.asked = key }
    case .encryptionChange(let event): take(event, frame)
    case .encryptionChangeV2(let event): take(event.change, frame)
    default: break
    }
  }

  private mutating func take(_ event: EncryptionChangeEvent, _ frame: Int) {
    if event.status == .success, event.encryptionEnabled.isOn {
      changeEncryption(event.connectionHandle) { $0.used = $0.asked }
    }
    if event.status == .pinOrKeyMissing { refuse(event.connectionHandle, frame) }
    guard event.status != .success,
      let link = links.first(where: { $0.handle == event.connectionHandle })
    else { return }
    table.change(link.assembly.connection) { $0.isEncryptionRequested = false }
  }

  private mutating func changeEncryption(
    _ handle: ConnectionHandle, _ body: (inout BondTraffic.Encryption) -> Void
  ) {
    guard let index = links.firstIndex(where: { $0.handle == handle }) else { return }
    body(&links[index].encryption)
    if links[index].encryption.asked != nil {
      table.change(links[index].assembly.connection) { $0.isEncryptionRequested = true }
    }
  }

  private mutating func refuse(_ handle: ConnectionHandle, _ frame: Int) {
    guard let index = links.firstIndex(where: { $0.handle == handle }) else { return }
    table.change(links[index].assembly.connection) { bonds.refuse(links[index].encryption, frame, &$0) }
  }

  private mutating func endEncryption(_ index: Int) {
    bonds.end(
      &links[index].encryption, links[index].traffic.keys,
      table.connections[links[index].assembly.connection])
  }

  /// The index in the table of the connection with a handle.
  private mutating func connection(_ handle: ConnectionHandle, _ frame: RecordedFrame) -> Int {
    links[link(handle, frame)].assembly.connection
  }

  /// The index of the link with a handle, which is made if the recording began after it.
  private mutating func link(_ handle: ConnectionHandle, _ frame: RecordedFrame) -> Int {
    if let index = links.firstIndex(where: { $0.handle == handle }) {
      table.change(links[index].assembly.connection) { $0.see(frame) }
      return index
    }
    var connection = RecordedConnection(
      source: source, interface: interface, handle: handle, frame: frame.number)
    connection.conversation = number
    connection.own = local.device
    let place = table.add(connection)
    links.append(Link(handle: handle, assembly: ProcedureAssembly(table: table, connection: place)))
    return links.count - 1
  }

  private static func text(_ failure: SubeventAccumulator.Failure) -> String {
    switch failure {
    case .noSubeventOpen: "it continues no open subevent"
    case .subeventUnfinished(let count): "the previous subevent ends early after \(count) steps"
    case .otherConfiguration(let id): "it has configuration \(id), and the open subevent another one"
    case .malformed(let error): "\(error)"
    }
  }
}
