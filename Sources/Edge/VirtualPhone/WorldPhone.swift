public import Foundation
package import PhoneSystem
package import Profiles
internal import RadioModel

/// The phone of a world, from the side of its user.
public final class WorldPhone {
  /// Why apps cannot use Bluetooth.
  public enum Obstacle: Sendable {
    /// The phone has no Bluetooth LE.
    case unsupported
    /// The user has not allowed it.
    case unauthorized
    /// The system restarts its controller.
    case resetting
  }

  /// What the user does with the accessory picker.
  public enum PickerScript: Hashable, Sendable {
    /// Chooses whichever accessory is found first.
    case chooseFirst
    /// Chooses the accessory that advertises this name, or whose display item is called so.
    case choose(String)
    /// Closes the picker.
    case cancel

    package var choice: PickerChoice {
      switch self {
      case .chooseFirst: .first
      case .choose(let name): .named(name)
      case .cancel: .cancel
      }
    }
  }

  package let system: PhoneSystem
  /// What Info.plist says, or what is wrong with it; nil if it is not known.
  package private(set) var app: Result<AppDescription, PropertyListError>?
  /// What the system wrote to its log: calls without effect, writes that were dropped.
  public private(set) var log: [String] = []
  private let place: (SceneTrack) -> Void
  private let gate: NSRecursiveLock

  /// - Parameter place: gives the phone a track.
  init(_ system: PhoneSystem, _ gate: NSRecursiveLock, place: @escaping (SceneTrack) -> Void) {
    (self.system, self.gate, self.place) = (system, gate, place)
    system.logReceiver = { [weak self] in self?.log.append($0) }
  }

  /// Whether the user has Bluetooth switched on, whatever `block` does.
  public var isBluetoothOn: Bool {
    get { gate.withLock { system.isSwitchedOn } }
    set { gate.withLock { system.switchBluetooth(on: newValue) } }
  }

  /// Whether the user agrees when the phone asks to pair; true unless set.
  public var acceptsPairing: Bool {
    get { gate.withLock { system.acceptsPairing } }
    set { gate.withLock { system.acceptsPairing = newValue } }
  }

  /// What the user does when an app shows the accessory picker.
  public var picker = PickerScript.chooseFirst

  /// The name that the user types when an app or the accessory picker asks for another one; nil if the user keeps the
  /// old one.
  public var typedName: String?

  /// The keys of the app's Info.plist, as `Bundle.main.infoDictionary` has them on a phone; nil, and nothing is
  /// compared with them, unless set. An app that sets accessories up sees no others in its scans.
  public var infoDictionary: [String: Any]? {
    didSet {
      let list = infoDictionary.map { keys in
        Result { () throws(PropertyListError) in try AppDescription(file: "Info.plist", keys: keys) }
      }
      gate.withLock {
        app = list
        system.hidesOthersFromApps = (try? list?.get())?.supportsBluetooth ?? false
      }
    }
  }

  /// Whether the app is in the foreground. In the background no Channel Sounding session ranges, and a scan reports each
  /// accessory once, and none if it names no services.
  public var isAppInForeground: Bool {
    get { gate.withLock { system.isForeground } }
    set { gate.withLock { system.setForeground(newValue) } }
  }

  /// How many times longer than usual the interval of Channel Sounding procedures is, because the radio has other work:
  /// 1 to 100.
  public var load: Int {
    get { gate.withLock { system.load } }
    set { gate.withLock { system.setLoad(newValue) } }
  }

  /// Chooses an accessory in the accessory picker: the phone connects to it, bonds and lets it go. When that is done the
  /// accessory has a `bluetoothIdentifier`.
  public func setUp(_ accessory: WorldAccessory) {
    gate.withLock {
      guard accessory.isOn else { return }
      let setup = AccessorySetup(name: accessory.name, isBonded: true)
      system.setUp(accessory.address, as: setup, naming: nil) { _ in }
    }
  }

  /// The name by which apps of this phone know an accessory; nil until it is set up with the accessory picker.
  public func bluetoothIdentifier(of accessory: WorldAccessory) -> UUID? {
    gate.withLock { system.accessorySetUp(at: accessory.address)?.uuid }
  }

  /// Removes an accessory in the settings of the phone, with its bond and its link.
  public func remove(_ accessory: WorldAccessory) {
    gate.withLock {
      if let identifier = system.accessorySetUp(at: accessory.address) {
        system.removeSetup(of: identifier)
      }
    }
  }

  /// Keeps apps from Bluetooth, or with nil gives it back to them, as far as it is switched on.
  public func block(_ obstacle: Obstacle?) {
    gate.withLock {
      switch obstacle {
      case nil: system.block(with: nil)
      case .unsupported: system.block(with: .unsupported)
      case .unauthorized: system.block(with: .unauthorized)
      case .resetting: system.block(with: .resetting)
      }
    }
  }

  /// Puts the phone at a place, in metres.
  public func stand(x: Double, y: Double) {
    gate.withLock { place(SceneTrack(standingAt: Position(xMetres: x, yMetres: y))) }
  }

  /// Has the phone walk a straight way, from a place to the next, in metres.
  ///
  /// - Parameters:
  ///   - places: where it begins, and where it goes.
  ///   - speed: in metres a second, above 0.
  ///   - start: when it leaves the first place, since the world began.
  public func walk(through places: [(x: Double, y: Double)], speed: Double, start: Duration = .zero) {
    precondition(!places.isEmpty && speed > 0, "a way has a place and a speed above 0")
    let positions = places.map { Position(xMetres: $0.x, yMetres: $0.y) }
    gate.withLock {
      place(
        SceneTrack(
          from: positions[0], through: Array(positions.dropFirst()), metresPerSecond: speed,
          departureSeconds: start / .seconds(1)))
    }
  }
}
