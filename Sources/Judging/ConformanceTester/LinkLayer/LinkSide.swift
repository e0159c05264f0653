package import ChannelSounding
package import CoreTypes
internal import LinkLayer

/// The roles of the controller under test: on the link and in Channel Sounding, as in the ids of the public test cases.
package struct LinkSide: Hashable {
  /// Its role on the link.
  package let link: LinkRole
  /// Its role in Channel Sounding.
  package let role: CSRole

  /// A peripheral that reflects, like nearly every accessory.
  package static let perRef = LinkSide(link: .peripheral, role: .reflector)
  /// A peripheral that initiates.
  package static let perIni = LinkSide(link: .peripheral, role: .initiator)
  /// A central that reflects.
  package static let cenRef = LinkSide(link: .central, role: .reflector)
  /// A central that initiates.
  package static let cenIni = LinkSide(link: .central, role: .initiator)

  /// `PER/REF`
  package var id: String { (link == .central ? "CEN/" : "PER/") + (role == .initiator ? "INI" : "REF") }

  /// `a peripheral that reflects`
  package var name: String {
    (link == .central ? "a central that " : "a peripheral that ")
      + (role == .initiator ? "initiates" : "reflects")
  }
}

extension Access {
  /// The controller's HCI, and a lower tester that speaks to it at the link layer.
  package static let linkLayer: Access = .radio
}

extension CSRole {
  /// The bit that declares the role.
  package var capability: CSCapabilities.Roles { self == .initiator ? .initiator : .reflector }
}
