internal import CoreTypes
public import RangeStudy

/// Writes one line a procedure, as docs/range.md describes. [RFC 4180, with line feeds alone]
public struct RangeCSV {
  private let sweep: String?

  /// Writes procedures of a study that sweeps the knob called `sweep`; nil for none.
  public init(sweep: String?) { self.sweep = sweep }

  /// The names of the columns.
  public var heading: String {
    "distance_m,knob,knob_value,procedure,time_s,true_m,raw_m,estimate_m,deviation_m,quality,tones,error_m\n"
  }

  /// Procedures of one point. What is not known is empty.
  public func lines(_ outcomes: [ProcedureOutcome], distanceMetres: Double, knobValue: Double?) -> String {
    let start =
      "\(DecimalText.plain(distanceMetres)),\(sweep ?? ""),"
      + "\(knobValue.map(DecimalText.plain) ?? ""),"
    var text = ""
    for outcome in outcomes {
      text += start
      text += "\(outcome.index),\(DecimalText.fixed(outcome.time.seconds, digits: 6)),"
      text += DecimalText.fixed(outcome.trueMetres, digits: 6)
      text += ",\(length(outcome.rawMetres)),\(length(outcome.metres))"
      let isFound = outcome.rawMetres != nil
      text += "," + (isFound ? length(outcome.deviationMetres) : "")
      text += "," + (isFound ? DecimalText.fixed(outcome.quality, digits: 4) : "")
      text += ",\(outcome.toneCount),\(length(outcome.error))\n"
    }
    return text
  }

  /// Down to a micrometre; empty for none.
  private func length(_ metres: Double?) -> String { metres.map { DecimalText.fixed($0, digits: 6) } ?? "" }
}

extension Instant {
  /// Since the start of the run.
  fileprivate var seconds: Double { (self - .start).inSeconds }
}
