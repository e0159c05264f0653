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
  /// The frames behind which some are left out, and how many are.
  private(set) var gaps: [(frame: Int, count: Int)] = []

  /// The stretch that is under way.
  var last: Mark? { marks.last }

  mutating func append(_ mark: Mark) { marks.append(mark) }

  /// Nothing of what came so far may be left out any more.
  mutating func keepAll() { marks = [] }

  /// Takes the oldest stretch that ended, if more than `kept` have.
  ///
  /// - Returns: where it begins, and where the next one does.
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
