package import CoreTypes
internal import Initiator

/// How an accessory was set up with the accessory picker.
package struct AccessorySetup: Hashable, Sendable {
  /// The name that the user knows it by.
  package var name: String
  /// Whether the picker bonded with it.
  package var isBonded: Bool
  /// Whether the app has still to say that it wants it.
  package var awaitsApp: Bool

  package init(name: String, isBonded: Bool, awaitsApp: Bool = false) {
    (self.name, self.isBonded, self.awaitsApp) = (name, isBonded, awaitsApp)
  }
}

/// What changes in the list of accessories that are set up.
package enum SetupEvent: Hashable, Sendable {
  case added(AccessoryIdentifier)
  case changed(AccessoryIdentifier)
  case removed(AccessoryIdentifier)
}

/// The accessories that the user has chosen in the accessory picker: the phone connects to each, bonds, and lets go.
extension PhoneSystem {
  /// The accessories that are set up, in the order in which they were first seen.
  package var accessoriesSetUp: [AccessoryIdentifier] {
    accessories.filter { $0.setup != nil }.map(\.identifier)
  }

  /// The accessory that advertises at an address; nil if it was not set up.
  package func accessorySetUp(at address: DeviceAddress) -> AccessoryIdentifier? {
    accessory(at: address).flatMap { $0.setup == nil ? nil : $0.identifier }
  }

  /// How an accessory was set up; nil if it was not.
  package func setup(of identifier: AccessoryIdentifier) -> AccessorySetup? { accessory(identifier)?.setup }

  /// Whether the phone keeps the keys of an accessory.
  package func hasBond(with identifier: AccessoryIdentifier) -> Bool { accessory(identifier)?.bond != nil }

  /// Sets up an accessory that advertises, or comes to. There is no timeout.
  ///
  /// - Parameters:
  ///   - address: where it advertises.
  ///   - setup: what it is afterwards; the phone bonds with it where that says so.
  ///   - naming: called before it is set up; gives the name that it has instead of that of `setup`, or nil.
  ///   - completion: called once, with the name that apps know it by from now on, unless the attempt is given up.
  /// - Returns: gives the attempt up.
  @discardableResult
  package func setUp(
    _ address: DeviceAddress, as setup: AccessorySetup, naming: (() -> String?)?,
    completion: @escaping (Result<AccessoryIdentifier, SetupFailure>) -> Void
  ) -> () -> Void {
    let accessory = meet(address)
    func add() {
      var named = setup
      if let name = naming?() { named.name = name }
      change(accessory, to: named)
    }
    guard setup.isBonded else {
      add()
      completion(.success(accessory.identifier))
      return {}
    }
    var picker: CentralClient?
    func finish(_ result: Result<Void, SetupFailure>) {
      guard let client = picker else { return }
      picker = nil
      client.close()
      if case .success = result { add() }
      completion(result.map { accessory.identifier })
    }
    picker = addClient(isOfApp: false) { [weak self] event in
      guard let self else { return }
      switch event {
      case .stateChanged(.poweredOn): picker?.connect(accessory.identifier, reconnects: false)
      case .connected: bond(accessory) { finish($0) }
      case .connectionFailed(_, let failure): finish(.failure(.notConnected(failure)))
      case .disconnected(_, let failure, _): finish(.failure(.disconnected(failure)))
      default: break
      }
    }
    return {
      picker?.close()
      picker = nil
    }
  }

  /// Takes over an accessory that an app used before it had the accessory picker, with the bond that it has.
  /// Returns whether the phone knows it.
  package func adopt(_ identifier: AccessoryIdentifier, name: String) -> Bool {
    guard let accessory = accessory(identifier) else { return false }
    change(accessory, to: AccessorySetup(name: name, isBonded: accessory.bond != nil))
    return true
  }

  /// Gives an accessory another name for the user.
  package func rename(_ identifier: AccessoryIdentifier, to name: String) {
    guard let accessory = accessory(identifier), var setup = accessory.setup else { return }
    setup.name = name
    change(accessory, to: setup)
  }

  /// The app wants an accessory that waited for that.
  package func authorize(_ identifier: AccessoryIdentifier) {
    guard let accessory = accessory(identifier), var setup = accessory.setup else { return }
    setup.awaitsApp = false
    change(accessory, to: setup)
  }

  /// Forgets that an accessory was set up, with its bond and its link.
  package func removeSetup(of identifier: AccessoryIdentifier) {
    guard let accessory = accessory(identifier), accessory.setup != nil else { return }
    (accessory.setup, accessory.bond) = (nil, nil)
    end(accessory, nil)
    // A pending attempt had the bond.
    phone.abandon(accessory.address)
    seekWanted()
    report(.removed(identifier))
  }

  private func change(_ accessory: KnownAccessory, to setup: AccessorySetup) {
    let isNew = accessory.setup == nil
    accessory.setup = setup
    report(isNew ? .added(accessory.identifier) : .changed(accessory.identifier))
  }

  private func report(_ event: SetupEvent) { for observer in setupObservers { observer(event) } }
}
