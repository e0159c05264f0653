internal import ChannelSounding
public import Faults
internal import RadioModel

/// Where a defective controller gives up.
public struct LimitFaults: Hashable, Sendable {
  /// A series falls silent after this many procedures.
  public var procedures: Int?
  /// A series without end ends after this many procedures.
  public var endlessProcedures: Int?
  /// There is room for this many links in the life of the controller.
  public var links: Int?

  /// As those faults have it; without any, there is no limit.
  public init(_ faults: FaultSet = []) {
    if faults.contains(.stopsAfter45Procedures) { procedures = 45 }
    if faults.contains(.stopsAfter256Procedures) { procedures = 256 }
    if faults.contains(.stopsAfter1000Procedures) { procedures = 1_000 }
    if faults.contains(.stopsAfter65535Procedures) { procedures = 65_535 }
    if faults.contains(.stopsAfterFiveProcedures) { procedures = 5 }
    if faults.contains(.endlessSeriesEnds) { endlessProcedures = 64 }
    if faults.contains(.linksRunOut) { links = 8 }
  }
}

extension ExchangeEnd {
  /// Changes what a radio does in a configuration.
  mutating func spoil(by faults: FaultSet, under configuration: CSConfiguration) {
    if faults.contains(.turnaroundOf2MMisreported), configuration.csSyncPHY.is2M {
      radio.turnaroundErrorNanoseconds += 400
    }
    if faults.contains(.stablePhaseNoisy) { longToneLinewidthHertz = 200 }
  }
}
