public import HostStack

/// The characteristics through which a server tells something. [RAS 1.0, 3]
public enum RangingCharacteristic: UInt8, Hashable, Sendable, CaseIterable {
  /// Ranging data as it comes.
  case realTimeData
  /// Ranging data that was asked for.
  case onDemandData
  /// Commands and their outcomes.
  case controlPoint
  /// The counter of what is there to be asked for.
  case ready
  /// The counter of what is no longer there.
  case overwritten

  /// The attribute type.
  public var uuid: BluetoothUUID {
    switch self {
    case .realTimeData: .realTimeRangingData
    case .onDemandData: .onDemandRangingData
    case .controlPoint: .rasControlPoint
    case .ready: .rangingDataReady
    case .overwritten: .rangingDataOverwritten
    }
  }

  /// Whether indications go first where the client enabled both; data is notified then, the rest indicated.
  /// [RAS 1.0, 3.2.2, 3.2.3.1, 3.4.2, 3.5.2]
  var prefersIndications: Bool { self != .realTimeData && self != .onDemandData }
}
