/// One end of a connection, as `RecordedConnection` tells them apart.
enum LinkParty: Int {
  /// The end whose HCI was recorded; on the air the central.
  case own = 0
  /// The other end.
  case peer = 1

  var other: LinkParty { self == .own ? .peer : .own }
}

extension RecordedConnection {
  subscript(party: LinkParty) -> RecordedDevice {
    get { party == .own ? own : peer }
    _modify {
      switch party {
      case .own: yield &own
      case .peer: yield &peer
      }
    }
  }
}
