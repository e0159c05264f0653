/// Spans of time side by side, to scale.
package struct Timeline: Hashable, Sendable {
  /// A name that is unique on a page.
  package var id: String
  /// What is shown, a noun phrase.
  package var title: String
  /// The alternative for a reader who cannot see it.
  package var summary: String
  package var unit: String
  /// From top to bottom.
  package var rows: [Row]

  package init(id: String, title: String, summary: String, unit: String = "us", rows: [Row]) {
    self.id = id
    self.title = title
    self.summary = summary
    self.unit = unit
    self.rows = rows
  }

  /// What one device did, or one connection.
  package struct Row: Hashable, Sendable {
    package var name: String
    /// In the order of time; a later one is drawn over an earlier one.
    package var spans: [Span]

    package init(_ name: String, _ spans: [Span]) {
      self.name = name
      self.spans = spans
    }
  }

  package enum Kind: String, Hashable, Sendable, CaseIterable {
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

    package var name: String {
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

  package struct Span: Hashable, Sendable {
    package var kind: Kind
    /// From the start of the timeline.
    package var range: ClosedRange<Double>
    /// What stands in it where there is room, as `T_IP1`.
    package var label: String
    /// What it is, as `T_FCS 100 us`.
    package var name: String

    package init(_ kind: Kind, _ range: ClosedRange<Double>, label: String? = nil, _ name: String) {
      self.kind = kind
      self.range = range
      self.label = label ?? kind.name
      self.name = name
    }
  }
}
