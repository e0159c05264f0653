internal import CoreTypes
internal import LinkLayer

extension Connection {
  /// Takes over what a defective device does not clear between two links.
  func inherit(_ leftovers: LinkLeftovers, from former: Connection) {
    guard role == former.role else { return }
    control.inherit(leftovers, from: former.control)
    encryption.inherit(leftovers, from: former.encryption)
    procedures.inherit(leftovers, from: former.procedures)
    if leftovers.contains(.dataLength) { transmitLength = former.transmitLength }
    if leftovers.contains(.channelMap) { channelMap = former.channelMap }
    if leftovers.contains(.eventCounter) { rhythm.eventNumber = former.rhythm.eventNumber }
    if leftovers.contains(.phy) { (transmitPHY, receivePHY) = (former.transmitPHY, former.receivePHY) }
  }
}

extension VirtualController {
  /// Remembers what a defective device does not clear when a link ends.
  func keepLeftovers(of connection: Connection, lostBy reason: ErrorCode) {
    let deviations = description.deviations
    leftovers = deviations.leftovers
    if reason == .connectionTimeout { leftovers.formUnion(deviations.leftoversOfLostLink) }
    formerLink = leftovers.isEmpty ? nil : connection
  }
}
