internal import Analysis
internal import Plots
internal import Ranging

/// The worst rating of the tones of each channel, by procedure, in columns of so many procedures that a page holds them.
struct ToneQualityMap: Sendable {
  /// The most columns; what is more shares columns two by two.
  private static let mostColumns = 120
  private static let levels = ["high", "medium", "low", "unavailable"]
  private static let channels = Array(ToneResponse.channelIndices)

  /// By column and channel.
  private var columns: [[UInt8?]] = []
  private var proceduresPerColumn = 1
  private var count = 0

  /// Takes the next procedure; one without tones leaves a gap.
  mutating func add(_ procedure: ProcedureAnalysis) {
    if count == Self.mostColumns * proceduresPerColumn {
      columns = stride(from: 0, to: columns.count, by: 2).map { index in
        zip(columns[index], columns[index + 1]).map(Self.worse)
      }
      proceduresPerColumn *= 2
    }
    let column = count / proceduresPerColumn
    count += 1
    if column == columns.count { columns.append([UInt8?](repeating: nil, count: Self.channels.count)) }
    for tone in procedure.tones() where tone.antennaPath != nil && Int(tone.channel) < Self.channels.count {
      let rating = Self.worse(tone.initiator?.quality, tone.reflector?.quality)
      columns[column][Int(tone.channel)] = Self.worse(columns[column][Int(tone.channel)], rating)
    }
  }

  private static func worse(_ one: UInt8?, _ other: UInt8?) -> UInt8? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
  }

  /// Nil if no tone was rated.
  var map: HeatMap? {
    let rated = Self.channels.filter { channel in columns.contains { $0[Int(channel)] != nil } }
    guard let first = rated.first, let last = rated.last else { return nil }
    let rows = Self.channels[Int(first)...Int(last)]
    return HeatMap(
      id: "tone-quality", title: "Tone quality by channel and procedure",
      summary: "The worst rating that either end gave to a tone of the channel"
        + (proceduresPerColumn == 1
          ? " in each procedure." : " in \(proceduresPerColumn) procedures, in each column."),
      columnTitle: "procedure", columns: columns.indices.map { "\($0 * proceduresPerColumn)" },
      rowTitle: "channel index", rows: rows.map { "\($0)" }, levels: Self.levels,
      cells: rows.map { channel in
        columns.map { column in
          column[Int(channel)].map { HeatMap.Cell(level: min(3, Int($0)), Self.levels[min(3, Int($0))]) }
        }
      })
  }
}
