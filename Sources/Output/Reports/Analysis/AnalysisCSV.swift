public import Analysis

/// Writes one line a tone slot, as docs/analyze.md describes. [RFC 4180, with line feeds alone]
public enum AnalysisCSV {
  /// The names of the columns.
  public static let heading =
    "procedure,counter,config,subevent,step,mode,channel,frequency_mhz,slot,antenna_path,"
    + "initiator_i,initiator_q,initiator_quality,reflector_i,reflector_q,reflector_quality\n"

  /// The lowest channel's place.
  private static let baseMegahertz = 2402

  /// The tones of a procedure. What is not known is empty, as the antenna path of an extension slot.
  public static func lines(_ procedure: ProcedureAnalysis) -> String {
    guard let account = procedure.account else { return "" }
    let start = "\(procedure.index),\(account.counter),\(account.configID),"
    var text = ""
    for tone in procedure.tones() {
      text += start
      text += "\(tone.subevent),\(tone.step),\(tone.mode),\(tone.channel),"
      text += "\(baseMegahertz + Int(tone.channel)),\(tone.slot),"
      text += tone.antennaPath.map { "\($0)" } ?? ""
      text += report(tone.initiator) + report(tone.reflector) + "\n"
    }
    return text
  }

  private static func report(_ report: RecordedTone.Report?) -> String {
    report.map { ",\($0.i),\($0.q),\($0.quality)" } ?? ",,,"
  }
}
