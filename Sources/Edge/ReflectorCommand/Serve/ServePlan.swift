internal import CoreTypes
internal import HCITransport
internal import Session

/// Everything that serving needs, read and found right.
struct ServePlan {
  /// The devices and the place.
  let world: AirWorld.Description
  /// Where a host attaches to the phone's controller; nil if the phone is ours.
  let phone: TransportAddress?
  /// Where a host attaches to the accessory's controller; nil if the accessory is ours.
  let accessory: TransportAddress?

  /// Reads all files that `options` name. Throws everything that is wrong with any of them.
  init(_ options: ServeOptions) throws(BadInput) {
    var addresses: [CSRole: TransportAddress] = [:]
    for text in options.controller {
      let (role, address) = try Self.place(text)
      guard addresses.updateValue(address, forKey: role) == nil else {
        throw BadInput(
          "found --controller \(text), but that device has a transport already; give each one once.")
      }
    }
    phone = addresses[.initiator]
    accessory = addresses[.reflector]
    world = try AirWorld.Description(
      reading: options.profile, phone: options.place.phone, environment: options.place.environment,
      distanceMetres: options.place.distance, seed: options.place.seed)
  }

  /// Reads `accessory=tcp:127.0.0.1:9001`.
  private static func place(_ text: String) throws(BadInput) -> (CSRole, TransportAddress) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let roles: [String: CSRole] = ["phone": .initiator, "accessory": .reflector]
    guard parts.count == 2, let role = roles[parts[0]] else {
      throw BadInput(
        "found --controller \(text), expected accessory=TRANSPORT or phone=TRANSPORT, as"
          + " accessory=tcp:127.0.0.1:9001.")
    }
    do throws(TransportError) {
      return (role, try TransportAddress(parts[1]))
    } catch {
      throw BadInput("--controller \(text): \(error)")
    }
  }
}
