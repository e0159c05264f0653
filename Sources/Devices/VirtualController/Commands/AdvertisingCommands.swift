internal import CoreTypes
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
    return hostState.advertisingCommands == family || lapses(.mixesAdvertisingCommands)
  }

  /// The address that Own_Address_Type names; nil if it is a random one that the host has not given.
  ///
  /// - Parameters:
  ///   - random: the random address, 6 octets; nil if there is none.
  ///   - peer: whose keys make a private address, if the type asks for one.
  func ownAddress(type: UInt8, random: [UInt8]?, peer: DeviceAddress? = nil) -> DeviceAddress? {
    if type >= 2, let made = peer.flatMap(privateAddress) { return made }
    guard type & 1 == 1 else { return description.address }
    guard let random else { return description.address.kind == .random ? description.address : nil }
    return DeviceAddress(octets: random, kind: .random)
  }

  /// The address that Own_Address_Type of a scanner or initiator names.
  func ownAddress(type: UInt8, peer: DeviceAddress? = nil) -> DeviceAddress? {
    ownAddress(type: type, random: hostState.randomAddress, peer: peer)
  }

  /// Whether the radio has `phy`.
  func supports(_ phy: PHY) -> Bool {
    switch phy {
    case .le1M: true
    case .le2M: features[.le2MPHY] && description.identity.phys & phy.bit != 0
    case .leCoded: description.identity.phys & phy.bit != 0
    }
  }

  /// Whether a filter policy is in force, so that the filter accept list must not change.
  /// [Vol 4, Part E, 7.8.15]
  var usesFilterAcceptList: Bool { advertiser.usesFilterAcceptList || scanner.usesFilterAcceptList }

  var transmitPowerLevel: Int8 { Int8(description.radio.txPowerDbm.rounded()) }
}
