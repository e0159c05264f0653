internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Wire

/// What one controller tells its host in a recording: connections, what the peer can do, and procedures.
struct HCIConversation {
  /// A connection that stands.
  private struct Link {
    var handle: UInt16
    var assembly: ProcedureAssembly
  }

  private let source: Int
  private let interface: String?
  private let table: ConnectionTable
  private var links: [Link] = []

  init(source: Int, interface: String?, table: ConnectionTable) {
    self.source = source
    self.interface = interface
    self.table = table
  }

  /// Takes an event, whose octets begin with its code, and appends the procedures that it ends.
  ///
  /// - Returns: what could not be read, or does not fit what came before, in words; nil if nothing.
  mutating func receive(
    _ octets: [UInt8], _ frame: RecordedFrame, into done: inout [RecordedProcedure]
  ) -> String? {
    guard octets.count >= 2, octets.count == 2 + Int(octets[1]) else {
      return "an event of \(octets.count) octets, which is not what its header says"
    }
    let packet = EventPacket(code: octets[0], parameters: Array(octets[2...]))
    guard Self.isWanted(packet.eventCode) else { return nil }
    do {
      try take(try HCIEventValue(packet), frame, &done)
      return nil
    } catch let error as SubeventAccumulator.Failure {
      return "\(packet.eventCode): \(Self.text(error))"
    } catch {
      return "\(packet.eventCode): \(error)"
    }
  }

  /// Appends what never ended.
  mutating func end(into done: inout [RecordedProcedure]) {
    for index in links.indices { links[index].assembly.end(into: &done) }
  }

  /// Advertising reports and the like come by the thousand and are passed over unread.
  private static func isWanted(_ code: EventCode) -> Bool {
    switch code {
    case .leCSSubeventResult, .leCSSubeventResultContinue, .leConnectionComplete,
      .leEnhancedConnectionComplete, .leConnectionUpdateComplete, .disconnectionComplete, .encryptionChange,
      .encryptionChangeV2, .readRemoteVersionInformationComplete, .leReadRemoteFeaturesComplete,
      .leCSReadRemoteSupportedCapabilitiesComplete, .leCSReadRemoteSupportedCapabilitiesCompleteV2,
      .leCSConfigComplete, .leCSSecurityEnableComplete, .leCSProcedureEnableComplete:
      true
    default: false
    }
  }

  private mutating func take(
    _ event: HCIEventValue, _ frame: RecordedFrame, _ done: inout [RecordedProcedure]
  ) throws(SubeventAccumulator.Failure) {
    switch event {
    case .leCSSubeventResult(let result):
      let link = link(result.connectionHandle, frame)
      try links[link].assembly.receive(result, frame: frame.number, time: frame.time, into: &done)
    case .leCSSubeventResultContinue(let result):
      let link = link(result.connectionHandle, frame)
      try links[link].assembly.receive(result, frame: frame.number, into: &done)
    case .disconnectionComplete(let event) where event.status == .success:
      let index = connection(event.connectionHandle, frame)
      table.connections[index].endReason = event.reason
      close(event.connectionHandle, &done)
    default:
      if let complete = event.connectionComplete {
        if complete.status == .success { connect(complete, frame, &done) }
      } else {
        describe(event, frame)
      }
    }
  }

  private mutating func connect(
    _ event: LEConnectionCompleteEvent, _ frame: RecordedFrame, _ done: inout [RecordedProcedure]
  ) {
    // A controller that was reset tells of no disconnection.
    close(event.connectionHandle, &done)
    let index = connection(event.connectionHandle, frame)
    table.connections[index].isWhole = true
    table.connections[index].role = LinkRole(rawValue: event.role)
    table.connections[index].peer = DeviceAddress(
      octets: event.peerAddress, kind: event.peerAddressType & 1 == 0 ? .public : .random)
    table.connections[index].intervalMicroseconds = Self.microseconds(event.connectionInterval)
  }

  private mutating func close(_ handle: UInt16, _ done: inout [RecordedProcedure]) {
    guard let index = links.firstIndex(where: { $0.handle == handle }) else { return }
    links[index].assembly.end(into: &done)
    links.remove(at: index)
  }

  /// Events that tell of a connection and lead to nothing else.
  private mutating func describe(_ event: HCIEventValue, _ frame: RecordedFrame) {
    switch event {
    case .leConnectionUpdateComplete(let event):
      change(event.connectionHandle, event.status, frame) {
        $0.intervalMicroseconds = Self.microseconds(event.connectionInterval)
      }
    case .encryptionChange(let event):
      change(event.connectionHandle, event.status, frame) { $0.isEncrypted = event.encryptionEnabled != 0 }
    case .encryptionChangeV2(let event):
      change(event.connectionHandle, event.status, frame) { $0.isEncrypted = event.encryptionEnabled != 0 }
    case .readRemoteVersionInformationComplete(let event):
      change(event.connectionHandle, event.status, frame) {
        $0.version = CoreVersion(rawValue: event.version)
        $0.company = event.companyIdentifier
      }
    case .leReadRemoteFeaturesComplete(let event):
      change(event.connectionHandle, event.status, frame) { $0.features = event.leFeatures }
    case .leCSReadRemoteSupportedCapabilitiesComplete(let event):
      change(event.connectionHandle, event.status, frame) { $0.capabilities = event.capabilities }
    case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event):
      change(event.connectionHandle, event.status, frame) { $0.capabilities = event.capabilities }
    default: describeProcedures(event, frame)
    }
  }

  private mutating func describeProcedures(_ event: HCIEventValue, _ frame: RecordedFrame) {
    switch event {
    case .leCSSecurityEnableComplete(let event):
      change(event.connectionHandle, event.status, frame) { $0.isSecured = true }
    case .leCSProcedureEnableComplete(let event) where event.state == 1:
      change(event.connectionHandle, event.status, frame) { $0.schedule = event }
    case .leCSConfigComplete(let event) where event.action == 1:
      change(event.connectionHandle, event.status, frame) { $0.add(event) }
    default: break
    }
  }

  private mutating func change(
    _ handle: UInt16, _ status: ErrorCode, _ frame: RecordedFrame, _ body: (inout RecordedConnection) -> Void
  ) {
    guard status == .success else { return }
    body(&table.connections[connection(handle, frame)])
  }

  /// The index in the table of the connection with a handle.
  private mutating func connection(_ handle: UInt16, _ frame: RecordedFrame) -> Int {
    links[link(handle, frame)].assembly.connection
  }

  /// The index of the link with a handle, which is made if the recording began after it.
  private mutating func link(_ handle: UInt16, _ frame: RecordedFrame) -> Int {
    if let index = links.firstIndex(where: { $0.handle == handle }) {
      table.connections[links[index].assembly.connection].lastFrame = frame.number
      return index
    }
    let connection = table.add(
      RecordedConnection(source: source, interface: interface, handle: handle, frame: frame.number))
    links.append(Link(handle: handle, assembly: ProcedureAssembly(table: table, connection: connection)))
    return links.count - 1
  }

  private static func microseconds(_ interval: UInt16) -> Double { 1250 * Double(interval) }

  private static func text(_ failure: SubeventAccumulator.Failure) -> String {
    switch failure {
    case .noSubeventOpen: "no subevent is open that it could continue"
    case .subeventUnfinished(let count): "the subevent before it breaks off after \(count) steps"
    case .otherConfiguration(let id): "it is of configuration \(id), and the open subevent is of another"
    case .malformed(let error): "\(error)"
    }
  }
}
