public import CoreTypes
internal import HCI
internal import HostStack
internal import SimulationKernel
public import VirtualHost

/// The addresses by which a phone hides from strangers. [Vol 3, Part C, 10.7]
extension VirtualInitiator {
  /// Connects with a fresh resolvable private address from now on, and gives the key to it when it pairs. Called
  /// again it changes the address, as phones do every quarter of an hour.
  public func changePrivateAddress() throws(HostError) { try run(phone.changePrivateAddress()) }

  /// Connects with its public address again from now on, and keeps its key to itself.
  public func forgetPrivateAddress() { (phone.privateAddress, phone.identityResolvingKey) = (nil, nil) }

  /// Acts as a phone that no accessory knows: with a random static address, and without a bond.
  public func disguise() throws(HostError) {
    hiddenIdentity = HiddenIdentity(
      bond: bond, privateAddress: privateAddress, identityResolvingKey: identityResolvingKey)
    (bond, phone.identityResolvingKey) = (nil, nil)
    try run(phone.useStrangersAddress())
  }

  /// Is itself again.
  public func takeOffDisguise() throws(HostError) {
    guard let hidden = hiddenIdentity.take() else { return }
    (bond, phone.privateAddress) = (hidden.bond, hidden.privateAddress)
    phone.identityResolvingKey = hidden.identityResolvingKey
    if let address = hidden.privateAddress { try run(phone.setRandomAddress(address)) }
  }
}

/// What a phone in disguise goes back to.
struct HiddenIdentity {
  var bond: Bond?
  var privateAddress: DeviceAddress?
  var identityResolvingKey: UInt128?
}

/// What a phone does on the advertising channels beside looking for its accessory.
extension VirtualInitiator {
  /// Scans for `span` and asks advertisers for their scan responses.
  public func scanActively(for span: Picoseconds) throws(HostError) {
    try run(phone.startScan())
    idle(span)
    try run(phone.stopScan())
  }

  /// Advertises for `span` as something that can be scanned and connected to.
  public func advertise(for span: Picoseconds) throws(HostError) {
    _ = try driver.complete(
      LESetAdvertisingParametersCommand {
        ($0.advertisingIntervalMin, $0.advertisingIntervalMax) = (0x20, 0x20)
      })
    _ = try driver.complete(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    idle(span)
    _ = try driver.complete(LESetAdvertisingEnableCommand { $0.advertisingEnable = .disabled })
  }
}
