public import Capture
internal import Dissection
internal import Notation

/// The first frame in which two captures differ. Remarks on frames do not count: they quote verdicts.
public struct CaptureDifference: Hashable, Sendable {
  /// The number of the frame, counted from 1 as Wireshark does.
  public var frame: Int
  /// Since the first frame of the baseline, in seconds; nil if the file does not tell.
  public var seconds: Double?
  /// The interface, as `ll`.
  public var interface: String
  /// What the baseline has there; nil after its end.
  public var before: String?
  /// What the candidate has there; nil after its end.
  public var after: String?
  /// What differs, in a few words.
  public var what: String

  /// Compares two unread captures, frame by frame; nil if all frames are the same.
  ///
  /// - Throws: `CaptureError` if a file fails.
  public init?(_ baseline: RecordingReader, _ candidate: RecordingReader) throws(CaptureError) {
    var start: RecordTime?
    while true {
      let (old, new) = (try Seen(next: baseline), try Seen(next: candidate))
      if old == nil && new == nil { return nil }
      start = start ?? old?.frame.time
      guard let what = Self.difference(old, new) else { continue }
      let place = old ?? new
      frame = place?.frame.number ?? 0
      interface = (new ?? old)?.interface ?? ""
      before = old.map { FrameName.text($0.frame, of: baseline) }
      after = new.map { FrameName.text($0.frame, of: candidate) }
      self.what = what
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
