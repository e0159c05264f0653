internal import Capture
package import Dissection
internal import Notation

/// Writes the packets of a run for people, a line each.
package struct TraceText: Sendable {
  package enum Layer: String, CaseIterable, Sendable {
    /// Those between a host and its controller.
    case hci
    /// Those on the air.
    case ll
    case all

    func has(_ interface: String?) -> Bool {
      switch self {
      case .hci: interface?.hasPrefix("hci") ?? false
      case .ll: interface == "ll"
      case .all: true
      }
    }
  }

  private let layer: Layer
  private let width: Int?

  /// - Parameter width: the columns of a terminal, where longer lines are cut; nil for whole lines.
  package init(_ layer: Layer, width: Int? = nil) {
    self.layer = layer
    self.width = width
  }

  /// The line of a packet, with a line feed at its end; nil for one that is not shown.
  package func text(_ line: RunningExplainer.Line) -> String? {
    guard layer.has(line.interface) else { return nil }
    let time = line.time.map { "\($0.seconds).\(($0.picoseconds / 1_000_000).decimalDigits(6))" } ?? ""
    let columns = [
      String(repeating: " ", count: max(0, 11 - time.count)) + time,
      DisplayText.padded(line.interface ?? "", to: 13), Self.arrow(line.direction), line.name,
      line.sentences.joined(separator: " "),
    ]
    return finished(columns.joined(separator: "  "))
  }

  /// The line above the packets of one part of a run, with a line feed at its end.
  package func heading(_ title: String) -> String { finished("== \(title)") }

  private func finished(_ words: String) -> String {
    let text = DisplayText.line(words)
    return (width.map { DisplayText.truncated(text, to: $0) } ?? text) + "\n"
  }

  private static func arrow(_ direction: RecordedDirection) -> String {
    switch direction {
    case .unknown: "   "
    case .hostToController: "H>C"
    case .controllerToHost: "C>H"
    case .centralToPeripheral: "C>P"
    case .peripheralToCentral: "P>C"
    }
  }
}
