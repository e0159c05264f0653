public import Foundation
public import VirtualCoreBluetooth

/// The number by which the Bluetooth SIG knows a company.
public struct ASBluetoothCompanyIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }
  public init(_ rawValue: UInt16) { self.rawValue = rawValue }
}

/// What an accessory advertises that the app looks for. A service or a company is required; the rest refines.
open class ASDiscoveryDescriptor: NSObject {
  /// How close an accessory must be.
  public enum Range: Int, Sendable {
    case `default` = 0
    case immediate = 10
  }

  /// What the picker does with the accessory.
  open var supportedOptions: ASAccessory.SupportOptions = []
  /// The company of the manufacturer data; 0 for none.
  open var bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(0)
  /// A part of the advertised name.
  open var bluetoothNameSubstring: String?
  /// How that part is compared.
  open var bluetoothNameSubstringCompareOptions: NSString.CompareOptions = []
  /// How the manufacturer data begins, after the company; as long as its mask.
  open var bluetoothManufacturerDataBlob: Data?
  /// The bits of the manufacturer data that count.
  open var bluetoothManufacturerDataMask: Data?
  /// An advertised service.
  open var bluetoothServiceUUID: CBUUID?
  /// How the data of that service begins; as long as its mask.
  open var bluetoothServiceDataBlob: Data?
  /// The bits of the service data that count.
  open var bluetoothServiceDataMask: Data?
  /// How close the accessory must be.
  open var bluetoothRange = Range.default
  /// The name of a Wi-Fi network. No effect here.
  open var ssid: String?
  /// How the name of a Wi-Fi network begins. No effect here.
  open var ssidPrefix: String?

  public override init() {}
}
