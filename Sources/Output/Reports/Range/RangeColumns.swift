internal import Notation
package import RangeStudy

/// The columns of the table of a study, and which of them a width has room for.
package struct RangeColumns {
  package struct Column: Sendable {
    package let heading: String
    /// Columns of a higher rank go first where there is no room.
    let rank: Int
    /// The same in a comparison of studies; nil in those that compare nothing.
    var comparedRank: Int?
    package let cell: @Sendable (PointReport) -> String
  }

  private static let absent = "-"
  /// The rank of columns that come only where the plot beside the table keeps its room.
  private static let spacious = 5
  private static let plotRoom = 30
  /// The least width of the name of a study, where it is cut.
  private static let nameMinimum = 12

  let shown: [Column]
  /// The headings of those that there was no room for.
  let hidden: [String]
  /// What each row says alike, in words.
  let alike: [String]
  let table: TextTable

  /// The most columns that `width` has room for; nil if it has none for the least of them.
  init?(_ report: RangeReport, width: Int) {
    let points = report.study.points
    let values = Self.schedule.map { column in Set(points.map(column.cell)).subtracting([Self.absent]) }
    let scheduled = zip(Self.schedule, values).filter { $1.count > 1 }.map(\.0)
    alike = zip(Self.schedule, values).compactMap { column, values in
      values.count == 1 ? values.first.map { Self.words($0, of: column.heading) } : nil
    }
    let all = Self.point(report) + Self.errors(LengthUnit(report)) + scheduled
    for rank in (0...(all.map(\.rank).max() ?? 0)).reversed() {
      let columns = all.filter { $0.rank <= rank }
      var table = TextTable(columns.map { TextTable.Column($0.heading, isNumeric: true) })
      for point in points { table.append(columns.map { $0.cell(point) }) }
      guard table.widths(in: rank < Self.spacious ? width : width - Self.plotRoom) != nil else { continue }
      self.table = table
      shown = columns
      hidden = all.filter { $0.rank > rank && $0.rank < Self.spacious }.map(\.heading)
      return
    }
    return nil
  }

  /// The most columns that compare studies and that `width` has room for beside their whole names; where it has
  /// none for the least of them, these and names that are cut. A column without a value is left out.
  init(comparing reports: [RangeReport], names: [String], width: Int) {
    let unit = LengthUnit(reports)
    let points = zip(reports, names).flatMap { report, name in report.study.points.map { (name, $0) } }
    let measured = (Self.errors(unit) + Self.intervals(unit)).filter { column in
      column.comparedRank == 0 || points.contains { column.cell($1) != Self.absent }
    }
    let all: [(rank: Int, column: Column)] =
      Self.point(reports[0]).map { (rank: 0, column: $0) }
      + measured.compactMap { column in column.comparedRank.map { (rank: $0, column: column) } }
    func table(to rank: Int, nameMinimum: Int?) -> TextTable {
      let columns = all.filter { $0.rank <= rank }.map(\.column)
      var table = TextTable(
        [TextTable.Column("STUDY", minimum: nameMinimum)]
          + columns.map { TextTable.Column($0.heading, isNumeric: true) })
      for (name, point) in points { table.append([name] + columns.map { $0.cell(point) }) }
      return table
    }
    let ranks = (0...(all.map(\.rank).max() ?? 0)).reversed()
    let rank = ranks.first { table(to: $0, nameMinimum: nil).widths(in: width) != nil } ?? 0
    self.table = table(to: rank, nameMinimum: Self.nameMinimum)
    shown = all.filter { $0.rank <= rank }.map(\.column)
    hidden = all.filter { $0.rank > rank }.map(\.column.heading)
    alike = []
  }

  /// All columns of a page, with the intervals that text has below the table.
  package static func paged(_ report: RangeReport) -> [Column] {
    everything(report) + intervals(LengthUnit(report))
  }

  /// All columns, for rows that are stacked.
  static func everything(_ report: RangeReport) -> [Column] {
    point(report) + errors(LengthUnit(report)) + schedule
  }

  private static func point(_ report: RangeReport) -> [Column] {
    let distance = Column(heading: "DISTANCE m", rank: 0) { DecimalText.plain($0.distanceMetres) }
    return report.sweeps.enumerated().map { index, sweep in
      Column(heading: sweep.name, rank: 0) { DecimalText.plain($0.knobValues[index]) }
    } + [distance]
  }

  private static func errors(_ unit: LengthUnit) -> [Column] {
    func length(
      _ name: String, rank: Int, compared: Int, _ value: @escaping @Sendable (PointFigures) -> Double?
    ) -> Column {
      Column(heading: "\(name) \(unit.name)", rank: rank, comparedRank: compared) {
        value($0.figures).map(unit.text) ?? absent
      }
    }
    return [
      Column(heading: "FOUND %", rank: 0, comparedRank: 0) { point in
        point.figures.availability.map { DecimalText.fixed($0 * 100, digits: 1) } ?? absent
      },
      length("BIAS", rank: 0, compared: 2) { $0.errors?.bias },
      length("STD", rank: 1, compared: 6) { $0.errors?.standardDeviation },
      length("RMSE", rank: 0, compared: 0) { $0.errors?.rmse },
      length("P50", rank: 3, compared: 5) { $0.errors?.p50 },
      length("P90", rank: 1, compared: 0) { $0.errors?.p90 },
      length("P95", rank: spacious, compared: 1) { $0.errors?.p95 },
      length("P99", rank: spacious, compared: 1) { $0.errors?.p99 },
      length("BOUND", rank: 2, compared: 4) { $0.boundMetres },
      Column(heading: "RATIO", rank: 2, comparedRank: 4) { point in
        point.figures.ratioToBound.map { DecimalText.fixed($0, digits: $0 < 100 ? 2 : 0) } ?? absent
      },
      Column(heading: "SNR dB", rank: 3) { point in
        point.link.map { DecimalText.fixed($0.toneSNRDecibels, digits: 1) } ?? absent
      },
    ]
  }

  private static func intervals(_ unit: LengthUnit) -> [Column] {
    func interval(
      _ name: String, compared: Int, _ value: @escaping @Sendable (ErrorStatistics) -> ClosedRange<Double>?
    ) -> Column {
      Column(heading: "\(name) 95 % \(unit.name)", rank: spacious, comparedRank: compared) { point in
        point.figures.errors.flatMap(value).map {
          "\(unit.text($0.lowerBound)) to \(unit.text($0.upperBound))"
        } ?? absent
      }
    }
    return [
      interval("BIAS", compared: 7) { $0.biasInterval },
      interval("RMSE", compared: 3) { $0.rmseInterval },
    ]
  }

  /// What most studies have alike at all points.
  private static let schedule = [
    Column(heading: "RATE /s", rank: 4) { point in
      point.figures.proceduresPerSecond.map { DecimalText.fixed($0, digits: 2) } ?? absent
    },
    Column(heading: "AIR %", rank: 4) { point in
      point.figures.airTimeFraction.map { DecimalText.fixed($0 * 100, digits: 1) } ?? absent
    },
    Column(heading: "TONES", rank: 4) { point in
      point.figures.tonesPerEstimate.map { DecimalText.plain(($0 * 10).rounded() / 10) } ?? absent
    },
    Column(heading: "SUBEVENTS", rank: 4) { point in
      point.figures.subeventsPerProcedure.map { DecimalText.plain(($0 * 10).rounded() / 10) } ?? absent
    },
  ]

  private static func words(_ value: String, of heading: String) -> String {
    switch heading {
    case "RATE /s": "\(value) procedures/s"
    case "AIR %": "\(value) % air time"
    case "TONES": "\(value) tones per procedure"
    default: value == "1" ? "in 1 subevent" : "in \(value) subevents"
    }
  }
}

/// The unit in which a table gives lengths: the one in which its errors are easy to read.
struct LengthUnit: Sendable {
  let name: String
  private let perMetre: Double
  private let digits: Int

  init(_ report: RangeReport) { self.init([report]) }

  init(_ reports: [RangeReport]) {
    let isSmall =
      switch reports.first?.units ?? .readable {
      case .millimetres: true
      case .metres: false
      case .readable:
        (reports.flatMap(\.study.points).compactMap(\.figures.errors?.rmse).max() ?? 0) < 1
      }
    (name, perMetre, digits) = isSmall ? ("mm", 1000, 2) : ("m", 1, 3)
  }

  /// A length in metres, without its unit.
  func text(_ metres: Double) -> String { DecimalText.fixed(value(metres), digits: digits) }

  /// A length in metres, as a number of this unit.
  func value(_ metres: Double) -> Double { metres * perMetre }

  /// The same of both ends of an interval.
  func range(_ metres: ClosedRange<Double>) -> ClosedRange<Double> {
    value(metres.lowerBound)...value(metres.upperBound)
  }
}
