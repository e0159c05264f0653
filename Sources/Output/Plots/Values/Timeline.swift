/// Spans of time side by side, to scale.
public struct Timeline: Hashable, Sendable {
  /// A name that is unique on a page.
  public var id: String
  /// What is shown, a noun phrase.
  public var title: String
  /// The alternative for a reader who cannot see it.
  public var summary: String
  public var unit: String
  /// From top to bottom.
  public var rows: [Row]

  public init(id: String, title: String, summary: String, unit: String = "us", rows: [Row]) {
    self.id = id
    self.title = title
    self.summary = summary
    self.unit = unit
    self.rows = rows
  }

  /// What one device did, or one connection.
  public struct Row: Hashable, Sendable {
    public var name: String
    /// In the order of time; a later one is drawn over an earlier one.
    public var spans: [Span]

    public init(_ name: String, _ spans: [Span]) {
      self.name = name
      self.spans = spans
    }
  }

  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// T_FCS: the change to the channel of the step.
    case change
    /// A CS_SYNC packet.
    case packet
    case tone
    /// T_SW: antennas are switched.
    case switching
    /// T_RD or T_GD: ramp-down or guard.
    case ramp
    /// T_IP1 or T_IP2: nobody sends.
    case interlude
    case connection
    /// Procedures with all their results.
    case complete
    case aborted
    /// Procedures whose results break off.
    case unfinished

    public var name: String {
      switch self {
      case .change: "T_FCS"
      case .packet: "CS_SYNC"
      case .tone: "CS tone"
      case .switching: "T_SW"
      case .ramp: "T_RD, T_GD"
      case .interlude: "T_IP1, T_IP2"
      case .connection: "connected"
      case .complete: "complete"
      case .aborted: "aborted"
      case .unfinished: "unfinished"
      }
    }
  }

  public struct Span: Hashable, Sendable {
    public var kind: Kind
    /// From the start of the timeline.
    public var range: ClosedRange<Double>
    /// What stands in it where there is room, as `T_IP1`.
    public var label: String
    /// What it is, as `T_FCS 100 us`.
    public var name: String

    public init(_ kind: Kind, _ range: ClosedRange<Double>, label: String? = nil, _ name: String) {
      self.kind = kind
      self.range = range
      self.label = label ?? kind.name
      self.name = name
    }
  }
}
