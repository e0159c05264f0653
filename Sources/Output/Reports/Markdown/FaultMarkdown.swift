public import AccessoryProfile

/// Writes the named faults as the page docs/faults.md.
public enum FaultMarkdown {
  /// The page, with a line feed at its end.
  public static func text(_ faults: [Fault]) -> String {
    var lines = [
      "# Faults", "",
      "Written by `make docs`; do not edit it by hand. A fault makes an accessory wrong in one way, to show that the",
      "tester notices. `faults: [NAME]` in a profile plants it; `Profiles/accessories/defective` has a profile for each.",
      "A fault breaks exactly the requirements listed.",
    ]
    for area in Fault.Area.allCases {
      let members = faults.filter { $0.area == area }
      guard !members.isEmpty else { continue }
      lines += ["", "## \(heading(area))"]
      for fault in members { lines += section(fault) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func section(_ fault: Fault) -> [String] {
    var lines = ["", "### `\(fault.name)`", "", "**\(fault.summary)** \(fault.inFirmware)", ""]
    lines.append("- breaks: \(fault.breaks.joined(separator: ", "))")
    if !fault.blocks.isEmpty {
      lines.append("- keeps from being judged: \(fault.blocks.joined(separator: ", "))")
    }
    if let report = fault.report { lines.append("- seen in: \(report)") }
    return lines
  }

  private static func heading(_ area: Fault.Area) -> String {
    switch area {
    case .protocol: "Protocol"
    case .timing: "Timing"
    case .security: "Security"
    case .radio: "Radio"
    case .reporting: "Reporting"
    case .gatt: "GATT"
    case .advertising: "Advertising"
    }
  }
}
