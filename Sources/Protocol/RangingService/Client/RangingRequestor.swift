public import CoreTypes
internal import Wire

/// What a client wants done.
public enum RangingRequestorAction: Hashable, Sendable {
  /// Write a command to the RAS Control Point.
  case write([UInt8])
  /// Write 0 to the configuration of a characteristic.
  case unsubscribe(RangingCharacteristic)
  /// A body of ranging data came whole.
  case received([UInt8])
  /// Ranging data will not come.
  case gaveUp(RangingRequestor.Loss)
  /// Call `wake` with the timer after this time.
  case wake(after: Picoseconds, RangingRequestor.Timer)
}

/// The client of the Ranging Service for one link, without the attributes: values of the server go in, commands
/// and ranging data come out. [RAP 1.0, 4.5]
public struct RangingRequestor: Sendable {
  /// So long the first segment may stay away. [RAP 1.0, 4.5]
  public static let firstSegmentTime = Picoseconds.seconds(5)
  /// So long the next segment may stay away. [RAP 1.0, 4.5]
  public static let nextSegmentTime = Picoseconds.seconds(1)

  /// How ranging data comes.
  public enum Mode: Hashable, Sendable {
    /// As soon as it is there.
    case realTime
    /// When it is asked for.
    case onDemand
  }

  /// Why ranging data will not come.
  public enum Loss: Hashable, Sendable {
    /// The first segment stayed away.
    case noFirstSegment
    /// The next segment stayed away.
    case noNextSegment
    /// Segments got lost and cannot be had again.
    case segmentsLost
    /// The server has written over the data.
    case overwritten(UInt16)
    /// The server answered with this code.
    case refused(ControlPointResponse.Code)
  }

  /// A wake-up that was asked for; one that is overtaken by events does nothing.
  public struct Timer: Hashable, Sendable {
    let serial: UInt64
    let isForFirst: Bool
  }

  /// The ranging data that is on its way on demand.
  private struct Retrieval: Sendable {
    let counter: UInt16
    /// The place at which lost segments begin again; nil in the first round.
    var resumesAt: Int?
  }

  private let mode: Mode
  private let features: RASFeatures
  private var assembler = SegmentAssembler()
  private var retrieval: Retrieval?
  private var waiting: [UInt16] = []
  /// Whether the next response code answers Abort Operation. The data that is asked for after it is not refused by it.
  private var isAbortUnanswered = false
  private var serial: UInt64 = 0
  private var isArmed = false

  /// Starts where the client has subscribed to all that the mode needs.
  ///
  /// - Parameter features: what the server can do.
  public init(_ mode: Mode, features: RASFeatures) {
    self.mode = mode
    self.features = features
  }

  // MARK: What comes

  /// Our own controller ended a procedure, so that ranging data is due.
  public mutating func procedureEnded() -> [RangingRequestorAction] {
    mode == .realTime && !isArmed ? [arm(isForFirst: true)] : []
  }

  /// The server notified or indicated a value.
  public mutating func take(
    _ value: [UInt8], on characteristic: RangingCharacteristic
  ) -> [RangingRequestorAction] {
    switch characteristic {
    case .realTimeData: return mode == .realTime ? takeInRealTime(value) : []
    case .onDemandData: return retrieval == nil ? [] : takeOnDemand(value)
    case .controlPoint: return respond(value)
    case .ready: return Self.counter(value).map { ready($0) } ?? []
    case .overwritten: return Self.counter(value).map { overwritten($0) } ?? []
    }
  }

  private static func counter(_ value: [UInt8]) -> UInt16? {
    value.count == 2 ? UInt16(octets: value[0], value[1]) : nil
  }

  private static func segment(_ value: [UInt8]) -> RangingSegment? {
    do {
      return try RangingSegment(decoding: value)
    } catch {
      return nil
    }
  }

  // MARK: Real time

  private mutating func takeInRealTime(_ value: [UInt8]) -> [RangingRequestorAction] {
    guard let segment = Self.segment(value), segment.isFirst || assembler.hasBegun else { return [] }
    assembler.take(segment)
    let gap = assembler.missing.map { !assembler.lacksEnd || !isOnlyTheEnd($0) } ?? false
    if gap {
      assembler = SegmentAssembler()
      disarm()
      return [.gaveUp(.segmentsLost)]
    }
    guard segment.isLast, let body = assembler.body else { return [arm(isForFirst: false)] }
    assembler = SegmentAssembler()
    disarm()
    return [.received(body)]
  }

  private func isOnlyTheEnd(_ range: ClosedRange<Int>) -> Bool { range.lowerBound == range.upperBound }

  // MARK: On demand

  /// Ranging data is there to be asked for.
  public mutating func ready(_ counter: UInt16) -> [RangingRequestorAction] {
    guard mode == .onDemand, !waiting.contains(counter), retrieval?.counter != counter else { return [] }
    waiting.append(counter)
    return retrieval == nil ? next() : []
  }

  private mutating func overwritten(_ counter: UInt16) -> [RangingRequestorAction] {
    guard waiting.contains(counter) else { return [] }
    waiting.removeAll { $0 == counter }
    return [.gaveUp(.overwritten(counter))]
  }

  private mutating func next() -> [RangingRequestorAction] {
    guard !waiting.isEmpty else { return [] }
    let counter = waiting.removeFirst()
    retrieval = Retrieval(counter: counter)
    assembler = SegmentAssembler()
    return [.write(ControlPointCommand.getRangingData(counter: counter).encoded()), arm(isForFirst: true)]
  }

  private mutating func takeOnDemand(_ value: [UInt8]) -> [RangingRequestorAction] {
    guard let segment = Self.segment(value) else { return [] }
    assembler.take(segment, resumesAt: retrieval?.resumesAt)
    if let resumed = retrieval?.resumesAt { retrieval?.resumesAt = resumed + 1 }
    return [arm(isForFirst: false)]
  }

  private mutating func respond(_ value: [UInt8]) -> [RangingRequestorAction] {
    let response: ControlPointResponse
    do {
      response = try ControlPointResponse(decoding: value)
    } catch {
      // A reserved response tells nothing, and what is under way goes on.
      return []
    }
    if isAbortUnanswered, case .code = response {
      isAbortUnanswered = false
      return []
    }
    guard let current = retrieval else { return [] }
    switch response {
    case .complete(let counter) where counter == current.counter && current.resumesAt == nil:
      return completed(current)
    case .lostSegmentsComplete(let counter, _, _) where counter == current.counter:
      return current.resumesAt == nil ? [] : completed(current)
    case .code(let code) where code != .success && code != .successPersisted:
      return end(.gaveUp(.refused(code)))
    case .complete, .lostSegmentsComplete, .code: return []
    }
  }

  /// All that the server had to send has been sent.
  private mutating func completed(_ current: Retrieval) -> [RangingRequestorAction] {
    let acknowledgement = RangingRequestorAction.write(
      ControlPointCommand.acknowledge(counter: current.counter).encoded())
    if let body = assembler.body { return [acknowledgement] + end(.received(body)) }
    guard let gap = assembler.missing, features.contains(.lostSegments), current.resumesAt == nil,
      gap.upperBound < Int(ControlPointCommand.allRemaining)
    else { return [acknowledgement] + end(.gaveUp(.segmentsLost)) }
    retrieval?.resumesAt = gap.lowerBound
    let last = assembler.lacksEnd ? ControlPointCommand.allRemaining : UInt8(gap.upperBound)
    let command = ControlPointCommand.retrieveLostSegments(
      counter: current.counter, first: UInt8(gap.lowerBound), last: last)
    return [.write(command.encoded()), arm(isForFirst: true)]
  }

  private mutating func end(_ outcome: RangingRequestorAction) -> [RangingRequestorAction] {
    retrieval = nil
    disarm()
    return [outcome] + next()
  }

  // MARK: Time

  private mutating func arm(isForFirst: Bool) -> RangingRequestorAction {
    serial += 1
    isArmed = true
    return .wake(
      after: isForFirst ? Self.firstSegmentTime : Self.nextSegmentTime,
      Timer(serial: serial, isForFirst: isForFirst))
  }

  private mutating func disarm() {
    serial += 1
    isArmed = false
  }

  /// A time that was asked for has come: who waits in real time leaves, who asked aborts.
  public mutating func wake(_ timer: Timer) -> [RangingRequestorAction] {
    guard timer.serial == serial else { return [] }
    disarm()
    let loss = RangingRequestorAction.gaveUp(timer.isForFirst ? .noFirstSegment : .noNextSegment)
    assembler = SegmentAssembler()
    guard mode == .onDemand else { return [loss, .unsubscribe(.realTimeData)] }
    isAbortUnanswered = true
    return [.write(ControlPointCommand.abort.encoded())] + end(loss)
  }
}
