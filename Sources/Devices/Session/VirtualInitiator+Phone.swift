public import ChannelSounding
public import CoreTypes
public import Initiator
public import Profiles
public import VirtualHost

/// The steps before procedures, as the phone's file describes them.
extension VirtualInitiator {
  /// Connects to an advertiser.
  public func connect(to accessory: DeviceAddress, as phone: PhoneProfile) throws(HostError) {
    let wanted = phone.connection
    try connect(
      to: accessory, interval: wanted.intervalUnits, latency: wanted.latency,
      supervisionTimeout: wanted.supervisionTimeoutUnits, maximumMTU: Int(wanted.mtuOctets))
  }

  /// Lets the link use longer packets and LE 2M, as far as the accessory claims them.
  public func speedUp(as phone: PhoneProfile) throws(HostError) {
    let features = try readRemoteFeatures()
    if features[.dataPacketLengthExtension] { try extendDataLength() }
    if features[.le2MPHY], phone.connection.asksForLE2M { try use2MPHY() }
  }

  /// Takes the initiator's role towards an accessory, and reads its FAE table if it has one.
  public func takeInitiatorRole(
    towards accessory: CSCapabilities, as phone: PhoneProfile
  ) throws(HostError) {
    try enableInitiatorRole(syncAntennas: phone.syncAntennas)
    if !accessory.subfeatures.contains(.noFAE) { _ = try readFAETable() }
  }
}
