internal import CoreTypes
internal import HCI
internal import HCITransport

/// The ports at which hosts attach, open until they are closed.
struct ServePorts {
  /// Where a host attaches to the phone's controller; nil if the phone is ours.
  let phone: TransportPort?
  /// Where a host attaches to the accessory's controller; nil if the accessory is ours.
  let accessory: TransportPort?

  /// Opens the ports that `plan` names.
  init(_ plan: ServePlan, on loop: PacedLoop, allowRemote: Bool, _ narrator: Narrator) throws(BadInput) {
    func open(_ address: TransportAddress?, _ name: String) throws(BadInput) -> TransportPort? {
      guard let address else { return nil }
      do throws(TransportError) {
        return try TransportPort(
          address, on: loop, allowRemote: allowRemote, log: { narrator.say("\(name): \($0)") })
      } catch {
        throw BadInput("--attach \(name)=\(address): \(error)")
      }
    }
    phone = try open(plan.phone, "phone")
    accessory = try open(plan.accessory, "accessory")
  }

  /// The ports that there are, and which device each belongs to.
  var all: [(role: CSRole, port: TransportPort)] {
    [(CSRole.initiator, phone), (.reflector, accessory)].compactMap { role, port in port.map { (role, $0) } }
  }

  /// Whether a host is attached to each of them.
  var areAttached: Bool { all.allSatisfy { $0.port.isAttached } }

  /// Says where hosts can attach.
  func announce(to narrator: Narrator) {
    for (role, port) in all {
      narrator.say("\(role == .initiator ? "phone" : "accessory"): a host can attach at \(port.place)")
    }
  }

  func close() {
    for (_, port) in all { port.close() }
  }
}

extension TransportPort {
  /// The address, and the terminal behind it where there is one.
  var place: String { terminalPath.map { "\(address), which is \($0)" } ?? "\(address)" }
}
