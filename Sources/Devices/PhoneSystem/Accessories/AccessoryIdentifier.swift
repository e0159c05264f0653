internal import CoreTypes
internal import CryptoToolbox

/// The name by which the apps of one phone know an accessory.
///
/// It follows from the phone and from the address by which the accessory is known for ever, so a phone has the same
/// name for it in every run, and another phone has another.
package struct AccessoryIdentifier: Hashable, Sendable {
  /// 16 octets in the form of a random UUID, the first as it is written first.
  package let octets: [UInt8]

  /// Takes the 16 octets of a UUID.
  package init(octets: [UInt8]) {
    precondition(octets.count == 16, "a UUID has 16 octets")
    self.octets = octets
  }

  /// The name of an accessory.
  ///
  /// - Parameters:
  ///   - address: its identity address, or the address that it advertises with while it has no bond.
  ///   - phone: the public address of the phone.
  ///   - model: the id of the phone's profile.
  init(of address: DeviceAddress, at phone: DeviceAddress, model: String) {
    let key = phone.bdAddr.octets + [UInt8](repeating: phone.kind.rawValue, count: 10)
    let message = Array(model.utf8) + address.bdAddr.octets + [address.kind.rawValue]
    var octets = AESCMAC.tag(key: UInt128(mostSignificantFirst: key), message: message).mostSignificantFirst
    octets[6] = octets[6] & 0x0F | 0x40
    octets[8] = octets[8] & 0x3F | 0x80
    self.octets = octets
  }
}
