package import Capture
internal import Dissection
internal import Notation

/// The first frame in which two captures differ. Remarks on frames do not count: they quote verdicts.
package struct CaptureDifference: Hashable, Sendable {
  /// The number of the frame, counted from 1 as Wireshark does.
  package var frame: Int
  /// Since the first frame of the baseline, in seconds; nil if the file does not tell.
  package var seconds: Double?
  /// The interface, as `ll`.
  package var interface: String
  /// What the baseline has there; nil after its end.
  package var before: String?
  /// What the candidate has there; nil after its end.
  package var after: String?
  /// What differs, in a few words.
  package var what: String
  /// What the frame of the baseline says, a sentence each.
  package var sentencesBefore: [String]
  /// What the frame of the candidate says.
  package var sentencesAfter: [String]
  /// The fields that differ, in the order of the packets.
  package var fields: [Field]

  /// A field that differs between two frames.
  package struct Field: Hashable, Sendable {
    /// The packet and the field, as `LL_TERMINATE_IND ErrorCode`.
    package var name: String
    /// The value of the baseline with its meaning; nil where its frame has no such field.
    package var before: String?
    /// The same of the candidate.
    package var after: String?
  }

  /// Compares two unread captures, frame by frame; nil if all frames are the same.
  ///
  /// - Throws: `CaptureError` if a file fails.
  package init?(_ baseline: RecordingReader, _ candidate: RecordingReader) throws(CaptureError) {
    var start: RecordTime?
    while true {
      let (old, new) = (try Seen(next: baseline), try Seen(next: candidate))
      if old == nil && new == nil { return nil }
      start = start ?? old?.frame.time
      guard let what = Self.difference(old, new) else { continue }
      let place = old ?? new
      frame = place?.frame.number ?? 0
      interface = (new ?? old)?.interface ?? ""
      let contents = (
        old.map { FrameContent($0.frame, of: baseline) }, new.map { FrameContent($0.frame, of: candidate) }
      )
      before = contents.0?.name
      after = contents.1?.name
      self.what = what
      sentencesBefore = contents.0?.sentences ?? []
      sentencesAfter = contents.1?.sentences ?? []
      fields = Self.fields(contents.0, contents.1)
      seconds = Self.seconds(from: start, to: place?.frame.time)
      return
    }
  }

  /// A frame with what its reader lends.
  private struct Seen {
    let frame: RecordedFrame
    let interface: String
    let octets: [UInt8]

    init?(next recording: RecordingReader) throws(CaptureError) {
      guard let frame = try recording.next() else { return nil }
      self.frame = frame
      interface = recording.interface(of: frame)?.name ?? "interface \(frame.interface)"
      octets = recording.octets
    }
  }

  private static func seconds(from start: RecordTime?, to time: RecordTime?) -> Double? {
    guard let start = start?.nanoseconds, let time = time?.nanoseconds, time >= start else { return nil }
    return Double(time - start) / 1e9
  }

  /// The fields that differ. A name identifies a field; fields of the same name are paired in their order.
  private static func fields(_ old: FrameContent?, _ new: FrameContent?) -> [Field] {
    let (before, after) = (values(of: old), values(of: new))
    let earlier = Dictionary(before.map { ($0.place, $0.text) }) { first, _ in first }
    let later = Dictionary(after.map { ($0.place, $0.text) }) { first, _ in first }
    return before.filter { later[$0.place] != $0.text }
      .map { Field(name: $0.place.name, before: $0.text, after: later[$0.place]) }
      + after.filter { earlier[$0.place] == nil }
      .map { Field(name: $0.place.name, before: nil, after: $0.text) }
  }

  /// Where a field is: its name, and how many of that name come before it.
  private struct Place: Hashable {
    let name: String
    let occurrence: Int
  }

  private static func values(of content: FrameContent?) -> [(place: Place, text: String)] {
    var seen: [String: Int] = [:]
    return (content?.layers ?? []).flatMap { layer in
      layer.fields.map { field -> (place: Place, text: String) in
        let name = "\(layer.name) \(field.name)"
        defer { seen[name, default: 0] += 1 }
        return (
          Place(name: name, occurrence: seen[name, default: 0]),
          field.note.map { "\(field.value) (\($0))" } ?? field.value
        )
      }
    }
  }

  /// What differs between two frames; nil if nothing does.
  private static func difference(_ old: Seen?, _ new: Seen?) -> String? {
    guard let old else { return "the baseline ends earlier" }
    guard let new else { return "the candidate ends earlier" }
    if old.interface != new.interface { return "interface \(old.interface) -> \(new.interface)" }
    if old.frame.direction != new.frame.direction {
      return "direction \(old.frame.direction) -> \(new.frame.direction)"
    }
    if old.octets.count != new.octets.count { return "\(old.octets.count) -> \(new.octets.count) octets" }
    if let index = zip(old.octets, new.octets).enumerated().first(where: { $0.element.0 != $0.element.1 }) {
      return
        "octet \(index.offset) of \(old.octets.count): \(index.element.0.hex(2)) -> \(index.element.1.hex(2))"
    }
    // What a recorder says of a packet of the air: channel, power, CRC.
    if old.frame.kind != new.frame.kind { return "how it was received" }
    guard let time = old.frame.time?.nanoseconds, let moved = new.frame.time?.nanoseconds, time != moved
    else {
      return nil
    }
    return moved > time ? "\(moved - time) ns later" : "\(time - moved) ns earlier"
  }
}
