extension LinkControl {
  /// Takes over what a defective device does not clear between two links.
  public mutating func inherit(_ leftovers: LinkLeftovers, from former: LinkControl) {
    if leftovers.contains(.configurations) { cs.configurations = former.cs.configurations }
    if leftovers.contains(.csSecurity) { cs.isSecured = former.cs.isSecured }
    if leftovers.contains(.classification) { cs.classification.remote = former.cs.classification.remote }
    if leftovers.contains(.version) { version.isSent = former.version.isSent }
    if leftovers.contains(.encryption) { encryption.isOn = former.encryption.isOn }
    if leftovers.contains(.dataLength) { dataLength = former.dataLength }
    if leftovers.contains(.phy) { phy = former.phy }
  }

  /// Forgets the updates that take effect at that connection event, as a defective device does.
  public mutating func forgetUpdates(at event: UInt16) {
    if connection.pending?.instant == event { connection.pending = nil }
    if channelMapUpdate?.instant == event { channelMapUpdate = nil }
    if phy.pending?.instant == event { phy.pending = nil }
  }
}
