internal import CoreTypes
public import Foundation

/// A picture, as far as a picker item needs one: it shows nothing. The real one is UIKit's.
open class UIImage: NSObject {
  public override init() {}

  /// Takes any name.
  public convenience init?(named name: String) { self.init() }

  /// Takes any name.
  public convenience init?(systemName name: String) { self.init() }
}

/// One kind of accessory in the picker.
open class ASPickerDisplayItem: NSObject {
  /// What the user is asked while an accessory is set up.
  public struct SetupOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The user is asked for another name, which is that of `world.phone.typedName`.
    public static let rename = SetupOptions(rawValue: 1)
    /// The app has to say that it wants it.
    public static let confirmAuthorization = SetupOptions(rawValue: 2)
    /// The app finishes the setup after the picker. No effect here.
    public static let finishInApp = SetupOptions(rawValue: 4)
  }

  /// What the user sees.
  public let name: String
  /// What the user sees.
  public let productImage: UIImage
  /// What the accessory advertises.
  public let descriptor: ASDiscoveryDescriptor
  open var setupOptions: SetupOptions = []
  /// No effect here.
  open var renameOptions: ASAccessory.RenameOptions = []

  public init(name: String, productImage: UIImage, descriptor: ASDiscoveryDescriptor) {
    (self.name, self.productImage, self.descriptor) = (name, productImage, descriptor)
  }
}

/// An accessory that the app used before it had the picker, and takes over.
open class ASMigrationDisplayItem: ASPickerDisplayItem {
  /// What Core Bluetooth knows it by.
  open var peripheralIdentifier: UUID?
  /// No effect here.
  open var hotspotSSID: String?
}

/// How the picker behaves.
open class ASPickerDisplaySettings: NSObject {
  /// How long the picker looks for accessories.
  public struct DiscoveryTimeout: RawRepresentable, Hashable, Sendable {
    /// In seconds.
    public let rawValue: TimeInterval

    public init(rawValue: TimeInterval) { self.rawValue = rawValue }

    public static let short = DiscoveryTimeout(rawValue: 60)
    public static let medium = DiscoveryTimeout(rawValue: 120)
    public static let long = DiscoveryTimeout(rawValue: 300)
    /// Until the user closes it.
    public static let unbounded = DiscoveryTimeout(rawValue: .infinity)

    /// Nil for what no simulation lasts: a million seconds and more.
    var span: Picoseconds? {
      rawValue < 1_000_000 ? Picoseconds(Int64(max(rawValue, 0) * 1e12)) : nil
    }
  }

  /// Settings with the usual timeout.
  open class var `default`: ASPickerDisplaySettings { ASPickerDisplaySettings() }

  /// 30 s unless set.
  open var discoveryTimeout = DiscoveryTimeout(rawValue: 30)

  public override init() {}
}
