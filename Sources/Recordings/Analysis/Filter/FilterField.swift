/// What a filter can ask of a procedure.
public enum FilterField: String, Sendable, CaseIterable {
  case file
  case interface
  case connection
  case address
  case counter
  case config
  case fcs
  case frame
  case time
  case ending
  case ends
  case steps
  case tones
  case good
  case offset
  case noise
  case rssi
  case distance

  /// What its values are.
  enum Kind: Hashable {
    case number
    case text
    /// One of a few words.
    case words([String])
  }

  var kind: Kind {
    switch self {
    case .interface, .address: .text
    case .ending: .words(["complete", "aborted", "unfinished"])
    case .ends: .words(["both", "initiator", "reflector"])
    default: .number
    }
  }

  /// What it means, for people.
  public var meaning: String {
    switch self {
    case .file: "the recording, from 1 in the order of the command line"
    case .interface: "the name of the interface"
    case .connection: "the number of the connection, as the text shows it"
    case .address: "an address of either end, as C0:FF:EE:00:00:02"
    case .counter: "Procedure_Counter"
    case .config: "Config_ID"
    case .fcs: "T_FCS of the configuration in us"
    case .frame: "the frame of the first result"
    case .time: "seconds from the first frame of the recording to the first result"
    case .ending: "complete, aborted or unfinished: the worst of both ends"
    case .ends: "whose results are there: both, initiator or reflector"
    case .steps: "steps of the initiator, else of the reflector"
    case .tones: "tones of the same end"
    case .good: "of these, the percentage of high or medium quality"
    case .offset: "the frequency offset of mode 0 in ppm"
    case .noise: "the phase noise of a single tone in radians"
    case .rssi: "the mean power of the mode-0 packets in dBm"
    case .distance: "the first distance in metres, of the estimators in their order"
    }
  }
}
