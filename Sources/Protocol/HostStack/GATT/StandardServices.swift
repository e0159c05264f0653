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

  /// The attribute layout of the Ranging Service; Real-time Ranging Data is there if the features say so.
  /// [RAS 1.0, 3]
  /// - Parameters:
  ///   - features: RAS Features; bit 0 real-time, 1 lost segments, 2 abort, 3 filter.
  ///   - security: what the link must be for the values; the service asks for encryption.
  ///   - isExclusive: whether only one of the two kinds of ranging data can be enabled.
  public static func ranging(
    features: UInt32, security: AttributeSecurity = .encrypted, isExclusive: Bool = true
  ) -> GATTService {
    let data: CharacteristicProperties = [.notify, .indicate]
    let counter: CharacteristicProperties = [.read, .notify, .indicate]
    let low = UInt16(truncatingIfNeeded: features)
    let high = UInt16(truncatingIfNeeded: features >> 16)
    let realTime = GATTCharacteristic(
      .realTimeRangingData, data, security: security,
      excludedSubscription: isExclusive ? .onDemandRangingData : nil)
    return GATTService(
      .ranging,
      [GATTCharacteristic(.rasFeatures, .read, security: security, value: low.octets + high.octets)]
        + (features & 1 == 1 ? [realTime] : [])
        + [
          GATTCharacteristic(
            .onDemandRangingData, data, security: security,
            excludedSubscription: isExclusive ? .realTimeRangingData : nil),
          GATTCharacteristic(
            .rasControlPoint, [.writeWithoutResponse, .indicate], security: security,
            needsSubscriptionForWrite: true),
          GATTCharacteristic(.rangingDataReady, counter, security: security, value: [0, 0]),
          GATTCharacteristic(.rangingDataOverwritten, counter, security: security, value: [0, 0]),
        ])
  }
}
