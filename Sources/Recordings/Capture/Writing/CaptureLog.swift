public import CoreTypes
internal import Wire

/// One frame of a log as it stands in a file.
public struct CapturedFrame: Hashable, Sendable {
  /// The number that Wireshark shows, from 1.
  public var number: Int
  /// Where the frame was seen.
  public var interface: CaptureInterface
  /// Nanoseconds of virtual time since the start of the simulation.
  public var nanoseconds: Int64
  /// Which end sent it; nil on the link, where the octets say so.
  public var direction: HCIFrame.Direction?
  /// The packet with the pseudo-header of its link type.
  public var octets: ArraySlice<UInt8>
  /// The remarks on the frame, oldest first.
  public var comments: [String]
}

/// One frame of a log while it is written, whose octets are lent.
struct LentFrame {
  var interface: CaptureInterface
  var nanoseconds: Int64
  var direction: HCIFrame.Direction?
  var octets: UnsafeRawBufferPointer
  var comments: [String]
}

/// The frames of one run in the order of time, kept in memory until they are written.
///
/// Evidence points at frames by the number that `append` gives, which is the number Wireshark shows in every
/// pcapng of the log. A run without evidence needs no log: its owner leaves it out.
public final class CaptureLog {
  private struct Entry {
    var nanoseconds: Int64
    var end: Int
    var interface: CaptureInterface
    var direction: HCIFrame.Direction?
  }

  private var octets: [UInt8] = []
  private var entries: [Entry] = []
  private var commentsByFrame: [Int: [String]] = [:]
  /// The last frame with a remark; 0 while there is none.
  private var lastRemark = 0
  private var steps = AwaitedSteps()
  /// Whether the log has the interface `cs-steps`.
  public let keepsSteps: Bool
  /// Whether `subeventStarts` is kept.
  public let notesSubeventStarts: Bool
  /// The first steps of each subevent, at the times of the frames; they are no frames, and no file has them.
  public private(set) var subeventStarts: [StepFrame] = []
  /// How many steps of a subevent are noted.
  private static let notedSteps = 8
  /// Whether the payloads of encrypted links stay as they were on the air, and the log has their keys.
  public let isEncrypted: Bool
  /// The keys of the links, oldest first, at the times of the frames; none unless `isEncrypted`.
  public private(set) var keys: [CapturedKeys] = []

  /// What is added to the time of each frame from now on, so that runs which all begin at 0 follow one another.
  public var offset = Picoseconds.zero {
    willSet { appendSteps(by: .distantFuture) }
  }

  /// Makes a log with no frames.
  ///
  /// - Parameters:
  ///   - keepsSteps: whether it is to have the steps of Channel Sounding.
  ///   - isEncrypted: whether it is to have encrypted links as they were on the air, and their keys.
  ///   - notesSubeventStarts: whether it is to note the first steps of each subevent.
  public init(keepsSteps: Bool = false, isEncrypted: Bool = false, notesSubeventStarts: Bool = false) {
    (self.keepsSteps, self.isEncrypted) = (keepsSteps, isEncrypted)
    self.notesSubeventStarts = notesSubeventStarts
  }

  /// How many steps of a subevent `queue` has a use for, from the first on.
  public var wantedSteps: Int { keepsSteps ? .max : notesSubeventStarts ? Self.notedSteps : 0 }

  /// The number of frames, which is also the number of the last one.
  public var count: Int { entries.count }

  /// The octets that the frames take.
  public var octetCount: Int { octets.count }

  /// Adds a frame of the air and gives its number. Its time is not before that of the last frame.
  @discardableResult
  public func append(_ frame: LinkFrame) -> Int {
    appendSteps(by: frame.time)
    octets.append(contentsOf: LinkFrameRecord(frame).encoded())
    return close(at: frame.time, on: .link, direction: nil)
  }

  /// Adds a packet of an HCI and gives its number. Its time is not before that of the last frame.
  @discardableResult
  public func append(_ frame: HCIFrame) -> Int {
    appendSteps(by: frame.time)
    octets.append(contentsOf: [0, 0, 0, frame.direction.rawValue])
    octets.append(contentsOf: frame.packet)
    return close(at: frame.time, on: CaptureInterface(hciOf: frame.role), direction: frame.direction)
  }

  /// Takes the keys of a link.
  public func append(_ keys: CapturedKeys) {
    guard isEncrypted else { return }
    var keys = keys
    keys.time = keys.time + offset
    self.keys.append(keys)
  }

  /// Takes the steps of a subevent. Each becomes a frame when its time has come: before the next frame that is not
  /// earlier, or when `appendSteps` is called.
  public func queue(_ steps: [StepFrame]) {
    if notesSubeventStarts {
      subeventStarts += steps.prefix(Self.notedSteps).map {
        StepFrame(time: $0.time + offset, record: $0.record)
      }
    }
    if keepsSteps { self.steps.add(steps) }
  }

  /// Adds the steps that begin by `time`.
  public func appendSteps(by time: Instant) {
    while let step = steps.take(by: time) {
      octets.append(contentsOf: step.record.encoded())
      // A subevent may have begun later than its first step was due.
      let earliest = entries.last.map { Instant(picoseconds: $0.nanoseconds * 1_000 - offset.rawValue) }
      _ = close(at: max(step.time, earliest ?? step.time), on: .steps, direction: nil)
    }
  }

  /// The time of the last frame, to a nanosecond; nil while there is none.
  public var lastTime: Instant? {
    entries.last.map { Instant(picoseconds: $0.nanoseconds * 1_000) }
  }

  /// Adds a remark to frame `number`, after those it has. In a file a text ends after 65,532 octets.
  public func comment(frame number: Int, text: String) {
    precondition(1...max(1, count) ~= number && count > 0, "there is no frame \(number) to comment")
    commentsByFrame[number, default: []].append(text)
    lastRemark = max(lastRemark, number)
  }

  /// Takes frames out that carry no remark. Those behind them move up: the number of each falls by as many.
  ///
  /// Meant for the frames of a moment ago, in a run that is too long to keep all of it: frames that were written
  /// to a file are there already.
  public func remove(_ numbers: ClosedRange<Int>) {
    precondition(numbers.lowerBound >= 1 && numbers.upperBound <= count, "there are no frames \(numbers)")
    precondition(lastRemark < numbers.lowerBound, "frame \(lastRemark) has a remark")
    let start = numbers.lowerBound == 1 ? 0 : entries[numbers.lowerBound - 2].end
    let length = entries[numbers.upperBound - 1].end - start
    octets.removeSubrange(start..<start + length)
    for index in numbers.upperBound..<count { entries[index].end -= length }
    entries.removeSubrange(numbers.lowerBound - 1..<numbers.upperBound)
  }

  /// Forgets all frames and comments; the next frame is number 1 again.
  public func removeAll() {
    octets = []
    entries = []
    keys = []
    commentsByFrame = [:]
    lastRemark = 0
    steps = AwaitedSteps()
    subeventStarts = []
  }

  /// The frame with `number`, 1 to `count`.
  public subscript(number: Int) -> CapturedFrame {
    let entry = entries[number - 1]
    let start = number == 1 ? 0 : entries[number - 2].end
    return CapturedFrame(
      number: number, interface: entry.interface, nanoseconds: entry.nanoseconds, direction: entry.direction,
      octets: octets[start..<entry.end],
      comments: commentsByFrame.isEmpty ? [] : commentsByFrame[number] ?? [])
  }

  /// Where frame `number` was seen, 1 to `count`.
  public func interface(ofFrame number: Int) -> CaptureInterface { entries[number - 1].interface }

  /// The frames in order.
  public var frames: some Sequence<CapturedFrame> {
    (0..<count).lazy.map { self[$0 + 1] }
  }

  /// Lends the frames behind frame `last` in order, without a copy.
  func eachFrame(
    after last: Int = 0, _ body: (LentFrame) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    let (entries, comments) = (entries, commentsByFrame)
    try octets.withUnsafeBufferPointer { bytes throws(CaptureError) in
      var start = last == 0 ? 0 : entries[last - 1].end
      for index in last..<entries.count {
        let entry = entries[index]
        try body(
          LentFrame(
            interface: entry.interface, nanoseconds: entry.nanoseconds, direction: entry.direction,
            octets: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<entry.end])),
            comments: comments.isEmpty ? [] : comments[index + 1] ?? []))
        start = entry.end
      }
    }
  }

  private func close(
    at own: Instant, on interface: CaptureInterface, direction: HCIFrame.Direction?
  ) -> Int {
    let time = own + offset
    let earliest = entries.last?.nanoseconds ?? 0
    precondition(
      time.nanoseconds >= earliest, "a frame at \(time.nanoseconds) ns follows one at \(earliest) ns")
    entries.append(
      Entry(
        nanoseconds: time.nanoseconds, end: octets.count, interface: interface, direction: direction))
    return entries.count
  }
}
