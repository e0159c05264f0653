/// Puts the segments of one body together.
public struct SegmentAssembler: Hashable, Sendable {
  /// More than a body has: 64 rounds of the counter.
  private static let limit = 4096

  private var pieces: [[UInt8]?] = []
  private var hasLast = false
  /// The place of the segment that was taken last; nil before the first.
  private var position: Int?

  /// Whether every segment came right after the one before it.
  public private(set) var isInOrder = true

  public init() {}

  /// Whether anything has come.
  public var hasBegun: Bool { position != nil }

  /// The body, if all of it has come.
  public var body: [UInt8]? {
    guard hasLast, missing == nil else { return nil }
    return pieces.reduce(into: []) { $0 += $1 ?? [] }
  }

  /// The first and the last place where a segment is missing, the end of the body included if the last segment
  /// has not come; nil if none is.
  public var missing: ClosedRange<Int>? {
    guard let first = pieces.firstIndex(where: { $0 == nil }) ?? (hasLast ? nil : pieces.count) else {
      return nil
    }
    let last = hasLast ? pieces.lastIndex { $0 == nil } ?? first : max(first, pieces.count)
    return first...last
  }

  /// Whether the last segment is missing, so that the number of missing segments is unknown.
  public var lacksEnd: Bool { !hasLast }

  /// Takes a segment; one whose counter is ahead leaves a gap. What comes after the last, or before the first, is
  /// left out.
  ///
  /// - Parameter resumesAt: the place at which segments that got lost begin again; nil in the first round.
  public mutating func take(_ segment: RangingSegment, resumesAt: Int? = nil) {
    let counter = Int(segment.counter)
    if segment.isFirst, resumesAt == nil { self = SegmentAssembler() }
    let base = resumesAt ?? position.map { $0 + 1 } ?? 0
    let place = base + ((counter - base) & 0x3F)
    if place != base { isInOrder = false }
    guard place < Self.limit, !(hasLast && place >= pieces.count) else { return }
    while pieces.count <= place { pieces.append(nil) }
    pieces[place] = segment.payload
    position = place
    if segment.isLast { hasLast = true }
  }
}
