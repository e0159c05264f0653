public import ChannelSounding

extension RangingData {
  /// What a controller reported of one procedure, as the Ranging Service sends it.
  ///
  /// An aborted subevent has no steps here.
  /// - Parameters:
  ///   - results: the subevents in order, at least one.
  ///   - selectedTXPower: as the start of the procedures told it, in dBm.
  public init(
    _ results: [SubeventResult], selectedTXPower: Int8, layout: RangingStepLayout,
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
      result.procedureDone = SubeventResult.Done(rawValue: subevent.header.rangingDone) ?? .aborted
      result.subeventDone = SubeventResult.Done(rawValue: subevent.header.subeventDone) ?? .aborted
      result.procedureAbortReason = ProcedureAbortReason(rawValue: subevent.header.rangingAbortReason)
      result.subeventAbortReason = SubeventAbortReason(rawValue: subevent.header.subeventAbortReason)
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

extension RangingData.Subevent {
  fileprivate init(_ result: SubeventResult, _ layout: RangingStepLayout, _ filter: RangingFilter) {
    var header = RangingSubeventHeader()
    header.startACLConnEventCounter = result.startACLConnEventCounter
    header.frequencyCompensation = result.frequencyCompensation
    header.rangingDone = result.procedureDone.rawValue
    header.subeventDone = result.subeventDone.rawValue
    header.rangingAbortReason = result.procedureAbortReason.rawValue
    header.subeventAbortReason = result.subeventAbortReason.rawValue
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
