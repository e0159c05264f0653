internal import CoreTypes
internal import Faults
internal import HCI
internal import LinkLayer
internal import RadioModel

/// The two families of commands for advertising, scanning and initiating, of which a host uses one from one
/// reset to the next. [Vol 4, Part E, 3.1.1]
enum AdvertisingCommands { case legacy, extended }

extension CommandHandlers {
  /// Adds a command of one family that Command Complete answers.
  ///
  /// Interpretation: commands that only read something belong to no family, so that a host may look at what a
  /// controller can do before it chooses; the list of the specification could also be read to count them.
  mutating func complete<Command: HCICompletedCommand>(
    _ family: AdvertisingCommands, _: Command.Type,
    _ carryOut: @escaping @Sendable (VirtualController, Command) -> Command.Return
  ) {
    complete(Command.self) { controller, command in
      guard controller.choose(family) else { return Command.Return { $0.status = .commandDisallowed } }
      return carryOut(controller, command)
    }
  }

  /// Adds a command of one family that Command Complete answers with a status alone.
  mutating func complete<Command: HCICompletedCommand>(
    _ family: AdvertisingCommands, status _: Command.Type,
    _ carryOut: @escaping @Sendable (VirtualController, Command) -> ErrorCode
  ) where Command.Return == StatusReturn {
    complete(status: Command.self) { $0.choose(family) ? carryOut($0, $1) : .commandDisallowed }
  }

  /// Adds a command of one family that Command Status answers.
  mutating func begin<Command: HCICommand>(
    _ family: AdvertisingCommands, _: Command.Type,
    _ carryOut: @escaping @Sendable (VirtualController, Command) -> ErrorCode
  ) {
    begin(Command.self) { controller, command in
      controller.choose(family) ? carryOut(controller, command) : .commandDisallowed
    }
  }
}

extension VirtualController {
  /// Whether the host may use commands of `family`, which from now on it may.
  fileprivate func choose(_ family: AdvertisingCommands) -> Bool {
    if hostState.advertisingCommands == nil { hostState.advertisingCommands = family }
    return hostState.advertisingCommands == family || faults.contains(.advertisingCommandsMixed)
  }

  /// The address that Own_Address_Type names; nil if it is a random one that the host has not given.
  ///
  /// - Parameters:
  ///   - random: the random address; nil if there is none.
  ///   - peer: whose keys make a private address, if the type asks for one.
  func ownAddress(type: OwnAddressType, random: BDADDR?, peer: DeviceAddress? = nil) -> DeviceAddress? {
    if type.isResolvable, let made = peer.flatMap(privateAddress) { return made }
    guard type.identity == .random else { return description.address }
    guard let random else { return description.address.kind == .random ? description.address : nil }
    return DeviceAddress(random, kind: .random)
  }

  /// The address that Own_Address_Type of a scanner or initiator names.
  func ownAddress(type: OwnAddressType, peer: DeviceAddress? = nil) -> DeviceAddress? {
    ownAddress(type: type, random: hostState.randomAddress, peer: peer)
  }

  /// The address that an initiator begins with: a key for the one peer it looks for takes the place of a
  /// random address. [Vol 4, Part E, 7.8.12]
  ///
  /// - Parameter peer: nil for anyone of the filter accept list.
  func initiatorAddress(type: OwnAddressType, peer: DeviceAddress?) -> DeviceAddress? {
    ownAddress(type: type) ?? ownAddress(type: type, peer: peer)
  }

  /// Whether the radio has `phy`.
  func supports(_ phy: PHY) -> Bool {
    switch phy {
    case .le1M: true
    case .le2M: features[.le2MPHY] && description.identity.phys.supports(phy)
    case .leCoded: description.identity.phys.supports(phy)
    }
  }

  /// Whether a filter policy is in force, so that the filter accept list must not change.
  /// [Vol 4, Part E, 7.8.15]
  var usesFilterAcceptList: Bool { advertiser.usesFilterAcceptList || scanner.usesFilterAcceptList }

  /// What the host says of the path to the antenna counts, though it moves no power on the air.
  /// [Vol 4, Part E, 7.8.76]
  var transmitPowerLevel: TransmitPowerLevel {
    TransmitPowerLevel(nearest: description.radio.txPowerDbm + hostState.pathCompensation.tx.decibels)
  }

  /// The strength of a packet as the host gets it.
  func reportedLevel(_ rssi: ReceivedPowerLevel) -> ReceivedPowerLevel {
    ReceivedPowerLevel(nearest: Double(rssi.rawValue) + hostState.pathCompensation.rx.decibels)
  }
}

/// The data of advertising sets, and which of the sets advertise.
extension VirtualController {
  /// Carries out LE Set Extended Advertising Data. [Vol 4, Part E, 7.8.54]
  func setData(_ part: [UInt8], _ operation: UInt8, of handle: AdvertisingHandle) -> ErrorCode {
    guard let set = advertiser.sets[handle] else { return .unknownAdvertisingIdentifier }
    guard let operation = AdvertisingDataOperation(rawValue: operation), set.properties.allowsData,
      isLegal(part, operation, for: set)
    else { return .invalidHCICommandParameters }
    if operation == .unchanged {
      guard set.isEnabled, !set.data.octets.isEmpty, !set.isLegacy, part.isEmpty else {
        return .invalidHCICommandParameters
      }
    }
    return change(\.data, of: set, part, operation)
  }

  /// Carries out LE Set Extended Scan Response Data. [Vol 4, Part E, 7.8.55]
  func setScanResponse(_ part: [UInt8], _ operation: UInt8, of handle: AdvertisingHandle) -> ErrorCode {
    guard let set = advertiser.sets[handle] else { return .unknownAdvertisingIdentifier }
    let isScannable = set.properties.contains(.scannable)
    guard let operation = AdvertisingDataOperation(rawValue: operation), operation != .unchanged,
      isScannable || part.isEmpty && operation == .complete, isLegal(part, operation, for: set)
    else { return .invalidHCICommandParameters }
    if set.isEnabled, isScannable, !set.isLegacy, part.isEmpty { return .commandDisallowed }
    return change(\.scanResponse, of: set, part, operation)
  }

  private func isLegal(
    _ part: [UInt8], _ operation: AdvertisingDataOperation, for set: AdvertisingSet
  ) -> Bool {
    if set.isLegacy {
      return operation == .complete && part.count <= AdvertisingSetData.legacyCapacity
    }
    return !part.isEmpty || operation == .complete || operation == .unchanged
  }

  private func change(
    _ data: ReferenceWritableKeyPath<AdvertisingSet, AdvertisingSetData>, of set: AdvertisingSet,
    _ part: [UInt8], _ operation: AdvertisingDataOperation
  ) -> ErrorCode {
    guard operation == .complete || operation == .unchanged || !set.isEnabled else {
      return .commandDisallowed
    }
    var changed = set[keyPath: data]
    var status = changed.append(part, operation)
    if status == .success, !fits(changed, data == \.data, in: set) {
      // What an advertising set sends stays as it is, what it has not sent yet is dropped.
      if set.isEnabled { return .packetTooLong }
      changed = AdvertisingSetData()
      status = .packetTooLong
    }
    set[keyPath: data] = changed
    set.changeDataID()
    return status
  }

  /// Whether the data can be sent with the parameters of the set. Of a set that is off only the scan response
  /// has to fit, as other parameters may come before the set is on. [Vol 4, Part E, 7.8.54, 7.8.55]
  private func fits(_ data: AdvertisingSetData, _ isAdvertised: Bool, in set: AdvertisingSet) -> Bool {
    guard !set.isLegacy, !data.octets.isEmpty, set.isEnabled || !isAdvertised else { return true }
    let isChained = !isAdvertised || !set.properties.contains(.connectable)
    return AdvertisingSet.fits(dataLength: data.octets.count, in: set.parameters)
      && (isChained || data.octets.count <= AdvertisingSet.unchainedCapacity(of: set.parameters))
  }

  // MARK: Enable

  /// Carries out LE Set Extended Advertising Enable. [Vol 4, Part E, 7.8.56]
  func enableExtendedAdvertising(_ command: LESetExtendedAdvertisingEnableCommand) -> ErrorCode {
    let handles = command.sets.map(\.advertisingHandle)
    guard command.enable.isDefined, Set(handles).count == handles.count else {
      return .invalidHCICommandParameters
    }
    let chosen = handles.compactMap { advertiser.sets[$0] }
    guard chosen.count == handles.count else { return .unknownAdvertisingIdentifier }
    guard command.enable.isEnabled else {
      for set in handles.isEmpty ? advertiser.orderedSets : chosen { set.stop() }
      return .success
    }
    guard !chosen.isEmpty else { return .invalidHCICommandParameters }
    for (set, entry) in zip(chosen, command.sets) {
      if let refusal = refusal(ofEnabling: set, entry) { return refusal }
    }
    for (set, entry) in zip(chosen, command.sets) {
      set.start(
        duration: entry.duration.limit,
        maxEvents: entry.maxExtendedAdvertisingEvents)
    }
    return .success
  }

  private func refusal(
    ofEnabling set: AdvertisingSet, _ entry: LESetExtendedAdvertisingEnableCommand.Entry
  ) -> ErrorCode? {
    if set.properties.contains(.highDutyCycle), !DiscoveryDuration.highDutyCycle.contains(entry.duration) {
      return .invalidHCICommandParameters
    }
    if set.data.isPartial || set.scanResponse.isPartial { return .commandDisallowed }
    guard set.chosenAddress != nil else { return .invalidHCICommandParameters }
    guard !set.isLegacy else { return nil }
    if set.properties.contains(.scannable), set.scanResponse.octets.isEmpty { return .commandDisallowed }
    let length = set.data.octets.count
    if set.properties.contains(.connectable), length > AdvertisingSet.unchainedCapacity(of: set.parameters) {
      return .invalidHCICommandParameters
    }
    let longest = max(length, set.scanResponse.octets.count)
    return AdvertisingSet.fits(dataLength: longest, in: set.parameters) ? nil : .packetTooLong
  }
}
