internal import Notation

/// How much an analysis keeps, so that its memory does not grow with the recordings.
package enum AnalysisLimits {
  /// Connections; those that ended without Channel Sounding make room for others.
  package static let connections = ConnectionTable.limit
  /// Advertising sets that no connection uses, those that were seen last.
  package static let advertisers = AdvertiserTable.limit
  /// Advertising sets that are not kept are counted up to here.
  package static let countedAdvertisers = 1 << 16
}

/// What an analysis met and did not keep, by its limits.
package struct NotKeptCounts: Hashable, Sendable {
  package var connections = 0
  /// Advertising sets, at most `AnalysisLimits.countedAdvertisers`.
  package var advertisers = 0

  /// Takes the counts.
  package init(connections: Int = 0, advertisers: Int = 0) {
    (self.connections, self.advertisers) = (connections, advertisers)
  }

  /// One text for each kind that has any, for people.
  package var texts: [String] {
    var texts: [String] = []
    if connections > 0 {
      texts.append(
        DecimalText.counted(connections, "connection")
          + " beyond the \(DecimalText.grouped(AnalysisLimits.connections)) that are kept")
    }
    if advertisers > 0 {
      let more = advertisers == AnalysisLimits.countedAdvertisers ? " or more" : ""
      texts.append(
        DecimalText.counted(advertisers, "advertiser") + more
          + " beyond those of connections and the \(AnalysisLimits.advertisers) others that were seen last")
    }
    return texts
  }
}
