internal import Wire

/// Why fragments are not a frame. [Vol 3, Part A, 7.2.1]
public enum L2CAPError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A continuing fragment came while no frame was open.
  case continuationWithoutStart(octets: Int)
  /// A frame was given up because the next one began.
  case abandoned(octets: Int)
  /// A frame was dropped because more octets came than its header says.
  case tooLong(expected: Int, received: Int)

  /// The message for people.
  public var description: String {
    switch self {
    case .continuationWithoutStart(let octets): "\(octets) octets continue a frame that never started"
    case .abandoned(let octets): "a frame of which \(octets) octets had come was not finished"
    case .tooLong(let expected, let received): "a frame of \(expected) octets came with \(received)"
    }
  }
}

/// Joins fragments of ACL data to frames; any fragmentation is accepted, even of the header.
/// [Vol 3, Part A, 7.2.2]
public struct L2CAPReassembler: Sendable {
  /// What a fragment led to.
  public enum Outcome: Hashable, Sendable {
    /// A frame is complete.
    case frame(L2CAPFrame)
    /// Octets were dropped.
    case discarded(L2CAPError)
  }

  private static let headerCount = 4
  private var open: [UInt8]?

  public init() {}

  /// Takes the data of one ACL packet; `isStart` is its packet boundary flag.
  public mutating func receive(_ fragment: [UInt8], isStart: Bool) -> [Outcome] {
    var outcomes: [Outcome] = []
    if isStart {
      if let open { outcomes.append(.discarded(.abandoned(octets: open.count))) }
      open = fragment
    } else if let open {
      self.open = open + fragment
    } else {
      return [.discarded(.continuationWithoutStart(octets: fragment.count))]
    }
    if let outcome = complete() { outcomes.append(outcome) }
    return outcomes
  }

  private mutating func complete() -> Outcome? {
    guard let octets = open, octets.count >= Self.headerCount else { return nil }
    let expected = Self.headerCount + Int(octets[0]) + Int(octets[1]) << 8
    guard octets.count >= expected else { return nil }
    open = nil
    guard octets.count == expected else {
      return .discarded(.tooLong(expected: expected, received: octets.count))
    }
    let channel = ChannelID(rawValue: UInt16(octets[2]) | UInt16(octets[3]) << 8)
    return .frame(L2CAPFrame(channel, Array(octets[Self.headerCount...])))
  }
}
