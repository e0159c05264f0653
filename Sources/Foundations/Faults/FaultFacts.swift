/// What there is to say of a fault.
struct FaultFacts: Sendable {
  let fault: Fault
  let id: String
  let area: Fault.Area
  let summary: String
  let inFirmware: String
  let report: String?
  let breaks: [String]
  let blocks: [String]
  let needsInlinePCT: Bool
  let shownIn: String

  init(
    _ fault: Fault, _ id: String, _ area: Fault.Area, _ summary: String, inFirmware: String,
    report: String? = nil, breaks: [String], blocks: [String] = [], needsInlinePCT: Bool = false,
    shownIn: String = "reference"
  ) {
    self.fault = fault
    self.id = id
    self.area = area
    self.summary = summary
    self.inFirmware = inFirmware
    self.report = report
    self.breaks = breaks
    self.blocks = blocks
    self.needsInlinePCT = needsInlinePCT
    self.shownIn = shownIn
  }

  /// Those of every fault, in the order of the cases.
  static let all: [FaultFacts] = {
    let all =
      (protocolFacts + timingFacts + stepFacts + securityFacts + radioFacts + reportingFacts
      + rangingDataFacts + rangingControlFacts + advertisingFacts + connectionParameterFacts + gattFacts
      + linkFacts + linkControlFacts + linkLossFacts + sessionFacts + lifeFacts + lossyAirFacts
      + identityFacts + hciCommandFacts + hciEventFacts)
      .sorted { $0.fault.rawValue < $1.fault.rawValue }
    precondition(all.map(\.fault) == Fault.allCases, "each fault has its facts once")
    return all
  }()

  /// By the id of the fault.
  static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}
