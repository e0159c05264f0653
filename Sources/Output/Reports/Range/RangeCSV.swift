internal import CoreTypes
internal import Notation
internal import Profiles
package import RangeStudy
internal import Ranging

/// Writes one line a procedure, as docs/range.md describes. [RFC 4180, with line feeds alone]
package struct RangeCSV {
  private let sweeps: [String]
  private let isOfSeveral: Bool

  /// Writes procedures of studies that sweep the knobs called `sweeps`; of several, each line names its study.
  package init(sweeps: [String], isOfSeveral: Bool = false) {
    self.sweeps = sweeps
    self.isOfSeveral = isOfSeveral
  }

  package var heading: String {
    (isOfSeveral ? "profile,phone,environment,estimator," : "")
      + "distance_m,knob,knob_value," + (sweeps.count > 1 ? "second_knob,second_knob_value," : "")
      + "procedure,time_s,true_m,raw_m,estimate_m,deviation_m,quality,tones,error_m\n"
  }

  /// Procedures of one point. What is not known is empty.
  package func lines(_ outcomes: [ProcedureOutcome], of point: StudyPoint, profile: String) -> String {
    let study = [
      CSVText.path(profile), point.phone.id, point.environment.id, point.estimator.rawValue,
    ]
    var start = isOfSeveral ? study.map { CSVText.cell($0) + "," }.joined() : ""
    start += DecimalText.plain(point.distanceMetres) + ","
    for (sweep, value) in zip(sweeps, point.knobValues) { start += "\(sweep),\(DecimalText.plain(value))," }
    if sweeps.isEmpty { start += ",," }
    var text = ""
    for outcome in outcomes {
      text += start
      text += "\(outcome.index),\(DecimalText.fixed((outcome.time - .start).inSeconds, digits: 6)),"
      text += DecimalText.fixed(outcome.trueMetres, digits: 6)
      text += ",\(CSVText.length(outcome.rawMetres)),\(CSVText.length(outcome.metres))"
      let isFound = outcome.rawMetres != nil
      text += "," + (isFound ? CSVText.length(outcome.deviationMetres) : "")
      text += "," + (isFound ? DecimalText.fixed(outcome.quality, digits: 4) : "")
      text += ",\(outcome.toneCount),\(CSVText.length(outcome.error))\n"
    }
    return text
  }
}

/// A cell of CSV. [RFC 4180]
enum CSVText {
  /// The text, in quotes where it needs them, with an apostrophe before what a spreadsheet would take for a formula.
  static func cell(_ text: String) -> String {
    var cell = isFormula(text) ? "'" : ""
    var isQuoted = false
    // Scalar by scalar: a quote with a combining mark behind it is one character for Swift.
    for scalar in text.unicodeScalars {
      isQuoted = isQuoted || ",\"\n\r".unicodeScalars.contains(scalar)
      if scalar == "\"" { cell.unicodeScalars.append(scalar) }
      cell.unicodeScalars.append(scalar)
    }
    return isQuoted ? "\"\(cell)\"" : cell
  }

  /// A length down to a micrometre; empty for none.
  static func length(_ metres: Double?) -> String {
    metres.map { DecimalText.fixed($0, digits: 6) } ?? ""
  }

  /// The path of a file for a cell: it still names the file, and is no formula.
  static func path(_ path: String) -> String { isFormula(path) ? "./" + path : path }

  /// Whether a spreadsheet calculates the text, which is no number. A lone sign is text to it.
  private static func isFormula(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else {
      return false
    }
    return text.unicodeScalars.count > 1 && Double(text) == nil
  }
}
