internal import HostStack
internal import LinkLayer

/// Names for numbers of the air and of GATT.
enum AnalysisNames {
  /// [Assigned Numbers, 3.4 and 3.8]
  private static let attributes: [(BluetoothUUID, String)] = [
    (.genericAccess, "Generic Access"), (.genericAttribute, "Generic Attribute"), (.ranging, "Ranging"),
    (BluetoothUUID(0x180A), "Device Information"), (BluetoothUUID(0x180F), "Battery"),
    (.deviceName, "Device Name"), (.appearance, "Appearance"), (.serviceChanged, "Service Changed"),
    (.rasFeatures, "RAS Features"), (.realTimeRangingData, "Real-time Ranging Data"),
    (.onDemandRangingData, "On-demand Ranging Data"), (.rasControlPoint, "RAS Control Point"),
    (.rangingDataReady, "Ranging Data Ready"), (.rangingDataOverwritten, "Ranging Data Overwritten"),
  ]

  /// As `Ranging (185B)`, or the number alone.
  static func attribute(_ uuid: BluetoothUUID) -> String {
    attributes.first { $0.0 == uuid }.map { "\($0.1) (\(uuid))" } ?? "\(uuid)"
  }

  /// As `LL_CS_REQ`.
  static func controlPDU(_ opcode: UInt8) -> String { ControlOpcode(rawValue: opcode).name }
}
