internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import Ranging

/// The connections of all recordings of an analysis, in the order in which they were met.
///
/// When the table is full, a new connection takes the place of the oldest that has ended without Channel Sounding. If
/// there is none, it is counted into one that stands for all further ones. A connection with procedures keeps its place.
final class ConnectionTable {
  static let limit = 4096
  /// So far apart do two ends say that they are connected, at most.
  private static let tieMicroseconds = 1e6
  /// Two taps record a packet within this time of each other.
  private static let tapMicroseconds = 1e6
  private static let keptProcedures = 8

  private(set) var connections: [RecordedConnection] = []
  /// How many connections were met and are not kept.
  private(set) var notKeptCount = 0
  private var linkCount = 0
  /// When each connection was opened, if the recording has that: few are ever near each other.
  private var starts: [(source: Int, time: RecordTime)?] = []
  /// The last procedures of HCI, in a ring.
  private var recent: [RecordedProcedure] = []
  private var oldestRecent = 0
  /// The places of ended connections without Channel Sounding, the oldest end first.
  private var freePlaces: [Int] = []

  /// The addresses of both ends of all connections.
  var addresses: Set<DeviceAddress> {
    var addresses: Set<DeviceAddress> = []
    for place in connections.indices {
      let shown = [
        connections[place].own.address, connections[place].own.identityAddress,
        connections[place].peer.address, connections[place].peer.identityAddress,
      ]
      addresses.formUnion(shown.compactMap { $0?.value })
    }
    return addresses
  }

  /// Gives a connection its place, which is its own until `end`.
  func add(_ connection: RecordedConnection) -> Int {
    var connection = connection
    connection.link = linkCount
    linkCount += 1
    if connections.count < Self.limit { return append(connection) }
    notKeptCount += 1
    if !freePlaces.isEmpty {
      let place = freePlaces.removeFirst()
      connections[place] = connection
      starts[place] = nil
      return place
    }
    connection.isRemainder = true
    return connections.count == Self.limit ? append(connection) : Self.limit
  }

  private func append(_ connection: RecordedConnection) -> Int {
    connections.append(connection)
    starts.append(nil)
    return connections.count - 1
  }

  /// Ends a connection: its place is free for another one, unless it shows Channel Sounding.
  func end(_ place: Int) {
    if !connections[place].isRemainder, !connections[place].showsChannelSounding { freePlaces.append(place) }
  }

  /// Changes a connection; that which stands for many stays as it is.
  func change(_ place: Int, _ body: (inout RecordedConnection) -> Void) {
    if !connections[place].isRemainder { body(&connections[place]) }
  }

  /// Finds which end reported a procedure, and counts it unless another tap did before.
  func finish(_ procedure: inout RecordedProcedure) {
    let configuration = connections[procedure.connection].configuration(procedure.configID)
    procedure.configuration = configuration
    procedure.role = configuration?.role ?? procedure.role ?? procedure.impliedRole
    if procedure.lines == nil {
      // By their places: to copy procedures takes longer than to compare their counters.
      procedure.isRepeated = recent.indices.contains { place in
        recent[place].counter == procedure.counter && isRepeated(procedure, of: recent[place])
      }
      guard !procedure.isRepeated else { return }
      keep(procedure)
    }
    connections[procedure.connection].count(&procedure)
  }

  private func keep(_ procedure: RecordedProcedure) {
    guard recent.count == Self.keptProcedures else { return recent.append(procedure) }
    recent[oldestRecent] = procedure
    oldestRecent = (oldestRecent + 1) % Self.keptProcedures
  }

  /// Whether two procedures are one, which two taps of one controller have, or one tap twice.
  private func isRepeated(_ procedure: RecordedProcedure, of other: RecordedProcedure) -> Bool {
    guard procedure.hasSameResults(as: other), let time = procedure.time, let earlier = other.time,
      abs(time.microseconds(since: earlier)) <= Self.tapMicroseconds
    else { return false }
    if procedure.connection == other.connection { return true }
    let (one, two) = (connections[procedure.connection], connections[other.connection])
    let hasSteps = procedure.subevents.contains { !$0.stepOctets.isEmpty }
    return hasSteps && one.source == two.source && one.role == two.role && one.handle == two.handle
  }

  /// Takes the distance of a complete procedure for the series of each end's own account.
  func take(_ analysis: ProcedureAnalysis) {
    guard let distance = analysis.comparedEstimate, distance.hasPeak else { return }
    for account in [analysis.initiator, analysis.reflector].compactMap(\.self)
    where !account.isFromRangingService {
      connections[account.connection].take(distance, of: account)
    }
  }

  /// Finds another account of the same link in the same file, now that the beginning of this one is known.
  func tie(_ place: Int) {
    let connection = connections[place]
    guard let time = connection.startTime, connection.isWhole, !connection.isRemainder else { return }
    starts[place] = (connection.source, time)
    for other in starts.indices.reversed() where other != place {
      guard let start = starts[other], start.source == connection.source,
        abs(time.microseconds(since: start.time)) <= Self.tieMicroseconds
      else { continue }
      let account = connections[other]
      guard connection.canBeSameLink(as: account),
        !connections.contains(where: { $0.link == account.link && $0.isSameInterface(as: connection) })
      else { continue }
      connections[place].link = account.link
      return
    }
  }
}

extension RecordedConnection {
  /// Whether anything of it is about Channel Sounding, other than what its own end can do.
  fileprivate var showsChannelSounding: Bool {
    procedures.total > 0 || schedule != nil || !configurations.isEmpty || !refusals.isEmpty || isSecured
      || peer.capabilities != nil
  }

  fileprivate var isOnAir: Bool { accessAddress != nil }

  fileprivate func isSameInterface(as other: RecordedConnection) -> Bool {
    source == other.source && interface == other.interface && conversation == other.conversation
      && isOnAir == other.isOnAir && role == other.role
  }

  /// Whether two taps of one controller can have it.
  private func isTapped(as other: RecordedConnection) -> Bool {
    guard let peer = peer.address?.value else { return false }
    return handle != nil && handle == other.handle && peer == other.peer.address?.value
  }

  /// Whether nothing speaks against two accounts being of one link.
  fileprivate func canBeSameLink(as other: RecordedConnection) -> Bool {
    guard intervalMicroseconds == other.intervalMicroseconds, !isSameInterface(as: other) else {
      return false
    }
    if isOnAir, other.isOnAir { return accessAddress == other.accessAddress }
    // The ends of the other account in the order of this one.
    let isTurned = role != other.role
    guard isTurned || isOnAir || other.isOnAir || isTapped(as: other) else { return false }
    let (own, peer) = isTurned ? (other.peer, other.own) : (other.own, other.peer)
    return self.own.canBe(own) && self.peer.canBe(peer)
  }
}

extension RecordedDevice {
  /// Whether no address speaks against it. A controller that resolved an address tells the identity alone.
  fileprivate func canBe(_ other: RecordedDevice) -> Bool {
    guard identityAddress == nil, other.identityAddress == nil, let address, let peer = other.address else {
      return true
    }
    return address.value == peer.value
  }
}
