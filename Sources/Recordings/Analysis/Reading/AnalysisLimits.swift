internal import Notation

/// How much an analysis keeps, so that its memory does not grow with the recordings.
public enum AnalysisLimits {
  /// Connections; those that ended without Channel Sounding make room for others.
  public static let connections = ConnectionTable.limit
  /// Advertising sets that no connection uses, those that were seen last.
  public static let advertisers = AdvertiserTable.limit
  /// Advertising sets that are not kept are counted up to here.
  public static let countedAdvertisers = 1 << 16
}

/// What an analysis met and did not keep, by its limits.
public struct NotKeptCounts: Hashable, Sendable {
  public var connections = 0
  /// Advertising sets, at most `AnalysisLimits.countedAdvertisers`.
  public var advertisers = 0

  /// Takes the counts.
  public init(connections: Int = 0, advertisers: Int = 0) {
    (self.connections, self.advertisers) = (connections, advertisers)
  }

  /// One text for each kind that has any, for people.
  public var texts: [String] {
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
