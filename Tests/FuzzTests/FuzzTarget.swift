import Glibc

/// One decoder, or a group of them that reads the same octets.
///
/// `run` must return for any octets. What it asserts of those that have a meaning is that they come back as they
/// were.
struct FuzzTarget: Sendable {
  let name: String
  let run: @Sendable ([UInt8]) -> Reach
  /// Whether mutations keep to values inside the records of a recording.
  let isOfRecordings: Bool

  init(name: String, run: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.run = { octets in
      run(octets)
      return []
    }
    isOfRecordings = false
  }

  /// A target that makes something of whole recordings.
  init(name: String, reaching run: @escaping @Sendable ([UInt8]) -> Reach) {
    self.name = name
    self.run = run
    isOfRecordings = true
  }

  static let all: [FuzzTarget] = [
    FuzzTarget(name: "control-pdu", run: PDUTargets.control),
    FuzzTarget(name: "advertising-pdu", run: PDUTargets.advertising),
    FuzzTarget(name: "data-pdu", run: PDUTargets.data),
    FuzzTarget(name: "hci-packet", run: HCITargets.packet),
    FuzzTarget(name: "h4-stream", run: HCITargets.stream),
    FuzzTarget(name: "cs-steps", run: HCITargets.steps),
    FuzzTarget(name: "subevent-results", run: HCITargets.subevents),
    FuzzTarget(name: "l2cap-att-smp", run: HostTargets.payloads),
    FuzzTarget(name: "host-link", run: HostTargets.link),
    FuzzTarget(name: "link-control", run: LinkControlTarget.run),
    FuzzTarget(name: "recording", run: FileTargets.recording),
    FuzzTarget(name: "recording-pcapng", run: FileTargets.pcapng),
    FuzzTarget(name: "recording-pcap", run: FileTargets.pcap),
    FuzzTarget(name: "recording-btsnoop", run: FileTargets.btsnoop),
    FuzzTarget(name: "recording-waves-log", run: FileTargets.wavesLog),
    FuzzTarget(name: "recording-silicon-labs-log", run: FileTargets.siliconLabsLog),
    FuzzTarget(name: "recording-silicon-labs-trace", run: FileTargets.siliconLabsTrace),
    FuzzTarget(name: "recording-packet-logger", run: FileTargets.packetLogger),
    FuzzTarget(name: "frame", reaching: FrameTarget.explain),
    FuzzTarget(name: "analysis", reaching: AnalysisTargets.analyze),
    FuzzTarget(name: "import", reaching: AnalysisTargets.importProfile),
    FuzzTarget(name: "profile", run: FileTargets.profile),
  ]

  /// The target that the environment names.
  static let chosen: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = all.first(where: { $0.name == name }) else {
      preconditionFailure("FUZZ_TARGET must be one of \(all.map(\.name).joined(separator: " "))")
    }
    return target
  }()
}

/// Takes octets from the front of an input, for targets that need several things of one.
struct FuzzInput {
  private var rest: ArraySlice<UInt8>

  init(_ octets: [UInt8]) { rest = octets[...] }

  var isEmpty: Bool { rest.isEmpty }

  /// The next octet; 0 where there is none.
  mutating func octet() -> UInt8 { rest.popFirst() ?? 0 }

  /// A piece whose length is its first octet.
  mutating func piece() -> [UInt8] {
    let count = Int(octet())
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// All that is left.
  mutating func remainder() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}
