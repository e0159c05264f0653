public import ChannelSounding
public import CoreTypes
public import HCI
internal import Wire

/// A connection as one end's HCI shows it, or a log of text; what the recording does not show is nil.
public struct RecordedConnection: Sendable {
  /// Which file it is from, from 0.
  public var source: Int
  /// The interface in that file, as `hci-initiator`; nil where it has no name.
  public var interface: String?
  /// The Connection_Handle; nil in a log of text.
  public var handle: UInt16?
  /// The frame that opened it, or the first that spoke of it.
  public var firstFrame: Int
  /// The last frame that spoke of it.
  public var lastFrame: Int
  /// Whether the recording has its beginning.
  public var isWhole = false
  /// Whether this end is central or peripheral.
  public var role: LinkRole?
  /// Whose results a log of text has; nil in an HCI recording, where configurations tell.
  public var loggedRole: CSRole?
  /// The address of the peer.
  public var peer: DeviceAddress?
  /// From one connection event to the next, in microseconds.
  public var intervalMicroseconds: Double?
  /// Why it ended; nil while it stands at the end of the recording.
  public var endReason: ErrorCode?
  /// The version of the peer's controller.
  public var version: CoreVersion?
  /// The company identifier of the peer's controller.
  public var company: UInt16?
  /// Page 0 of the peer's features.
  public var features: UInt64?
  /// What the peer's controller can do in Channel Sounding.
  public var capabilities: CSCapabilities?
  /// Whether the link was encrypted.
  public var isEncrypted = false
  /// Whether CS security was started.
  public var isSecured = false
  /// Whether this is a log of text, which tells neither channels nor times of a configuration.
  public var isLog: Bool { handle == nil }
  /// The configurations in the order in which they were made, those that were removed too.
  public var configurations: [CSConfiguration] = []
  /// Configurations that could not be read, and why.
  public var refusals: [String] = []
  /// The schedule in force, or the last.
  public var schedule: LECSProcedureEnableCompleteEvent?
  /// What became of the procedures.
  public var procedures = ProcedureCounts()

  init(source: Int, interface: String?, handle: UInt16?, frame: Int) {
    self.source = source
    self.interface = interface
    self.handle = handle
    firstFrame = frame
    lastFrame = frame
  }

  /// Takes a configuration; one whose times have no meaning is left out.
  mutating func add(_ event: LECSConfigCompleteEvent) {
    do throws(WireError) {
      configurations.append(try event.configuration())
    } catch {
      refusals.append("configuration \(event.configID): \(error)")
    }
  }

  /// The last configuration with an identifier.
  func configuration(_ id: UInt8) -> CSConfiguration? { configurations.last { $0.id == id } }
}

/// The connections of all recordings of an analysis, in the order in which they were met.
final class ConnectionTable {
  var connections: [RecordedConnection] = []

  /// Gives a connection its place.
  func add(_ connection: RecordedConnection) -> Int {
    connections.append(connection)
    return connections.count - 1
  }

  /// Says which end told a procedure, and counts it.
  func finish(_ procedure: inout RecordedProcedure) {
    let configuration = connections[procedure.connection].configuration(procedure.configID)
    procedure.role = configuration?.role ?? procedure.role ?? procedure.impliedRole
    connections[procedure.connection].procedures.count(procedure)
  }
}

/// How many procedures ended how, by what one end told of them.
public struct ProcedureCounts: Hashable, Sendable {
  /// Procedures that were aborted for one reason.
  public struct Aborted: Hashable, Sendable {
    /// In words.
    public var reason: String
    /// How many.
    public var count: Int
  }

  /// All results are there.
  public var complete = 0
  /// By reason, in the order of their first appearance.
  public private(set) var aborted: [Aborted] = []
  /// The results break off.
  public var unfinished = 0

  /// All of them.
  public var total: Int { complete + unfinished + aborted.reduce(0) { $0 + $1.count } }

  mutating func count(_ procedure: RecordedProcedure) {
    switch procedure.ending {
    case .complete: complete += 1
    case .unfinished: unfinished += 1
    case .aborted:
      let reason = procedure.abortReason ?? ""
      if let index = aborted.firstIndex(where: { $0.reason == reason }) {
        aborted[index].count += 1
      } else {
        aborted.append(Aborted(reason: reason, count: 1))
      }
    }
  }
}
