public import ChannelSounding
public import CoreTypes
internal import Faults

/// Which channels each side finds good, and from which connection event on.
struct CSClassification: Hashable, Sendable {
  /// The least time between two indications of one side. [Vol 6, Part B, 5.1.28]
  static let spacing = Picoseconds.seconds(1)

  /// One side's classification.
  struct Side: Hashable, Sendable {
    private var current = CSChannelMap.allowed
    private var pending: [Update] = []

    private struct Update: Hashable, Sendable {
      var map: CSChannelMap
      var instant: ConnEventCounter
    }

    /// Whether one map counts from now on.
    var isSettled: Bool { pending.isEmpty }

    /// Lets `map` count for procedures that start at `instant` or later.
    mutating func add(_ map: CSChannelMap, from instant: ConnEventCounter) {
      pending.append(Update(map: map, instant: instant))
    }

    /// The map for a procedure that starts at connection event `event`.
    func map(at event: ConnEventCounter) -> CSChannelMap {
      pending.last { !event.isPassed(at: $0.instant) }?.map ?? current
    }

    /// Forgets what no procedure after `event` needs.
    mutating func settle(at event: ConnEventCounter) {
      guard !pending.isEmpty else { return }
      current = map(at: event)
      pending.removeAll { !event.isPassed(at: $0.instant) }
    }
  }

  var local = Side()
  var remote = Side()
  /// What the host wants the peer to know and it does not yet.
  var wanted: CSChannelMap?
  /// When the host last gave a classification.
  var lastRequest: Instant?
  /// When the peer last got a report.
  var lastIndication: Instant?

  /// Whether there is nothing to tell and nothing to come into force.
  var isSettled: Bool { wanted == nil && local.isSettled && remote.isSettled }
}

/// The Channel Sounding channel map update procedure. [Vol 6, Part B, 5.1.28]
extension LinkControl {
  /// The channels of a procedure that starts at connection event `event`: those of the configuration that
  /// both sides find good. [Vol 6, Part H, 4.1]
  public func csChannelMap(for configuration: CSConfiguration, at event: ConnEventCounter) -> CSChannelMap {
    configuration.channelMap.intersection(cs.classification.local.map(at: event))
      .intersection(cs.classification.remote.map(at: event))
  }

  /// The least time between two classifications of one host. [Vol 4, Part E, 7.8.139]
  public static var csClassificationSpacing: Picoseconds { CSClassification.spacing }

  /// Takes over, on a new link, what the host said of the channels before there was the link.
  public mutating func inheritCSChannelClassification(_ map: CSChannelMap) {
    cs.classification.wanted = map
  }

  func classificationRefusal(_ map: CSChannelMap) -> ErrorCode? {
    guard map.isLegal, map.count >= CSChannelMap.minimumChannelCount else {
      return .invalidHCICommandParameters
    }
    let isTooSoon = cs.classification.lastRequest.map { moment.now < $0 + CSClassification.spacing } ?? false
    return isTooSoon ? .commandDisallowed : nil
  }

  mutating func wantClassification(_ map: CSChannelMap) {
    cs.classification.lastRequest = moment.now
    cs.classification.wanted = map
  }

  /// When the next indication may go out; nil if none waits.
  var classificationDeadline: Instant? {
    guard cs.classification.wanted != nil, let last = cs.classification.lastIndication else { return nil }
    let time = last + CSClassification.spacing
    return time > moment.now ? time : nil
  }

  /// Tells the peer the classification as soon as there is a configuration to use it in.
  mutating func indicateWantedClassification() {
    guard let map = cs.classification.wanted, !faults.contains(.classificationNotTold), local == nil,
      !encryption.isUnderWay,
      !termination.isAnnounced, csRefusal == nil, csEncryptionRefusal == nil,
      cs.configurations.contains(where: { $0 != nil }), classificationDeadline == nil
    else { return }
    cs.classification.wanted = nil
    cs.classification.lastIndication = moment.now
    var pdu = CSChannelMapInd()
    pdu.channelMap = map.octets
    pdu.instant = nextSafeInstant
    cs.classification.local.add(map, from: pdu.instant)
    send(.csChannelMapInd(pdu))
  }

  /// Interpretation: a map whose Instant has passed counts at once, and the procedure that runs without it is
  /// aborted; the alternative is to end the link, as for a data channel map.
  mutating func receiveCSChannelMapInd(_ pdu: CSChannelMapInd) {
    if faults.contains(.channelMapUpdateIgnoredInSeries), cs.hasSeries { return }
    let map = CSChannelMap(octets: pdu.channelMap).intersection(.allowed)
    let isLate = pdu.instant.isPassed(at: moment.eventCounter)
    cs.classification.remote.add(map, from: isLate ? moment.eventCounter : pdu.instant)
    guard isLate else { return }
    for series in cs.series {
      guard let id = series?.schedule.configID else { continue }
      actions.append(.abortCSProcedure(configID: id, reason: .channelMapInstantPassed))
    }
  }

  mutating func applyCSClassification() {
    cs.classification.local.settle(at: moment.eventCounter)
    cs.classification.remote.settle(at: moment.eventCounter)
  }
}
