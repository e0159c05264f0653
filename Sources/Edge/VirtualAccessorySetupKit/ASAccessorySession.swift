public import Foundation
internal import PhoneSystem
internal import Profiles
internal import VirtualPhone

/// Shows the accessory picker, and tells of the accessories that the user has set up for the app.
open class ASAccessorySession: NSObject {
  private let world: VirtualWorld
  private let phone: WorldPhone
  private var queue: DispatchQueue?
  private var handler: ((ASAccessoryEvent) -> Void)?
  private var isInvalidated = false
  /// The picker of this session, while it is open.
  private weak var picker: AccessoryPicker?
  private var known: [AccessoryIdentifier: ASAccessory] = [:]
  /// What the app described when it asked for each accessory.
  private var descriptors: [AccessoryIdentifier: ASDiscoveryDescriptor] = [:]
  private var pickerSettings: ASPickerDisplaySettings?

  public override init() {
    let current = CurrentPhone.required(for: "an ASAccessorySession")
    (world, phone) = (current.world, current.phone)
    super.init()
    world.gate.withLock {
      phone.system.setupObservers.append { [weak self] in self?.take($0) }
    }
  }

  /// The accessories that are set up, in the order in which the phone first saw them.
  open var accessories: [ASAccessory] {
    world.gate.withLock { phone.system.accessoriesSetUp.map(accessory) }
  }

  /// How the picker behaves; as usual where it is nil.
  open var pickerDisplaySettings: ASPickerDisplaySettings? {
    get { world.gate.withLock { pickerSettings } }
    set { world.gate.withLock { pickerSettings = newValue } }
  }

  /// Begins the session; the first event is `activated`.
  open func activate(on queue: DispatchQueue, eventHandler: @escaping (ASAccessoryEvent) -> Void) {
    world.gate.withLock {
      guard !isInvalidated else {
        return phone.system.log("activate has no effect: \(ASError(.invalidated).localizedDescription)")
      }
      guard handler == nil else { return }
      (self.queue, handler) = (queue, eventHandler)
      report(.activated)
    }
  }

  /// Ends the session for good, with its picker; the last event is `invalidated`.
  open func invalidate() {
    world.gate.withLock {
      picker?.invalidate()
      report(.invalidated)
      (handler, isInvalidated) = (nil, true)
    }
  }

  // MARK: The picker

  /// Shows the accessories of a Device Discovery Extension on a phone. Here there is none: an active session ends it
  /// in `extensionNotFound`.
  open func showPicker(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    world.postpone(for: self) {
      $0.closePicker(completionHandler, $0.refusalOfSession ?? ASError(.extensionNotFound))
    }
  }

  /// Shows the picker. The user does what `world.phone.picker` says.
  ///
  /// Migration items are taken over first; with nothing else to choose from, no picker is shown.
  open func showPicker(
    for displayItems: [ASPickerDisplayItem],
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    // A manager that the app has just let go is closed before this is done.
    world.postpone(for: self) { $0.takeUp(displayItems, completionHandler) }
  }

  private func takeUp(
    _ displayItems: [ASPickerDisplayItem], _ completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    if let error = refusal(of: displayItems) { return closePicker(completionHandler, error) }
    let migrated = displayItems.compactMap { $0 as? ASMigrationDisplayItem }
    let items = displayItems.filter { !($0 is ASMigrationDisplayItem) }
    if !migrated.isEmpty {
      if phone.system.hasEarlyClient {
        return closePicker(completionHandler, ASError(.pickerRestricted))
      }
      for item in migrated { adopt(item) }
      report(.migrationComplete)
    }
    if items.isEmpty { return complete(completionHandler, nil) }
    open(items, completionHandler)
  }

  private var refusalOfSession: ASError? {
    if isInvalidated { return ASError(.invalidated) }
    if handler == nil { return ASError(.invalidRequest, "the session is not active: call activate first") }
    return nil
  }

  private func refusal(of items: [ASPickerDisplayItem]) -> ASError? {
    if let refusalOfSession { return refusalOfSession }
    if items.isEmpty { return ASError(.invalidRequest, "the picker has no display item") }
    do throws(PropertyListError) {
      let app = try phone.app?.get()
      return items.lazy.compactMap { $0.descriptor.refusal(under: app) }.first.map {
        ASError(.invalidRequest, $0)
      }
    } catch {
      return ASError(.invalidRequest, "Info.plist: \(error)")
    }
  }

  private func closePicker(
    _ completionHandler: @escaping @Sendable ((any Error)?) -> Void, _ error: ASError?
  ) {
    if let error { phone.system.log("accessory picker: \(error.localizedDescription)") }
    complete(completionHandler, error)
  }

  private func adopt(_ item: ASMigrationDisplayItem) {
    guard let uuid = item.peripheralIdentifier else { return }
    let identifier = AccessoryIdentifier(uuid)
    descriptors[identifier] = item.descriptor
    if !phone.system.adopt(identifier, name: item.name) {
      phone.system.log("migration of \(item.name) has no effect: the phone does not know \(uuid)")
    }
  }

  private func open(
    _ items: [ASPickerDisplayItem], _ completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    var isPresented = false
    picker = AccessoryPicker.open(
      in: phone.system, items.map(pickerItem), choice: phone.picker.choice,
      timeout: (pickerSettings ?? .default).discoveryTimeout.span
    ) { [weak self] event in
      guard let self else { return }
      switch event {
      case .presented:
        isPresented = true
        report(.pickerDidPresent)
      case .chosen(let identifier, let index):
        descriptors[identifier] = items[index].descriptor
        if items[index].descriptor.supportedOptions.contains(.bluetoothPairingLE) {
          report(.pickerSetupPairing)
        }
      }
    } completion: { [weak self] result in
      guard let self else { return }
      var error: ASError?
      if case .failure(let failure) = result {
        error = ASError(failure)
        if case .connectionFailed = failure { report(.pickerSetupFailed, error: error) }
      }
      if isPresented { report(.pickerDidDismiss) }
      closePicker(completionHandler, error)
    }
  }

  private func pickerItem(_ item: ASPickerDisplayItem) -> PickerItem {
    var offered = PickerItem(
      AccessorySetup(
        name: item.name, isBonded: item.descriptor.supportedOptions.contains(.bluetoothPairingLE),
        awaitsApp: item.setupOptions.contains(.confirmAuthorization)),
      isImmediate: item.descriptor.bluetoothRange == .immediate, matches: item.descriptor.matches)
    guard item.setupOptions.contains(.rename) else { return offered }
    offered.naming = { [weak self] in
      self?.report(.pickerSetupRename)
      return self?.phone.typedName
    }
    return offered
  }

  // MARK: Accessories

  /// The app wants an accessory that awaits authorization.
  open func finishAuthorization(
    for accessory: ASAccessory, settings: ASAccessorySettings,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    change(accessory, awaiting: true, completionHandler) { system in
      system.authorize(accessory.identifier)
      return nil
    }
  }

  /// The app does not want an accessory that awaits authorization.
  open func failAuthorization(
    for accessory: ASAccessory, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    change(accessory, awaiting: true, completionHandler) { system in
      system.removeSetup(of: accessory.identifier)
      return nil
    }
  }

  /// Removes an accessory with its bond.
  open func removeAccessory(
    _ accessory: ASAccessory, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    change(accessory, awaiting: false, completionHandler) { system in
      system.removeSetup(of: accessory.identifier)
      return nil
    }
  }

  /// Asks the user for another name, which is that of `world.phone.typedName`.
  open func renameAccessory(
    _ accessory: ASAccessory, options renameOptions: ASAccessory.RenameOptions = [],
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    change(accessory, awaiting: false, completionHandler) { [phone] system in
      guard let name = phone.typedName else { return ASError(.userCancelled) }
      system.rename(accessory.identifier, to: name)
      return nil
    }
  }

  /// Changes an accessory that is set up.
  ///
  /// - Parameter make: makes the change, or says why there is none.
  private func change(
    _ accessory: ASAccessory, awaiting: Bool,
    _ completionHandler: @escaping @Sendable ((any Error)?) -> Void,
    _ make: (PhoneSystem) -> ASError?
  ) {
    world.gate.withLock {
      if isInvalidated { return complete(completionHandler, ASError(.invalidated)) }
      let system = phone.system
      guard let setup = system.setup(of: accessory.identifier), setup.awaitsApp || !awaiting else {
        return complete(completionHandler, ASError(.invalidRequest))
      }
      complete(completionHandler, make(system))
    }
  }

  // MARK: Events

  private func take(_ event: SetupEvent) {
    switch event {
    case .added(let identifier): report(.accessoryAdded, accessory(identifier))
    case .changed(let identifier): report(.accessoryChanged, accessory(identifier))
    case .removed(let identifier): report(.accessoryRemoved, accessory(identifier))
    }
  }

  private func accessory(_ identifier: AccessoryIdentifier) -> ASAccessory {
    if let known = known[identifier] { return known }
    let descriptor = descriptors[identifier] ?? ASDiscoveryDescriptor()
    let accessory = ASAccessory(identifier, descriptor, of: phone, in: world)
    known[identifier] = accessory
    return accessory
  }

  private func report(
    _ type: ASAccessoryEventType, _ accessory: ASAccessory? = nil, error: ASError? = nil
  ) {
    guard let handler else { return }
    guard let accessory else {
      return world.post(on: queue, as: phone) { handler(ASAccessoryEvent(type, nil, error: error)) }
    }
    // This session keeps the accessory, and the accessory keeps the world.
    world.post(on: queue, as: phone) { [weak accessory] in
      if let accessory { handler(ASAccessoryEvent(type, accessory, error: error)) }
    }
  }

  private func complete(
    _ handler: @escaping @Sendable ((any Error)?) -> Void, _ error: ASError?
  ) {
    world.post(on: queue, as: phone) { handler(error) }
  }
}
