package import Capture
package import ChannelSounding
package import CoreTypes
package import HCI
package import HostStack
package import LinkLayer
internal import Ranging
internal import Wire

/// A connection as one end's HCI shows it, or the air, or a log of text; what the recording does not show is nil.
package struct RecordedConnection: Sendable {
  /// The PHYs of a connection.
  package struct PHYs: Hashable, Sendable {
    /// What the central sends with.
    package var centralToPeripheral: PHYNumber
    /// What the peripheral sends with.
    package var peripheralToCentral: PHYNumber
  }

  /// A request of the link layer that was refused.
  package struct Rejection: Hashable, Sendable {
    /// The opcode of the request; nil where the refusal does not say.
    package var opcode: ControlOpcode?
    package var reason: ErrorCode
    /// Whether the peer refused it; else our own end, or the central on the air.
    package var isByPeer: Bool
  }

  private static let keptConfigurations = 64
  private static let keptRejections = 64
  private static let keptSeries = 256

  /// Which file it is from, from 0.
  package var source: Int
  /// The interface in that file, as `hci-initiator`; nil where it has no name.
  package var interface: String?
  /// The place of its controller among those of the file; nil but in HCI.
  var conversation: Int?
  /// The Connection_Handle; nil in a log of text and on the air.
  package var handle: ConnectionHandle?
  /// The access address; nil but on the air.
  package var accessAddress: AccessAddress?
  /// Accounts of the same link in one file have the same number, from 0.
  package internal(set) var link = 0
  /// The frame that opened it, or the first that spoke of it.
  package var firstFrame: Int
  /// The last frame that spoke of it.
  package private(set) var lastFrame: Int
  /// When that frame was recorded.
  package private(set) var lastTime: RecordTime?
  /// When it was opened.
  package var startTime: RecordTime?
  /// Whether the recording has its beginning.
  package var isWhole = false
  /// Whether this one stands for all connections that are not kept, of which it tells nothing but their procedures.
  package internal(set) var isRemainder = false
  /// Whether our own end is central or peripheral; on the air the central is taken for it.
  package var role: LinkRole?
  /// Whose results a log of text has; nil in an HCI recording, where configurations tell.
  package var loggedRole: CSRole?
  /// The end whose HCI was recorded; on the air the central.
  package var own = RecordedDevice()
  /// The other end.
  package var peer = RecordedDevice()
  /// From one connection event to the next, in microseconds.
  package var intervalMicroseconds: Double?
  /// The connection events that the peripheral may skip.
  package var latency: Seen<UInt16>?
  package var timeout: Seen<SupervisionTimeout>?
  /// The PHYs after the last change.
  package var phys: Seen<PHYs>?
  /// The packet lengths in force, as our own controller tells them; nil on the air.
  package var dataLength: Seen<DataLengths>?
  /// Why it ended; nil while it stands at the end of the recording.
  package var endReason: ErrorCode?
  /// Whether the link was encrypted in the end.
  package private(set) var isEncrypted = false
  /// The frame that first tells of encryption; nil if none does.
  package private(set) var firstEncryption: Int?
  /// Whether HCI shows that encryption was requested and not that it failed; that it succeeded may be missing.
  package internal(set) var isEncryptionRequested = false
  /// Packets of the air that are encrypted and stand so in the recording.
  package var hiddenCount = 0
  /// The bond whose key the peripheral refused on this connection, with the frame of the refusal.
  package internal(set) var lostBond: Seen<LostBond>?
  /// Why pairing failed.
  package var pairingFailure: Seen<PairingFailure>?
  /// Whether CS security was started.
  package var isSecured = false
  /// The first requests of the link layer that were refused.
  package private(set) var rejections: [Seen<Rejection>] = []
  /// The configurations in the order in which they were made, those that were removed too; the first 64. Their role is
  /// that of our own end.
  package private(set) var configurations: [Seen<CSConfiguration>] = []
  /// The frame of the last removal of each configuration.
  private var removals: [ConfigID: Int] = [:]
  /// Configurations that could not be read, and why.
  package private(set) var refusals: [String] = []
  /// What was started, and what came of it, in order; the first 256.
  package private(set) var series: [RecordedSeries] = []
  private var startCount = 0
  /// The frames that tell of a start that failed; the first 64.
  package private(set) var failedStarts: [Int] = []
  /// The schedule in force, or the last.
  package var schedule: Seen<LECSProcedureEnableCompleteEvent>?
  /// Procedures whose results our own end read over the peer's Ranging Service, and has results of itself.
  package internal(set) var rangingDataCount = 0
  /// The first frame of the first of them; nil without any.
  package internal(set) var firstRangingData: Int?
  /// The first frame of the first of them whose steps are not as long as their RTT_Type has them; nil without any.
  package internal(set) var firstOddRangingData: Int?
  /// Results that came over the Ranging Service and go with none of our own end.
  package internal(set) var unmatchedRangingDataCount = 0
  /// The clock of the recording against the connection events of the procedures.
  package private(set) var clock = CaptureClock()
  package private(set) var procedures = ProcedureCounts()

  init(source: Int, interface: String?, handle: ConnectionHandle?, frame: Int) {
    self.source = source
    self.interface = interface
    self.handle = handle
    firstFrame = frame
    lastFrame = frame
  }

  /// Whether this is a log of text, which tells neither channels nor times of a configuration.
  package var isLog: Bool { handle == nil && accessAddress == nil }

  /// Whether pairing is by LE Secure Connections; nil where the recording does not have it.
  package var usesSecureConnections: Bool? { bothPair(.secureConnections) }

  /// Whether the ends keep their keys; nil where the recording does not have pairing.
  package var isBonding: Bool? { bothPair(.bonding) }

  private func bothPair(_ bit: AuthenticationRequirements) -> Bool? {
    guard let own = own.pairing?.value, let peer = peer.pairing?.value else { return nil }
    return own.authenticationRequirements.contains(bit) && peer.authenticationRequirements.contains(bit)
  }

  /// The configuration with an identifier; nil if it was removed, and no new one recorded.
  func configuration(_ id: ConfigID) -> CSConfiguration? {
    guard let last = configurations.last(where: { $0.value.id == id }) else { return nil }
    return last.frame > removals[id] ?? 0 ? last.value : nil
  }

  // MARK: What frames show

  mutating func see(_ frame: RecordedFrame) {
    lastFrame = frame.number
    lastTime = frame.time ?? lastTime
  }

  /// Takes a configuration, or its removal; one whose times have no meaning is left out.
  mutating func add(_ event: LECSConfigCompleteEvent, _ frame: Int) {
    guard event.action != .remove else { return removals[event.configID] = frame }
    do throws(WireError) {
      add(try event.configuration(), frame)
    } catch {
      refuse(event.configID, "\(error)", frame)
    }
  }

  /// Takes a configuration of the air, where times are indices that need not stand for any.
  mutating func add(_ configuration: CSConfiguration, _ frame: Int) {
    func problem<List>(_ name: String, _ time: CSTime<List>) -> String? {
      time.isListed ? nil : "\(name) is \(time.index), expected 0 to \(List.microseconds.count - 1)"
    }
    let problem =
      problem("T_IP1", configuration.tIP1) ?? problem("T_IP2", configuration.tIP2)
      ?? problem("T_FCS", configuration.tFCS) ?? problem("T_PM", configuration.tPM)
    if let problem { return refuse(configuration.id, problem, frame) }
    // The last place goes to the latest, since results are read by it.
    if configurations.count == Self.keptConfigurations { configurations.removeLast() }
    configurations.append(Seen(configuration, frame: frame))
  }

  /// Records a configuration that cannot be read, and why.
  mutating func refuse(_ id: ConfigID, _ problem: String, _ frame: Int) {
    guard refusals.count < Self.keptConfigurations else { return }
    refusals.append("configuration \(id): \(problem) (frame \(frame))")
  }

  mutating func see(encrypted isEncrypted: Bool, _ frame: Int) {
    self.isEncrypted = isEncrypted
    if isEncrypted { firstEncryption = firstEncryption ?? frame }
  }

  /// Takes a start of procedures, a start that failed, or their end, as a controller tells of it.
  mutating func see(procedures event: LECSProcedureEnableCompleteEvent, _ frame: Int) {
    guard event.status == .success else {
      if failedStarts.count < Self.keptRejections { failedStarts.append(frame) }
      return
    }
    if let last = series.indices.last, series[last].endFrame == nil { series[last].endFrame = frame }
    guard event.state == .enabled else { return }
    schedule.see(event, frame)
    startCount += 1
    if series.count < Self.keptSeries { series.append(RecordedSeries(event, frame)) }
  }

  /// Counts a procedure that is reported whole, and finds its series.
  mutating func count(_ procedure: inout RecordedProcedure) {
    procedures.count(procedure)
    if procedure.lines == nil, let time = procedure.time, let intervalMicroseconds,
      let event = procedure.subevents.first?.startACLConnEventCounter
    {
      clock.see(
        event: event, time, intervalMicroseconds: intervalMicroseconds, frame: procedure.frames.lowerBound)
    }
    procedure.clockJumpCount = clock.doubtCount
    guard startCount == series.count,
      let place = series.lastIndex(where: { $0.start.frame < procedure.frames.lowerBound })
    else { return }
    procedure.seriesStart = series[place].start.frame
    series[place].count(procedure)
  }

  /// Takes the distance of a procedure that was counted.
  mutating func take(_ distance: DistanceEstimate, of procedure: RecordedProcedure) {
    guard let start = procedure.seriesStart,
      let place = series.lastIndex(where: { $0.start.frame == start })
    else { return }
    series[place].distances.take(distance)
  }

  mutating func see(_ parameters: ConnectionParameters, _ frame: Int) {
    let interval = Double(parameters.interval.microseconds)
    if interval != intervalMicroseconds { clock.change(frame) }
    intervalMicroseconds = interval
    latency.see(parameters.latency, frame)
    timeout.see(parameters.timeout, frame)
  }

  mutating func see(
    rejection opcode: ControlOpcode?, _ reason: ErrorCode, by party: LinkParty, _ frame: Int
  ) {
    guard rejections.count < Self.keptRejections else { return }
    rejections.append(
      Seen(Rejection(opcode: opcode, reason: reason, isByPeer: party == .peer), frame: frame))
  }
}
