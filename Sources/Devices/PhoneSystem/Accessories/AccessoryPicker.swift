package import CoreTypes
package import HostStack
internal import Initiator
internal import Profiles
internal import SimulationKernel

/// One kind of accessory that an accessory picker offers.
package struct PickerItem {
  /// What a chosen one is set up as; the user sees its name.
  package var setup: AccessorySetup
  /// Whether it must be close to the phone.
  package var isImmediate: Bool
  /// Whether advertising data is that of such an accessory.
  package var matches: (AdvertisingData) -> Bool
  /// Asks the user for a name once the accessory has paired, and gives nil if the user keeps that of the setup; nil
  /// where the user is not asked.
  package var naming: (() -> String?)?

  package init(_ setup: AccessorySetup, isImmediate: Bool, matches: @escaping (AdvertisingData) -> Bool) {
    (self.setup, self.isImmediate, self.matches) = (setup, isImmediate, matches)
  }
}

/// What the user does when an accessory picker shows what it has found.
package enum PickerChoice: Hashable, Sendable {
  /// Chooses whichever is found first.
  case first
  /// Chooses the accessory that advertises this name, or whose item is called so.
  case named(String)
  /// Closes the picker at once.
  case cancel
}

/// What happens before an accessory picker has ended.
package enum PickerEvent: Hashable, Sendable {
  case presented
  /// The user chose an accessory, by the index of the item that it matches. Its setup begins.
  case chosen(AccessoryIdentifier, item: Int)
}

/// The accessory picker of a phone: it looks for accessories of some kinds, and sets up the one that the user chooses.
/// Accessories that are set up already are not offered.
package final class AccessoryPicker {
  /// How long a setup may last. A pairing that makes no progress ends after as long. [Vol 3, Part H, 3.4]
  private static let setupSeconds = 30

  private let system: PhoneSystem
  private let items: [PickerItem]
  private let choice: PickerChoice
  private let receiver: (PickerEvent) -> Void
  private var completion: ((Result<AccessoryIdentifier, PickerFailure>) -> Void)?
  private var client: CentralClient?
  private var giveUp: () -> Void = {}
  /// What was heard and not chosen, in the order in which it was first heard.
  private var passed: [(identifier: AccessoryIdentifier, accessory: PassedAccessory)] = []

  /// Opens a picker, which the system keeps until it ends.
  ///
  /// - Parameters:
  ///   - items: the kinds of accessories, the first that matches counts.
  ///   - choice: what the user does.
  ///   - timeout: how long the picker waits for an accessory that the user chooses; for ever where it is nil.
  ///   - receiver: gets what happens on the way.
  ///   - completion: called once, when the picker has closed.
  /// - Returns: the picker; nil where none has opened.
  @discardableResult
  package static func open(
    in system: PhoneSystem, _ items: [PickerItem], choice: PickerChoice, timeout: Picoseconds?,
    receiver: @escaping (PickerEvent) -> Void,
    completion: @escaping (Result<AccessoryIdentifier, PickerFailure>) -> Void
  ) -> AccessoryPicker? {
    let refusal: PickerFailure? =
      if system.picker != nil {
        .alreadyActive
      } else if !system.isForeground {
        .background
      } else if system.hasEarlyClient {
        .restricted
      } else {
        nil
      }
    if let refusal {
      completion(.failure(refusal))
      return nil
    }
    let picker = AccessoryPicker(system, items, choice, receiver, completion)
    system.picker = picker
    receiver(.presented)
    picker.search(timeout: timeout)
    return picker
  }

  private init(
    _ system: PhoneSystem, _ items: [PickerItem], _ choice: PickerChoice,
    _ receiver: @escaping (PickerEvent) -> Void,
    _ completion: @escaping (Result<AccessoryIdentifier, PickerFailure>) -> Void
  ) {
    (self.system, self.items, self.choice) = (system, items, choice)
    (self.receiver, self.completion) = (receiver, completion)
  }

  private func search(timeout: Picoseconds?) {
    if choice == .cancel { return finish(.failure(.cancelled)) }
    if let timeout {
      system.phone.simulation.schedule(after: timeout) { [weak self] in
        guard let self, client != nil else { return }
        finish(.failure(.timedOut(passed.map { $0.accessory })))
      }
    }
    client = system.addClient(isOfApp: false) { [weak self] event in
      switch event {
      case .stateChanged(.poweredOn): self?.client?.startScan(for: nil, allowsDuplicates: true)
      case .discovered(let identifier, let sighting): self?.take(identifier, sighting)
      default: break
      }
    }
  }

  private func take(_ identifier: AccessoryIdentifier, _ sighting: Sighting) {
    guard client != nil else { return }
    do throws(PassedAccessory.Obstacle) {
      let index = try chosenItem(identifier, sighting)
      setUp(identifier, sighting, as: index)
    } catch {
      let name = sighting.data.localName ?? "\(sighting.address)"
      pass(identifier, PassedAccessory(name: name, obstacle: error))
    }
  }

  /// The index of the item as which the user chooses an accessory.
  private func chosenItem(
    _ identifier: AccessoryIdentifier, _ sighting: Sighting
  ) throws(PassedAccessory.Obstacle) -> Int {
    guard let index = items.firstIndex(where: { $0.matches(sighting.data) }) else { throw .matchesNoItem }
    guard system.setup(of: identifier) == nil else { throw .isSetUp }
    guard sighting.isConnectable else { throw .notConnectable }
    let (rssi, least) = (sighting.rssi, system.profile.apps.pickerImmediateDbm)
    if items[index].isImmediate, rssi.dbm.map({ $0 < least }) ?? true {
      throw .tooWeak(rssi, leastDbm: least)
    }
    if case .named(let name) = choice, name != items[index].setup.name, name != sighting.data.localName {
      throw .notChosen
    }
    return index
  }

  private func pass(_ identifier: AccessoryIdentifier, _ accessory: PassedAccessory) {
    if let index = passed.firstIndex(where: { $0.identifier == identifier }) {
      passed[index].accessory = accessory
    } else {
      passed.append((identifier, accessory))
    }
  }

  private func setUp(_ identifier: AccessoryIdentifier, _ sighting: Sighting, as index: Int) {
    let setup = items[index].setup
    let name = sighting.data.localName ?? setup.name
    stopSearch()
    receiver(.chosen(identifier, item: index))
    system.phone.simulation.schedule(after: .seconds(Self.setupSeconds)) { [weak self] in
      self?.finish(.failure(.connectionFailed(name: name, .timedOut(seconds: Self.setupSeconds))))
    }
    giveUp = system.setUp(sighting.address, as: setup, naming: items[index].naming) { [weak self] result in
      self?.finish(result.mapError { .connectionFailed(name: name, $0) })
    }
  }

  private func stopSearch() {
    client?.close()
    client = nil
  }

  /// Closes the picker of a session that has ended. A setup that is under way is given up.
  package func invalidate() { finish(.failure(.invalidated)) }

  /// Ends the picker, if it has not ended.
  func finish(_ result: Result<AccessoryIdentifier, PickerFailure>) {
    guard let completion else { return }
    self.completion = nil
    stopSearch()
    giveUp()
    system.picker = nil
    completion(result)
  }
}
