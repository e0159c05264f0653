public import Foundation
internal import PhoneSystem
internal import VirtualPhone

/// An accessory that the user has set up for the app.
open class ASAccessory: NSObject {
  /// Whether the app may use it.
  public enum AccessoryState: Int, Sendable {
    case unauthorized = 0
    case awaitingAuthorization = 10
    case authorized = 20
  }

  /// What the picker does with an accessory beyond choosing it.
  public struct SupportOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// It pairs over Bluetooth LE.
    public static let bluetoothPairingLE = SupportOptions(rawValue: 2)
    /// It pairs over Bluetooth Classic as well. No effect here.
    public static let bluetoothTransportBridging = SupportOptions(rawValue: 4)
    /// It is a human interface device. No effect here.
    public static let bluetoothHID = SupportOptions(rawValue: 8)
  }

  /// What is renamed together with an accessory.
  public struct RenameOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The name of its Wi-Fi network. No effect here.
    public static let ssid = RenameOptions(rawValue: 1)
  }

  let identifier: AccessoryIdentifier
  private let world: VirtualWorld
  private let phone: WorldPhone

  /// How the app described what it looks for.
  public let descriptor: ASDiscoveryDescriptor

  init(
    _ identifier: AccessoryIdentifier, _ descriptor: ASDiscoveryDescriptor, of phone: WorldPhone,
    in world: VirtualWorld
  ) {
    (self.identifier, self.descriptor, self.phone, self.world) = (identifier, descriptor, phone, world)
  }

  private var setup: AccessorySetup? {
    world.gate.withLock { phone.system.setup(of: identifier) }
  }

  /// Whether the app may use it.
  open var state: AccessoryState {
    guard let setup else { return .unauthorized }
    return setup.awaitsApp ? .awaitingAuthorization : .authorized
  }

  /// What `CBCentralManager` knows it by; nil unless it is set up.
  open var bluetoothIdentifier: UUID? { setup == nil ? nil : identifier.uuid }

  /// The name that the user sees; empty after it was removed.
  open var displayName: String { setup?.name ?? "" }

  /// The name of its Wi-Fi network: always nil.
  open var ssid: String? { nil }

  /// What Bluetooth Classic knows it by: always nil.
  open var bluetoothTransportBridgingIdentifier: Data? { nil }
}

/// What an app sets when it says that it wants an accessory. No effect here.
open class ASAccessorySettings: NSObject {
  /// Settings with nothing set.
  open class var `default`: ASAccessorySettings { ASAccessorySettings() }

  open var ssid: String?
  open var bluetoothTransportBridgingIdentifier: Data?

  public override init() {}
}
