/// Spans of time side by side, to scale.
public struct Timeline: Hashable, Sendable {
  /// A name that is unique on a page.
  public var id: String
  /// What is shown, a noun phrase.
  public var title: String
  /// The alternative for a reader who cannot see it.
  public var summary: String
  /// From top to bottom.
  public var rows: [Row]

  public init(id: String, title: String, summary: String, rows: [Row]) {
    self.id = id
    self.title = title
    self.summary = summary
    self.rows = rows
  }

  /// One device.
  public struct Row: Hashable, Sendable {
    public var name: String
    /// In the order of time.
    public var spans: [Span]

    public init(_ name: String, _ spans: [Span]) {
      self.name = name
      self.spans = spans
    }
  }

  /// What a span is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// T_FCS: the change to the channel of the step.
    case change
    /// A CS_SYNC packet.
    case packet
    /// A CS tone.
    case tone

    /// The name in the legend.
    public var name: String {
      switch self {
      case .change: "T_FCS"
      case .packet: "CS_SYNC"
      case .tone: "CS tone"
      }
    }
  }

  /// A span of time.
  public struct Span: Hashable, Sendable {
    public var kind: Kind
    /// In microseconds from the start of the timeline.
    public var microseconds: ClosedRange<Double>
    /// What it is, as `T_FCS 100 us`.
    public var name: String

    public init(_ kind: Kind, _ microseconds: ClosedRange<Double>, _ name: String) {
      self.kind = kind
      self.microseconds = microseconds
      self.name = name
    }
  }
}
