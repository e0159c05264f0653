package import CoreTypes
package import LinkLayer
package import Verdicts
package import VirtualController

/// Keeps every frame of the links from the moment it joins the air, and loses some of them by plan.
package final class LinkWatch: AirTap {
  /// A frame of a link as it was sent.
  package struct Seen {
    /// Its number in the capture.
    package let frame: Int
    /// When it began.
    package let start: Instant
    /// Whether the central sent it.
    package let isFromCentral: Bool
    /// Header and payload on the air, encrypted where the link is.
    package let octets: [UInt8]
    /// Whether SN differs from that of its sender's last frame.
    package let isNew: Bool
    /// What became of it.
    package var fate = Air.Fate.arrives

    /// The octets of payload.
    package var length: Int { octets.count - 2 }
    package var llid: LLID { LLID(header: octets[0]) }
    package var nesn: UInt8 { octets[0] >> 2 & 1 }
    package var sn: UInt8 { octets[0] >> 3 & 1 }
  }

  private unowned let recorder: FrameRecorder
  private unowned let air: Air
  /// The frames in order.
  package private(set) var seen: [Seen] = []
  private var lastSN: (central: UInt8?, peripheral: UInt8?)

  /// Joins the air after `recorder`, which numbers the frames.
  package init(_ air: Air, after recorder: FrameRecorder) {
    self.recorder = recorder
    self.air = air
    air.add(self)
  }

  /// How many frames of the central the peripheral answered, without a last one whose answer is pending.
  package var answers: Proportion {
    let pairs = zip(seen, seen.dropFirst()).filter(\.0.isFromCentral)
    return Proportion(pairs.count { !$0.1.isFromCentral }, of: pairs.count)
  }

  /// The most frames of the central in a row without an answer.
  package var longestSilence: Int {
    var (longest, current) = (0, 0)
    for frame in seen {
      current = frame.isFromCentral ? current + 1 : 0
      // The last one may still be answered.
      longest = max(longest, current - 1)
    }
    return longest
  }

  /// Drops what was seen.
  package func forget() { seen.removeAll(keepingCapacity: true) }

  /// Decides from now on what becomes of each frame of a link; nil lets all of them arrive.
  package func lose(by plan: ((Seen) -> Air.Fate)?) {
    guard let plan else {
      air.fate = nil
      return
    }
    air.fate = { [weak self] frame in
      guard let self, !frame.direction.isAdvertising, let last = seen.last else { return .arrives }
      let fate = plan(last)
      seen[seen.count - 1].fate = fate
      return fate
    }
  }

  package func frameBegins(_ frame: AirFrame, rssi: ReceivedPowerLevel) {
    guard !frame.direction.isAdvertising else { return }
    let isFromCentral = frame.direction == .centralToPeripheral
    let sn = frame.octets[0] >> 3 & 1
    let isNew = sn != (isFromCentral ? lastSN.central : lastSN.peripheral)
    if isFromCentral { lastSN.central = sn } else { lastSN.peripheral = sn }
    seen.append(
      Seen(
        frame: recorder.lastFrame, start: frame.start, isFromCentral: isFromCentral, octets: frame.octets,
        isNew: isNew))
  }

  /// Subevents are not kept.
  package func subeventEnded(_ subevent: ObservedSubevent) {}
}

/// The stretches of a long run whose frames may yet be left out of the capture, the oldest first.
struct CaptureStretches {
  /// Where a stretch begins: what the recorder had by then.
  struct Mark {
    /// The last frame before it.
    var frame: Int
    let controlPDU: Int
    let initiatorEvent: Int
    let accessoryEvent: Int
  }

  private var marks: [Mark] = []
  /// The frames after which frames are left out, and how many.
  private(set) var gaps: [(frame: Int, count: Int)] = []

  /// The stretch that is under way.
  var last: Mark? { marks.last }

  mutating func append(_ mark: Mark) { marks.append(mark) }

  /// Keeps every frame recorded so far in the capture.
  mutating func keepAll() { marks = [] }

  /// Takes the oldest stretch that ended, if more than `kept` have. Returns where it begins, and where the next one
  /// does.
  mutating func takeOldest(but kept: Int) -> (first: Mark, next: Mark)? {
    guard marks.count > kept + 1 else { return nil }
    let first = marks.removeFirst()
    let frame = first.frame + 1
    let count = marks[0].frame - first.frame
    if gaps.last?.frame == frame {
      gaps[gaps.count - 1].count += count
    } else {
      gaps.append((frame, count))
    }
    return (first, marks[0])
  }

  /// Frames before all marks are left out.
  mutating func moveUp(by count: Int) {
    for index in marks.indices { marks[index].frame -= count }
  }
}
