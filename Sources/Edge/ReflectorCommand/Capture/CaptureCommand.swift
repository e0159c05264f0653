internal import Analysis
internal import ArgumentParser
internal import Capture
internal import Glibc
internal import HCITransport
internal import Notation
internal import PacketTap
internal import Ranging
internal import Reports

struct CaptureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Capture real hardware: an interface of this computer, or HCI between a host and a controller.",
    usage: "reflector capture [<options>]",
    discussion: """
      The capture is pcapng. Other programs can read it while it grows, and it is complete up to the last packet \
      however the program ends.

        reflector capture --list
        reflector capture --interface bluetooth0 --out live.pcapng
        reflector capture --hci-from tcp:127.0.0.1:6402 --out hci.pcapng --analyze

      Control-C, --seconds, --frames or the controller's disconnection ends the capture.

      Exit status: 0 captured, 2 bad input, or an interface that cannot be opened, 70 a bug of ours.
      """)

  /// HCI H4 with direction.
  private static let h4LinkType: UInt16 = 201

  @OptionGroup var options: CaptureOptions

  func run() throws {
    if options.list { return try list() }
    let bell = StopBell()
    let interruption = Interruption { bell.ring() }
    defer { interruption.cancel() }
    if let name = options.interface {
      try capture(on: name, bell)
    } else if let address = options.hciFrom {
      try tap(address, bell)
    }
    if options.analyze { try analyze() }
  }

  private func list() throws {
    let found: [(name: String, text: String)]
    do throws(PcapError) {
      found = try InterfaceTap.interfaces()
    } catch {
      throw BadInput("--list: \(error)")
    }
    if found.isEmpty { say("this computer has no Bluetooth interface") }
    let width = found.map(\.name.count).max() ?? 0
    for (name, text) in found {
      let padding = String(repeating: " ", count: text.isEmpty ? 0 : width + 2 - name.count)
      try StandardStream.output.writeOrThrow(name + padding + text + "\n")
    }
  }

  private func say(_ text: String) {
    if !options.quiet { StandardError.write(text + "\n") }
  }

  // MARK: An interface

  private func capture(on name: String, _ bell: StopBell) throws {
    let tap: InterfaceTap
    do throws(PcapError) {
      tap = try InterfaceTap(interface: name)
    } catch {
      throw BadInput("--interface: \(error)")
    }
    let run = try CaptureRun(
      options, .init(name: name, text: "live", linkType: tap.linkType), bell)
    say("capturing on \(name); Control-C ends")
    do {
      while run.goesOn {
        try tap.take(until: bell.descriptor, milliseconds: run.timeout) { packet in
          try run.append(
            packet.octets, nanoseconds: packet.nanoseconds, originalCount: packet.originalCount)
          return run.goesOn
        }
      }
    } catch let error as CaptureError {
      throw BadInput(error)
    } catch let error as PcapError {
      throw BadInput("--interface: \(error)")
    }
    let dropped = tap.droppedCount
    say(summary(run) + (dropped > 0 ? "; \(DecimalText.grouped(dropped)) were lost" : ""))
  }

  private func summary(_ run: CaptureRun) -> String {
    let noun = run.frameCount == 1 ? "frame" : "frames"
    return
      "\(DecimalText.grouped(run.frameCount)) \(noun) in \(DecimalText.fixed(run.seconds, digits: 1)) s, in "
      + (options.out ?? "")
  }

  // MARK: Between a host and a controller

  private func tap(_ text: String, _ bell: StopBell) throws {
    let controller = try Self.address(text, of: "--hci-from").connecting
    let host = try Self.address(options.listen, of: "--listen")
    switch host {
    case .tcp(.listening, _, _), .unix(.listening, _): break
    case .tcp, .unix, .pseudoTerminal, .serial:
      throw BadInput("found --listen \(host), expected tcp:HOST:PORT or unix:PATH")
    }
    try host.requireOther(than: controller, "--hci-from \(text) and --listen \(host)")
    let tap: HCITap
    do throws(TransportError) {
      tap = try HCITap(host: host, controller: controller, allowRemote: options.allowRemote)
    } catch {
      throw BadInput("--hci-from \(controller), --listen \(host): \(error)")
    }
    let run = try CaptureRun(
      options, .init(name: "hci", text: "HCI of the controller at \(text)", linkType: Self.h4LinkType), bell)
    say("a host can attach at \(tap.place); Control-C ends")
    do {
      while run.goesOn {
        let isThere = try tap.pass(until: bell.descriptor, milliseconds: run.timeout) { event in
          try take(event, run)
        }
        if !isThere { run.isOver = true }
      }
    } catch let error as CaptureError {
      throw BadInput(error)
    }
    say(summary(run))
  }

  private static func address(_ text: String, of option: String) throws(BadInput) -> TransportAddress {
    do throws(TransportError) {
      return try TransportAddress(text)
    } catch {
      throw BadInput("\(option): \(error)")
    }
  }

  private func take(_ event: HCITap.Event, _ run: CaptureRun) throws(CaptureError) {
    switch event {
    case .hostCame: say("a host attached")
    case .hostRefused(let visitor): say(TransportAddress.refusal(of: visitor))
    case .hostLeft:
      say("the host left")
      if options.once { run.isOver = true }
    case .controllerLeft: say("the controller left")
    case .octets(let octets, let side):
      let framed = [0, 0, 0, side == .host ? 0 : 1] + octets
      let time = CaptureRun.now(CLOCK_REALTIME)
      var failure: CaptureError?
      framed.withUnsafeBytes { framed in
        do throws(CaptureError) {
          try run.append(
            framed, nanoseconds: time, originalCount: framed.count, isFromHost: side == .host)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
    }
  }

  // MARK: What was captured

  private func analyze() throws {
    let analyzer = try RecordingFiles.analyzer(
      [options.out ?? ""], estimators: RangingEstimatorKind.allCases)
    let report = try BadInput.of { () throws(CaptureError) in
      var tally = AnalysisTally(estimators: RangingEstimatorKind.allCases)
      var first: [ProcedureAnalysis] = []
      while let procedure = try analyzer.nextProcedure() {
        tally.add(procedure)
        if first.count < 20 { first.append(procedure) }
      }
      return AnalysisReport(analyzer, tally: tally, firstProcedures: first)
    }
    try StandardStream.output.writeOrThrow(AnalysisText(style: StandardStream.output.style).text(report))
  }
}

extension TransportAddress {
  /// The same place, where somebody else waits to be called.
  fileprivate var connecting: TransportAddress {
    switch self {
    case .tcp(_, let host, let port): .tcp(.connecting, host: host, port: port)
    case .unix(_, let path): .unix(.connecting, path: path)
    case .pseudoTerminal, .serial: self
    }
  }
}

struct CaptureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Capture on an interface of this computer, as bluetooth0 or bluetooth-monitor.", valueName: "name"))
  var interface: String?

  @Flag(help: "List the Bluetooth interfaces of this computer, and exit.")
  var list = false

  @Option(
    name: .customLong("hci-from"),
    help: ArgumentHelp(
      "Relay between a host and the controller at tcp:HOST:PORT, unix:PATH or serial:PATH,BAUD.",
      valueName: "transport"))
  var hciFrom: String?

  @Option(
    help: ArgumentHelp(
      "With --hci-from: transport for the host, tcp:HOST:PORT or unix:PATH.", valueName: "transport"))
  var listen = "tcp:127.0.0.1:0"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The capture to write; it can be read while it grows.", valueName: "file"))
  var out: String?

  @OptionGroup var folders: FolderOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("End after this many seconds.", valueName: "n"))
  var seconds: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("End after this many frames.", valueName: "n"))
  var frames: Int?

  @Flag(help: "With --hci-from: end when the attached host disconnects.")
  var once = false

  @Flag(help: "Analyze the capture at the end, like 'reflector analyze'.")
  var analyze = false

  @Flag(help: "Let --listen accept other computers; whoever connects controls the controller.")
  var allowRemote = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  /// A day and more is no slip of the finger; this is.
  private static let mostSeconds = 1e6

  func validate() throws {
    if list { return }
    guard (interface == nil) != (hciFrom == nil) else {
      throw ValidationError(
        "found \(interface == nil ? "neither" : "both"), expected --interface or --hci-from.")
    }
    guard let out, !out.isEmpty else {
      throw ValidationError("found no --out, expected a file, as --out live.pcapng.")
    }
    if let seconds, !(seconds > 0 && seconds <= Self.mostSeconds) {
      throw ValidationError("found --seconds \(seconds), expected more than 0 and at most 1000000.")
    }
    if let frames, frames < 1 { throw ValidationError("found --frames \(frames), expected 1 or more.") }
    if once, hciFrom == nil {
      throw ValidationError("found --once without --hci-from, expected both or neither.")
    }
  }
}
