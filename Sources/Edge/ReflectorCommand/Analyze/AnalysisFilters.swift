internal import Analysis
internal import Capture
internal import Documents
internal import PacketTap
internal import Profiles

/// What `--filter` asks for.
final class AnalysisFilters {
  private static let mark = "bpf:"
  /// HCI H4 with direction: an expression that has no meaning there has none elsewhere.
  private static let usualLinkType: UInt32 = 201

  /// The procedures to report; nil for all.
  let procedures: ProcedureFilter?
  /// Why packets of a link type cannot be distinguished; nil while they can.
  private(set) var failure: PcapError?

  private let expression: String?
  private var compiled: [UInt32: PacketFilter] = [:]

  /// Reads the filters, all of which are to be met.
  init(_ texts: [String]) throws(BadInput) {
    let packets = texts.filter { $0.hasPrefix(Self.mark) }.map { String($0.dropFirst(Self.mark.count)) }
    let own = texts.filter { !$0.hasPrefix(Self.mark) }
    procedures = try own.isEmpty ? nil : Self.filter(own)
    guard !packets.isEmpty else {
      expression = nil
      return
    }
    let joined = packets.count == 1 ? packets[0] : packets.map { "(\($0))" }.joined(separator: " and ")
    do throws(PcapError) {
      compiled[Self.usualLinkType] = try PacketFilter(joined, linkType: Self.usualLinkType)
      expression = joined
    } catch {
      throw BadInput("--filter: \(error)")
    }
  }

  private static func filter(_ texts: [String]) throws(BadInput) -> ProcedureFilter {
    for text in texts {
      do throws(FilterError) {
        _ = try ProcedureFilter(text)
      } catch {
        let nearest = error.word.flatMap { NearestWord.match($0, in: error.candidates) }
        let guess = nearest.map { "; did you mean '\($0)'?" } ?? ""
        throw BadInput("--filter '\(text)', column \(error.column): \(error.text)\(guess)")
      }
    }
    do throws(FilterError) {
      return try ProcedureFilter(texts.map { "(\($0))" }.joined(separator: " and "))
    } catch {
      throw BadInput("--filter: \(error.text)")
    }
  }

  /// Refuses a recording whose packets have no link type.
  func check(_ recording: RecordingAnalyzer.Recording, _ path: String) throws(BadInput) {
    guard expression != nil, ![.pcap, .pcapng].contains(recording.format) else { return }
    throw BadInput("\(path): found no link type, expected a pcap or pcapng recording for a BPF expression")
  }

  /// Which frames are read; nil for all.
  var frames: RecordingAnalyzer.Recording.FrameFilter? {
    guard let expression else { return nil }
    return { [unowned self] reader, frame in accepts(frame, of: reader, expression) }
  }

  private func accepts(
    _ frame: RecordedFrame, of reader: RecordingReader, _ expression: String
  ) -> Bool {
    guard let linkType = reader.interface(of: frame)?.linkType else { return false }
    if compiled[linkType] == nil, failure == nil {
      do throws(PcapError) {
        compiled[linkType] = try PacketFilter(expression, linkType: linkType)
      } catch {
        failure = error
      }
    }
    guard let filter = compiled[linkType] else { return false }
    return reader.withPacket { filter.accepts($0, originalCount: frame.originalCount) }
  }

  /// What a filter can ask for, one field a line.
  static var fields: String {
    let width = FilterField.allCases.map(\.rawValue.count).max() ?? 0
    return FilterField.allCases.map { field in
      field.rawValue + String(repeating: " ", count: width + 2 - field.rawValue.count) + field.meaning + "\n"
    }.joined()
  }
}
