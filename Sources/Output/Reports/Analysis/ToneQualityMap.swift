internal import Analysis
internal import ChannelSounding
internal import Plots
internal import Ranging

/// The worst rating of the tones of each channel, by procedure, in columns of so many procedures that a page holds them.
struct ToneQualityMap: Sendable {
  /// The most columns; what is more shares columns two by two.
  private static let mostColumns = 120
  private static let levels = ["high", "medium", "low", "unavailable"]
  private static let unavailable: UInt8 = 3
  private static let channels = Array(ToneResponse.channelIndices)

  /// The ratings of one end by column and channel.
  private struct Ratings: Sendable {
    var columns: [[UInt8?]] = []
    /// Whether the end rates its tones; one that does not reports all as unavailable.
    var isMeant = false

    mutating func note(_ rating: UInt8?, column: Int, channel: UInt8) {
      guard let rating else { return }
      let known = columns[column][Int(channel)]
      columns[column][Int(channel)] = max(known ?? 0, min(rating, unavailable))
      if rating < unavailable { isMeant = true }
    }

    mutating func join() {
      columns = stride(from: 0, to: columns.count, by: 2).map { index in
        zip(columns[index], columns[index + 1]).map(ToneQualityMap.worse)
      }
    }
  }

  private var (initiator, reflector) = (Ratings(), Ratings())
  private var proceduresPerColumn = 1
  private var count = 0

  /// Takes the next procedure; one without tones leaves a gap.
  mutating func add(_ procedure: ProcedureAnalysis) {
    if count == Self.mostColumns * proceduresPerColumn {
      initiator.join()
      reflector.join()
      proceduresPerColumn *= 2
    }
    let column = count / proceduresPerColumn
    count += 1
    if column == initiator.columns.count {
      let empty = [UInt8?](repeating: nil, count: Self.channels.count)
      initiator.columns.append(empty)
      reflector.columns.append(empty)
    }
    for tone in procedure.tones() where tone.antennaPath != nil && Int(tone.channel) < Self.channels.count {
      initiator.note(tone.initiator?.quality.rawValue, column: column, channel: tone.channel)
      reflector.note(tone.reflector?.quality.rawValue, column: column, channel: tone.channel)
    }
  }

  private static func worse(_ one: UInt8?, _ other: UInt8?) -> UInt8? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
  }

  /// Nil if no end rated its tones.
  var map: HeatMap? {
    let meant = [initiator, reflector].filter(\.isMeant)
    guard
      let columns = meant.first?.columns.indices.map({ column in
        meant.dropFirst().reduce(meant[0].columns[column]) { zip($0, $1.columns[column]).map(Self.worse) }
      })
    else { return nil }
    let rated = Self.channels.filter { channel in columns.contains { $0[Int(channel)] != nil } }
    guard let first = rated.first, let last = rated.last else { return nil }
    let rows = Self.channels[Int(first)...Int(last)]
    return HeatMap(
      id: "tone-quality", title: "Tone quality by channel and procedure",
      summary: "The worst rating that \(rater) gave to a tone of the channel"
        + (proceduresPerColumn == 1
          ? " in each procedure." : " in \(proceduresPerColumn) procedures, in each column."),
      columnTitle: "procedure", columns: columns.indices.map { "\($0 * proceduresPerColumn)" },
      rowTitle: "channel index", rows: rows.map { "\($0)" }, levels: Self.levels,
      cells: rows.map { channel in
        columns.map { column in
          column[Int(channel)].map { HeatMap.Cell(level: Int($0), Self.levels[Int($0)]) }
        }
      }, emptyName: "no rating")
  }

  private var rater: String {
    switch (initiator.isMeant, reflector.isMeant) {
    case (true, true): "either end"
    case (true, false): "the initiator"
    default: "the reflector"
    }
  }
}
