public import ChannelSounding
public import CoreTypes
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

extension RangingData {
  /// What a controller reported of one procedure, as the Ranging Service sends it.
  ///
  /// An aborted subevent has no steps here.
  /// - Parameters:
  ///   - results: the subevents in order, at least one.
  ///   - selectedTXPower: as the start of the procedures reported it, in dBm.
  public init(
    _ results: [SubeventResult], selectedTXPower: TransmitPowerLevel, layout: RangingStepLayout,
    filter: RangingFilter = .everything
  ) {
    var header = RangingHeader()
    header.counter = (results.first?.procedureCounter ?? 0) & RangingData.counterMask
    header.configID = results.first?.configID ?? 0
    header.selectedTXPower = selectedTXPower
    header.antennaPaths = filter.antennaPaths(of: layout.pathCount)
    self.init(header: header, subevents: results.map { Subevent($0, layout, filter) })
  }

  /// The bits of a procedure counter that a ranging counter has.
  public static let counterMask: UInt16 = 0xFFF

  /// The subevents as the other side's controller reported them, channels included, which only one's own report
  /// of the procedure has.
  ///
  /// - Parameter own: one's own report of the same procedure.
  /// - Returns: nil if the two do not go together, or if fields were left out.
  public func subevents(along own: [SubeventResult], layout: RangingStepLayout) -> [SubeventResult]? {
    var layout = layout
    layout.pathCount = (header.antennaPaths & 0xF).nonzeroBitCount
    let lengths = (0...3).map { layout.length(mode: $0) }
    var results: [SubeventResult] = []
    for (subevent, mine) in zip(subevents, own) {
      var result = SubeventResult()
      result.configID = header.configID
      result.procedureCounter = mine.procedureCounter
      result.startACLConnEventCounter = subevent.header.startACLConnEventCounter
      result.frequencyCompensation = subevent.header.frequencyCompensation
      result.referencePowerLevel = subevent.header.referencePowerLevel
      result.numAntennaPaths = UInt8(layout.pathCount)
      result.procedureDone = subevent.header.rangingDone.done ?? .aborted
      result.subeventDone = subevent.header.subeventDone.done ?? .aborted
      result.procedureAbortReason = subevent.header.rangingAbortReason
      result.subeventAbortReason = subevent.header.subeventAbortReason
      for (index, step) in subevent.steps.enumerated() {
        guard index < mine.stepOffsets.count else { break }
        let offset = Int(mine.stepOffsets[index])
        guard mine.stepOctets[offset] == step.mode else { return nil }
        guard step.isAborted || step.data.count == lengths[Int(step.mode)] else { return nil }
        result.stepOffsets.append(Int32(result.stepOctets.count))
        result.stepOctets += [step.mode, mine.stepOctets[offset + 1], UInt8(step.data.count)]
        result.stepOctets += step.data
      }
      results.append(result)
    }
    return results
  }
}

extension RangingData {
  /// Reads a body along one's own report of the same procedure, as `subevents(along:layout:)`.
  ///
  /// The records of modes 1 and 3 are as long as the likely layout has them, or else as the other one: some controllers
  /// leave the phases of sounding tones out.
  /// - Parameter layout: the likely layout of the side that reports.
  /// - Returns: the subevents with the layout that fits; nil if neither does.
  public static func subevents(
    in octets: [UInt8], along own: [SubeventResult], layout: RangingStepLayout,
    filter: RangingFilter = .everything
  ) -> (results: [SubeventResult], layout: RangingStepLayout)? {
    var other = layout
    other.hasPacketPCT.toggle()
    for layout in [layout, other] {
      do throws(WireError) {
        let data = try RangingData(decoding: octets, layout: layout, filter: filter)
        if let results = data.subevents(along: own, layout: layout) { return (results, layout) }
      } catch {
        continue
      }
    }
    return nil
  }
}

extension RangingData.Subevent {
  fileprivate init(_ result: SubeventResult, _ layout: RangingStepLayout, _ filter: RangingFilter) {
    var header = RangingSubeventHeader()
    header.startACLConnEventCounter = result.startACLConnEventCounter
    header.frequencyCompensation = result.frequencyCompensation
    header.rangingDone = DoneStatus(result.procedureDone)
    header.subeventDone = DoneStatus(result.subeventDone)
    header.rangingAbortReason = result.procedureAbortReason
    header.subeventAbortReason = result.subeventAbortReason
    header.referencePowerLevel = result.referencePowerLevel
    var steps: [RangingData.Step] = []
    if result.subeventDone != .aborted {
      let isWhole = filter == .everything
      let lengths = (0...3).map { layout.length(mode: $0) }
      steps = result.stepOffsets.prefix(Int(UInt8.max)).map { offset in
        let start = Int(offset)
        let (mode, length) = (result.stepOctets[start] & 3, Int(result.stepOctets[start + 2]))
        let data = result.stepOctets[start + 3..<start + 3 + length]
        guard length == lengths[Int(mode)] else {
          return RangingData.Step(mode: mode, isAborted: true, data: [])
        }
        return RangingData.Step(
          mode: mode, data: isWhole ? Array(data) : layout.filtered(data, mode: mode, filter))
      }
    }
    header.stepCount = UInt8(steps.count)
    self.init(header: header, steps: steps)
  }
}

/// What a ranging data body begins with. [RAS 1.0, 3.2.1.2]
public struct RangingHeader: PDU {
  /// The octets it takes.
  public static let octetCount = 4

  /// The low 12 bits of the procedure counter.
  public var counter: UInt16 = 0
  /// The configuration, 0 to 3.
  public var configID: ConfigID = 0
  /// The power the procedure was sent with, in dBm.
  public var selectedTXPower: TransmitPowerLevel = 0
  /// The antenna paths whose tones are reported, bit 0 the first.
  ///
  /// Interpretation: bits 4 to 7 are reserved and sent as 0; another stack has the format of PCTs in the last two.
  public var antennaPaths: UInt8 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.bits(12, "Ranging Counter", &counter)
    try visitor.bits(4, "Configuration ID", &configID)
    try visitor.i8("Selected TX Power", &selectedTXPower)
    try visitor.u8("Antenna Paths Mask", &antennaPaths)
  }
}

/// What each subevent of a ranging data body begins with. [RAS 1.0, 3.2.1.3]
public struct RangingSubeventHeader: PDU {
  /// The octets it takes.
  public static let octetCount = 8

  /// The connection event the subevent hangs on.
  public var startACLConnEventCounter: ConnEventCounter = 0
  /// Not available where the side does not compensate.
  public var frequencyCompensation = FrequencyOffset.notAvailable
  public var rangingDone = DoneStatus.complete
  public var subeventDone = DoneStatus.complete
  /// Why the ranging was aborted.
  public var rangingAbortReason = ProcedureAbortReason.none
  /// Why the subevent was aborted.
  public var subeventAbortReason = SubeventAbortReason.none
  /// In dBm.
  public var referencePowerLevel: ReceivedPowerLevel = 0
  /// The steps that follow.
  public var stepCount: UInt8 = 0

  public init() {}

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Start ACL Connection Event", &startACLConnEventCounter)
    try visitor.u16("Frequency Compensation", &frequencyCompensation)
    try visitor.bits(4, "Ranging Done Status", &rangingDone)
    try visitor.bits(4, "Subevent Done Status", &subeventDone)
    try visitor.bits(4, "Ranging Abort Reason", &rangingAbortReason)
    try visitor.bits(4, "Subevent Abort Reason", &subeventAbortReason)
    try visitor.i8("Reference Power Level", &referencePowerLevel)
    try visitor.u8("Number of Steps Reported", &stepCount)
  }
}
