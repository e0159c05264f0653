extension GATTService {
  /// The Generic Access service. [Vol 3, Part C, 12]
  /// - Parameter appearance: The assigned category, 0 for unknown.
  public static func genericAccess(deviceName: String, appearance: UInt16 = 0) -> GATTService {
    GATTService(
      .genericAccess,
      [
        GATTCharacteristic(.deviceName, .read, value: Array(deviceName.utf8)),
        GATTCharacteristic(.appearance, .read, value: appearance.octets),
      ])
  }

  /// The Generic Attribute service. [Vol 3, Part G, 7]
  /// - Parameter canChange: Whether the database can change while it is bonded, which asks for
  ///   Service Changed.
  public static func genericAttribute(canChange: Bool = false) -> GATTService {
    let serviceChanged = GATTCharacteristic(.serviceChanged, .indicate, value: [0x01, 0x00, 0xFF, 0xFF])
    return GATTService(.genericAttribute, canChange ? [serviceChanged] : [])
  }

  /// The attribute layout of the Ranging Service with all six characteristics. [RAS 1.0, 3]
  /// - Parameter features: RAS Features; bit 0 real-time, 1 lost segments, 2 abort, 3 filter.
  public static func ranging(features: UInt32) -> GATTService {
    let data: CharacteristicProperties = [.notify, .indicate]
    let counter: CharacteristicProperties = [.read, .notify, .indicate]
    let low = UInt16(truncatingIfNeeded: features)
    let high = UInt16(truncatingIfNeeded: features >> 16)
    return GATTService(
      .ranging,
      [
        GATTCharacteristic(.rasFeatures, .read, security: .encrypted, value: low.octets + high.octets),
        GATTCharacteristic(
          .realTimeRangingData, data, security: .encrypted, excludedSubscription: .onDemandRangingData),
        GATTCharacteristic(
          .onDemandRangingData, data, security: .encrypted, excludedSubscription: .realTimeRangingData),
        GATTCharacteristic(
          .rasControlPoint, [.writeWithoutResponse, .indicate], security: .encrypted,
          needsSubscriptionForWrite: true),
        GATTCharacteristic(.rangingDataReady, counter, security: .encrypted, value: [0, 0]),
        GATTCharacteristic(.rangingDataOverwritten, counter, security: .encrypted, value: [0, 0]),
      ])
  }
}
