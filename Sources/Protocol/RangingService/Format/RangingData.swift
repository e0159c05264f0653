public import Wire

/// The ranging data of one procedure: what a side reported, in the form in which it is sent. [RAS 1.0, 3.2.1]
public struct RangingData: Hashable, Sendable {
  /// A step.
  public struct Step: Hashable, Sendable {
    /// Set in the octet of the mode if the step was aborted, which then has no data.
    static let abortedBit: UInt8 = 0x80

    /// 0 to 3.
    public var mode: UInt8
    /// Whether the step was aborted.
    public var isAborted: Bool
    /// The fields of the step that are reported.
    public var data: [UInt8]

    public init(mode: UInt8, isAborted: Bool = false, data: [UInt8]) {
      self.mode = mode
      self.isAborted = isAborted
      self.data = data
    }
  }

  /// A subevent.
  public struct Subevent: Hashable, Sendable {
    /// What it begins with; the number of steps is that of `steps`.
    public var header: RangingSubeventHeader
    /// The steps in order.
    public var steps: [Step]

    public init(header: RangingSubeventHeader, steps: [Step]) {
      self.header = header
      self.steps = steps
    }
  }

  /// What the body begins with.
  public var header: RangingHeader
  /// The subevents in order.
  public var subevents: [Subevent]

  public init(header: RangingHeader, subevents: [Subevent]) {
    self.header = header
    self.subevents = subevents
  }

  /// The body as it is sent.
  public func encoded() -> [UInt8] {
    var octets = header.encoded()
    for subevent in subevents {
      var header = subevent.header
      header.stepCount = UInt8(truncatingIfNeeded: subevent.steps.count)
      octets += header.encoded()
      for step in subevent.steps {
        octets.append(step.mode | (step.isAborted ? Step.abortedBit : 0))
        octets += step.data
      }
    }
    return octets
  }

  /// Reads a body.
  ///
  /// - Parameters:
  ///   - layout: the layout of the side that reports; its number of paths is taken from the body.
  ///   - filter: what the client asked for.
  /// - Throws: `WireError.truncated` if the octets end inside a field, `.invalid` if a step has a mode above 3.
  public init(
    decoding octets: [UInt8], layout: RangingStepLayout, filter: RangingFilter = .everything
  ) throws(WireError) {
    var reader = Reader(octets)
    var header = RangingHeader()
    try header.fields(&reader)
    var layout = layout
    let pathCount = (header.antennaPaths & 0xF).nonzeroBitCount
    layout.pathCount = pathCount
    let lengths = (0...3).map { layout.filteredLength(mode: $0, filter, pathsReported: pathCount) }
    var subevents: [Subevent] = []
    while !reader.remaining.isEmpty { subevents.append(try Subevent(&reader, lengths)) }
    self.init(header: header, subevents: subevents)
  }
}

extension RangingData.Subevent {
  fileprivate init(_ reader: inout Reader, _ lengths: [Int]) throws(WireError) {
    var header = RangingSubeventHeader()
    try header.fields(&reader)
    var steps: [RangingData.Step] = []
    steps.reserveCapacity(Int(header.stepCount))
    for _ in 0..<header.stepCount {
      var mode: UInt8 = 0
      try reader.u8("Step Mode", &mode)
      let isAborted = mode & RangingData.Step.abortedBit != 0
      mode &= ~RangingData.Step.abortedBit
      guard mode <= 3 else { throw .invalid(field: "Step Mode", value: UInt64(mode)) }
      var data: [UInt8] = []
      if !isAborted { try reader.octets(lengths[Int(mode)], "Step Data", &data) }
      steps.append(RangingData.Step(mode: mode, isAborted: isAborted, data: data))
    }
    self.init(header: header, steps: steps)
  }
}
