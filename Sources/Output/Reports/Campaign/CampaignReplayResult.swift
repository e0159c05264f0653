internal import Notation

/// What a unit of a campaign came to when it ran again.
package struct CampaignReplayResult: Sendable {
  /// The file with the packets of the unit.
  package struct Capture: Sendable {
    package var path: String
    package var frameCount: Int

    package init(path: String, frameCount: Int) {
      self.path = path
      self.frameCount = frameCount
    }
  }

  /// The name of the campaign.
  package var id: String
  /// The number of the edition in the store.
  package var edition: Int64
  package var unit: Int
  /// What the unit ranges or checks, in words.
  package var place: String
  /// Nil if none was asked for.
  package var capture: Capture?
  /// What the unit came to now, in words.
  package var finding: String
  /// What the store has of it, in words; nil if it has nothing.
  package var storedFinding: String?
  /// Whether the store has the same to the last bit; nil if it has nothing.
  package var isSame: Bool?

  package init(
    id: String, edition: Int64, unit: Int, place: String, capture: Capture?, finding: String,
    storedFinding: String?, isSame: Bool?
  ) {
    self.id = id
    self.edition = edition
    self.unit = unit
    self.place = place
    self.capture = capture
    self.finding = finding
    self.storedFinding = storedFinding
    self.isSame = isSame
  }

  /// A line for each fact, with a line feed at its end.
  package var text: String {
    let packets = capture.map {
      "  capture   \($0.path), \(DecimalText.grouped($0.frameCount)) frames"
    }
    let comparison = isSame.map { $0 ? "has the same" : "HAS ANOTHER RESULT" } ?? "does not have it"
    let lines =
      ["unit \(unit): \(place)"] + (packets.map { [$0] } ?? [])
      + ["  finding   \(finding)", "  store     \(comparison)"]
    return lines.map { DisplayText.lines($0) + "\n" }.joined()
  }

  /// The document, with a line feed at its end.
  package func json(tool: ToolIdentity) -> String { Self.document.text(self, tool: tool) }

  static let document = JSONDocument<CampaignReplayResult>(
    name: "reflector/campaign-replay/1", title: "A unit of a campaign that ran again",
    fields: [
      .init("campaign", "The name of the campaign.", \.id),
      .init("edition", "Number of the edition.", \.edition),
      .init("unit", "Number of the unit.", \.unit),
      .init("place", "What it ranges or checks.", \.place),
      .init("capture", "The file with its packets; null if none was asked for.", \.capture),
      .init("finding", "What it came to, in words.", \.finding),
      .init("stored_finding", "The same of the store; null if it has none.", \.storedFinding),
      .init("same", "Whether the store has the same; null if it has none.", \.isSame),
    ])
}

extension CampaignReplayResult.Capture: JSONObject {
  static let jsonFields: [JSONField<CampaignReplayResult.Capture>] = [
    .init("path", "The file.", \.path),
    .init("frames", "Number of frames.", \.frameCount),
  ]
}
