internal import Capture
package import Dissection
internal import Foundation
internal import Notation

/// Writes what a frame is for people.
package struct FrameText {
  /// Times before this many seconds are not of a clock on a wall: 1973-03-03.
  private static let firstWallClock: Int64 = 100_000_000
  private static let shownLayers = 40
  private static let shownOctets = 32

  private let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  /// The frame of the recording `file`, with a line feed at its end. `pointers` say where to read on, a line each.
  package func text(_ frame: FrameExplanation, file: String, pointers: [String]) -> String {
    var lines = DisplayText.wrapped("frame \(frame.number) of \(file)", to: style.width).map {
      style.paint($0, .bold)
    }
    lines += style.fact("what", frame.name + Self.way(frame.direction))
    lines += style.fact("seen", seen(frame))
    if !frame.reception.isEmpty { lines += style.fact("received", frame.reception.joined(separator: ", ")) }
    for (index, sentence) in frame.sentences.enumerated() {
      lines += style.fact(index == 0 ? "means" : "", sentence)
    }
    for reference in frame.references {
      lines += style.fact("exchange", "\(reference.how), frame \(reference.frame)")
    }
    for (index, comment) in frame.comments.enumerated() {
      lines += style.fact(index == 0 ? "remarks" : "", comment)
    }
    // Never wrapped: they are there to be copied.
    for (index, pointer) in pointers.enumerated() {
      lines.append(DisplayText.head(index == 0 ? "more" : "") + DisplayText.line(pointer))
    }
    for layer in frame.layers.prefix(Self.shownLayers) { lines += [""] + self.layer(layer) }
    let left = frame.layers.count - Self.shownLayers
    if left > 0 { lines += ["", "  and \(left) more: --json lists them all"] }
    lines += [""] + octets(frame.octets)
    return lines.map { $0 + "\n" }.joined()
  }

  private func seen(_ frame: FrameExplanation) -> String {
    var parts = frame.interface.map { ["on \($0)"] } ?? []
    if let time = frame.time { parts.append("at \(Self.text(time))") }
    parts.append("octet \(frame.offset) of the file")
    return parts.joined(separator: ", ")
  }

  private static func text(_ time: RecordTime) -> String {
    let fraction = (time.picoseconds / 1_000).decimalDigits(9)
    guard time.seconds >= firstWallClock else { return "\(time.seconds).\(fraction) s" }
    let day = Date(timeIntervalSince1970: Double(time.seconds)).formatted(.iso8601)
    return day.replacing("T", with: " ").replacing("Z", with: ".\(fraction) UTC")
  }

  private static func way(_ direction: RecordedDirection) -> String {
    switch direction {
    case .unknown: ""
    case .hostToController: ", host to controller"
    case .controllerToHost: ", controller to host"
    case .centralToPeripheral: ", central to peripheral"
    case .peripheralToCentral: ", peripheral to central"
    }
  }

  private func layer(_ layer: FrameExplanation.Layer) -> [String] {
    let width = layer.fields.map { DisplayText.width($0.name) }.max() ?? 0
    return DisplayText.hanging("  ", layer.name, width: style.width).map { style.paint($0, .bold) }
      + layer.fields.flatMap { field in
        let note = field.note.map { field.value.isEmpty ? $0 : " (\($0))" } ?? ""
        return DisplayText.hanging(
          "    " + DisplayText.padded(field.name, to: width) + "  ", Self.short(field.value) + note,
          width: style.width)
      }
  }

  /// Long octets cut: all of them stand at the end.
  private static func short(_ value: String) -> String {
    guard value.utf8.count > 2 * shownOctets else { return value }
    return "\(value.prefix(2 * shownOctets)) and \(value.utf8.count / 2 - shownOctets) more octets"
  }

  private func octets(_ octets: [UInt8]) -> [String] {
    stride(from: 0, to: octets.count, by: 16).map { start in
      let row = octets[start..<min(start + 16, octets.count)]
      return style.paint("    " + start.hexDigits(4, .lower) + "  " + row.hex(separator: " "), .faint)
    }
  }
}

/// Writes what frames are for programs.
package enum FrameJSON {
  /// The kind and version of the document; it grows when a key changes its meaning or goes away.
  package static let schemaName = "reflector/frame/1"

  static let document = JSONDocument<(file: String, frames: [FrameExplanation])>(
    name: schemaName, title: "Frames in words",
    fields: [
      .init("file", "The recording as given.") { $0.file },
      .init("frames", "In the order of the arguments.") { $0.frames },
    ])

  /// The document, as docs/captures.md describes it.
  package static func text(_ frames: [FrameExplanation], file: String, tool: ToolIdentity) -> String {
    document.text((file: file, frames: frames), tool: tool)
  }
}

extension FrameExplanation: JSONObject {
  static let jsonFields: [JSONField<FrameExplanation>] = [
    .init("number", "Counted from 1.", \.number),
    .init("offset", "The place in the file.", \.offset),
    .init("interface", "Name.", \.interface),
    .init("nanoseconds", "Since the epoch of the recording.", \.time?.nanoseconds),
    .init("name", "The packet.", \.name),
    .init("sentences", "Its purpose.", \.sentences),
    .init("reception", "How it was received.", \.reception),
    .init("exchange", "The frames that it answers or that answer it.", \.references),
    .init("remarks", "Comments of the recording, and verdicts that cite the frame.", \.comments),
    .init("layers", "From the outside in.", \.layers),
    .init("octets", "In hex.") { $0.octets.hex() },
  ]
}

extension FrameExplanation.Reference: JSONObject {
  static let jsonFields: [JSONField<FrameExplanation.Reference>] = [
    .init("how", "The relation.", \.how), .init("frame", "Counted from 1.", \.frame),
  ]
}

extension FrameExplanation.Layer: JSONObject {
  static let jsonFields: [JSONField<FrameExplanation.Layer>] = [
    .init("name", "The protocol.", \.name), .init("fields", "In their order.", \.fields),
  ]
}

extension FrameExplanation.Field: JSONObject {
  static let jsonFields: [JSONField<FrameExplanation.Field>] = [
    .init("name", "The field.", \.name), .init("value", "As text.", \.value),
    .init("note", "What the value means.", \.note),
  ]
}
