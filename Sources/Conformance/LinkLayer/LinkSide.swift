internal import ChannelSounding
internal import CoreTypes
internal import LinkLayer

/// What the controller on trial is on a link: its role there and in Channel Sounding, as the ids of the public test
/// cases have it.
struct LinkSide: Hashable {
  let link: LinkRole
  let role: CSRole

  /// A peripheral that reflects, as nearly every accessory.
  static let perRef = LinkSide(link: .peripheral, role: .reflector)
  /// A peripheral that initiates.
  static let perIni = LinkSide(link: .peripheral, role: .initiator)
  /// A central that reflects.
  static let cenRef = LinkSide(link: .central, role: .reflector)
  /// A central that initiates.
  static let cenIni = LinkSide(link: .central, role: .initiator)

  /// `PER/REF`
  var id: String { (link == .central ? "CEN/" : "PER/") + (role == .initiator ? "INI" : "REF") }

  /// `a peripheral that reflects`
  var name: String {
    (link == .central ? "a central that " : "a peripheral that ")
      + (role == .initiator ? "initiates" : "reflects")
  }
}

extension Access {
  /// The controller's HCI, and a lower tester that speaks to it at the link layer.
  static let linkLayer: Access = .radio
}

extension CSRole {
  var capability: CSCapabilities.Roles { self == .initiator ? .initiator : .reflector }
}
