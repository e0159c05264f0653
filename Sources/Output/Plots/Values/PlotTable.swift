internal import Notation

/// The values of a plot as a table: what a reader of the screen reads, and what CSV holds.
package struct PlotTable: Hashable, Sendable {
  /// A heading for each column.
  package let headings: [String]
  /// A cell for each column; the values as they are, not rounded.
  package let rows: [[String]]

  /// One row a value, series after series.
  package init(_ plot: Plot) {
    let hasIntervals = plot.series.contains { series in series.points.contains { $0.interval != nil } }
    headings = ["series", plot.x.label, plot.y.label] + (hasIntervals ? ["from", "to"] : [])
    rows = plot.series.flatMap { series in
      series.points.map { point in
        let ends = point.interval.map {
          [DecimalText.plain($0.lowerBound), DecimalText.plain($0.upperBound)]
        }
        return [series.name, plot.x.cell(point.x), plot.y.cell(point.y)]
          + (hasIntervals ? ends ?? ["", ""] : [])
      }
    }
  }

  /// One row a span, row after row.
  package init(_ timeline: Timeline) {
    headings = ["row", "span", "from (\(timeline.unit))", "to (\(timeline.unit))"]
    rows = timeline.rows.flatMap { row in
      row.spans.map { span in
        [
          row.name, span.name, DecimalText.fixed(span.range.lowerBound, digits: 3),
          DecimalText.fixed(span.range.upperBound, digits: 3),
        ]
      }
    }
  }

  /// One row a row of the map from top to bottom, one column a column.
  package init(_ map: HeatMap) {
    headings = ["\(map.rowTitle) / \(map.columnTitle)"] + map.columns
    rows = zip(map.rows, map.cells).reversed().map { name, cells in [name] + cells.map { $0?.text ?? "" } }
  }
}
