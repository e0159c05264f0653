internal import Capture
internal import Notation
internal import Wire

/// What a step of Channel Sounding says that both ends were seen in.
enum StepWords {
  /// Reads a record of the interface `cs-steps`.
  static func reading(_ octets: [UInt8]) -> PacketReading {
    do throws(WireError) {
      let step = try StepRecord(decoding: octets)
      return PacketReading(
        name: "mode-\(step.mode) step", sentences: sentences(step),
        parts: [.packet("step of both ends", step)])
    } catch {
      return .broken("a step", error)
    }
  }

  private static func sentences(_ step: StepRecord) -> [String] {
    var sentences = [
      "Step \(step.stepIndex + 1) of \(step.stepCount) in subevent \(step.subeventIndex + 1) of procedure "
        + "\(step.procedureCounter): mode-\(step.mode) on channel \(step.channel), \(step.megahertz) MHz."
    ]
    if !step.isShared { sentences.append("The two ends are not in the same step.") }
    sentences.append("T_FCS of \(step.tFCS) us was agreed.")
    for (name, end) in [("initiator", step.initiator), ("reflector", step.reflector)] {
      guard end.keptTFCS != StepRecord.noSpan else { continue }
      sentences.append("The \(name) kept \(microseconds(end.keptTFCS)) us.")
    }
    if step.usesInlinePCT {
      sentences.append("The reflector gives back the phase that it measured: inline PCT.")
    }
    return sentences
  }

  /// Picoseconds as microseconds, rounded to three digits.
  private static func microseconds(_ picoseconds: Int32) -> String {
    let nanoseconds = (Int(picoseconds) + (picoseconds < 0 ? -500 : 500)) / 1_000
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
    return "\(nanoseconds < 0 ? "-" : "")\(whole).\(rest.decimalDigits(3))"
  }
}
