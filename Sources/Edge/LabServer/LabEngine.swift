internal import Capture
internal import CoreTypes
internal import Dissection
internal import Documents
internal import Foundation
internal import Lab
internal import Notation
internal import Pages
internal import Profiles
internal import Ranging
internal import Reports
internal import Session
internal import Verdicts

/// The state of a lab, which all its pages share.
actor LabEngine {
  /// The octets that the capture keeps, in two files.
  private static let captureLimit = 256 << 20
  private static let speeds = 0.1...10.0
  /// The most virtual time between two updates, in seconds at speed 1: a machine that was busy does not catch up.
  private static let longestSpan = 0.1

  private let source: LabSource
  private let tool: ToolIdentity
  private let opening: LabOpening
  private let recorder: LiveRecorder
  private let bench: LabBench
  /// The accessory as its file has it.
  private let base: AccessoryProfile
  private var values: [String: [DocumentSetting]] = [:]
  private var place: (name: String, root: DocumentNode)
  private var phoneName: String
  private var view = LabView()
  private var playing: (recording: LabRecording, seconds: Double)?
  /// The last check that ended: a report, or why there is none.
  private var report: Result<(report: CheckReport, files: [CheckPage.SourceFile]), LabRefusal>?
  private var checkTask: Task<Void, Never>?
  /// The recordings that were sent, and the number of the last one that was opened.
  private var requestCount = 0
  private var openNumber = 0
  private var clients: [Int: LabClient] = [:]
  private var clientCount = 0

  /// Reads the files and opens the capture.
  init(_ source: LabSource, _ opening: LabOpening, tool: ToolIdentity) throws {
    self.source = source
    self.opening = opening
    self.tool = tool
    base = try source.accessory([])
    let (preset, root) = try source.environment(opening.environment)
    place = (opening.environment, root)
    phoneName = opening.phone
    recorder = LiveRecorder(
      try LiveCapture(
        at: opening.capturePath, PcapngWriter(application: "\(tool.name) \(tool.version)"),
        limit: Self.captureLimit, whileUnread: { !Task.isCancelled }))
    bench = LabBench(
      LabSetup(
        accessory: base, phone: try source.phone(opening.phone), surroundings: preset,
        scene: LabScene(distanceMetres: opening.distanceMetres), estimator: opening.estimator,
        seed: opening.seed), recorder: recorder)
  }

  func page() -> String {
    LabPage(
      accessory: "\(base.identity.vendor) \(base.identity.chipset)", phones: source.phones,
      environments: source.environments
    ).html(tool: tool)
  }

  // MARK: Time

  /// Lets time pass until the task is cancelled.
  func run() async {
    check()
    let clock = ContinuousClock()
    var last = clock.now
    while !Task.isCancelled {
      let now = clock.now
      let passed = (now - last) / Duration.seconds(1)
      last = now
      if !view.isPaused { pass(seconds: min(passed, Self.longestSpan) * view.speed) }
      update()
      try? await clock.sleep(until: now + .milliseconds(33))
    }
    checkTask?.cancel()
    recorder.finish(within: 1_000)
  }

  private func pass(seconds: Double) {
    if playing != nil { return play(seconds: seconds) }
    let span = bench.advance(by: .microseconds(Int(seconds * 1e6)))
    view.add(span, at: bench.now, lasting: captureFailure.map { "The capture cannot be written: \($0)" })
  }

  private func play(seconds: Double) {
    playing?.seconds += seconds
    guard let (recording, time) = playing else { return }
    view.show(procedure: recording.procedures.lastIndex { ($0.time - .start).inSeconds <= time } ?? 0)
    if time >= (recording.end - .start).inSeconds { view.isPaused = true }
  }

  // MARK: Changes

  /// Applies a change that a page sends as JSON, or nothing of it. Gives the revision of the state that has it.
  func change(_ octets: [UInt8]) throws(LabRefusal) -> Int {
    // After a refusal the page shows the present values again.
    view.noteState()
    try apply(try LabChange(Data(octets)))
    return view.stateCount
  }

  private func apply(_ change: LabChange) throws(LabRefusal) {
    if let speed = change.speed, !Self.speeds.contains(speed) {
      throw LabRefusal("Found the speed \(speed), expected 0.1 to 10.")
    }
    if let position = change.position {
      guard let count = playing?.recording.procedures.count else {
        throw LabRefusal("Found procedure \(position), but no recording is open.")
      }
      guard (0..<count).contains(position) else {
        throw LabRefusal("Found procedure \(position), expected 0 to \(count - 1).")
      }
    }
    try changeBench(change)
    view.speed = change.speed ?? view.speed
    if let isPaused = change.paused {
      view.isPaused = isPaused
      if !isPaused, let (recording, seconds) = playing, seconds >= (recording.end - .start).inSeconds {
        playing?.seconds = 0
      }
    }
    if change.bench == true, playing != nil {
      playing = nil
      view.leaveRecording()
    }
    if let position = change.position, let recording = playing?.recording {
      playing?.seconds = (recording.procedures[position].time - .start).inSeconds
      view.show(procedure: position)
    }
  }

  private func changeBench(_ change: LabChange) throws(LabRefusal) {
    var setup = bench.setup
    setup.scene = try change.scene(from: setup.scene)
    let turned = try change.settings(of: setup.accessory, from: base)
    let settings = values.merging(turned) { $1 }
    if let name = change.phoneName, !source.phones.contains(name) {
      throw LabRefusal("There is no phone \(name).")
    }
    if let name = change.environment, !source.environments.contains(name) {
      throw LabRefusal("There is no environment \(name).")
    }
    var place = place
    do throws(DocumentErrors) {
      if settings != values {
        setup.accessory = try source.accessory(LabControl.all.flatMap { settings[$0.path] ?? [] })
      }
      if let name = change.phoneName { setup.phone = try source.phone(name) }
      if let name = change.environment {
        let (preset, root) = try source.environment(name)
        setup.surroundings = preset
        place = (name, root)
      }
    } catch {
      throw LabRefusal(error.errors.first.map { "\($0.path): \($0.problemText)" } ?? "")
    }
    let isOther = setup.accessory != bench.setup.accessory || setup.phone != bench.setup.phone
    bench.change(to: setup)
    (values, self.place) = (settings, place)
    phoneName = change.phoneName ?? phoneName
    view.trouble = ""
    if isOther { check() }
  }

  /// Plays a recording from its beginning. Of several that are read at one time, the last one that was sent plays.
  func open(_ octets: [UInt8], name: String) async throws(LabRefusal) {
    requestCount += 1
    let number = requestCount
    let recording = try await Self.read(octets, name: name, opening.estimator)
    guard number > openNumber else {
      throw LabRefusal("\(name) does not play, since another recording was opened meanwhile.")
    }
    if Task.isCancelled { return }
    openNumber = number
    playing = (recording, 0)
    view.open(recording)
    view.noteState()
  }

  /// Reads a recording beside the lab, which goes on meanwhile.
  @concurrent private static func read(
    _ octets: [UInt8], name: String, _ estimator: RangingEstimatorKind
  ) async throws(LabRefusal) -> LabRecording {
    let recording: LabRecording
    do throws(CaptureError) {
      recording = try LabRecording(octets, name: name, estimator: estimator) { !Task.isCancelled }
    } catch {
      throw LabRefusal("\(error)")
    }
    guard !recording.procedures.isEmpty else {
      let reason = recording.obstacle.map { ": \($0)" } ?? recording.trouble.map { ". " + $0 } ?? ""
      throw LabRefusal("\(name) has no Channel Sounding procedure with tones or round-trip times\(reason)")
    }
    return recording
  }

  /// Starts a check of the present accessory; a running one ends.
  private func check() {
    checkTask?.cancel()
    let source = source
    let check = LabCheck(
      accessory: bench.setup.accessory, phone: bench.setup.phone, phoneName: phoneName, changes: changes,
      savedText: profile())
    view.isChecking = true
    checkTask = Task.detached(priority: .low) { [weak self] in
      // A control that moves sends many values.
      try? await Task.sleep(for: .milliseconds(150))
      if Task.isCancelled { return }
      do throws(DocumentErrors) {
        let report = try source.check(check) { !Task.isCancelled }
        await self?.take(report, of: check)
      } catch {
        await self?.take(error)
      }
    }
  }

  /// Takes the report of the check whose task calls this; one that was cancelled has only a part.
  private func take(_ report: CheckReport, of check: LabCheck) {
    if Task.isCancelled { return }
    let saved = CheckPage.SourceFile(
      path: report.profilePath, digest: report.profileDigest, text: check.savedText)
    self.report = .success((report, check.changes.isEmpty ? [] : [saved]))
    view.isChecking = false
    view.verdicts = LabVerdicts.html(report)
  }

  private func take(_ errors: DocumentErrors) {
    if Task.isCancelled { return }
    let reason = "The accessory cannot be checked: \(errors)"
    report = .failure(LabRefusal(reason))
    view.isChecking = false
    view.trouble = reason
  }

  // MARK: Files

  private var changes: [ProfileDraft.Change] { ProfileDraft.changes(from: base, to: bench.setup.accessory) }

  /// The accessory as it is now, as a profile.
  func profile() -> String {
    LabFiles.profile(bench.setup.accessory, changedFrom: base, name: source.profilePath)
  }

  /// The place as it is now, as an environment.
  func environment() throws(LabRefusal) -> String {
    do throws(LabFiles.Unsaved) {
      return try LabFiles.environment(bench.setup.environment, from: place.root)
    } catch {
      throw LabRefusal(error.description)
    }
  }

  /// The report of the accessory as it is now, as a page, with the profile where it is not the file's. A check that is
  /// under way ends first.
  func reportPage() async throws(LabRefusal) -> String {
    // Another change starts another check meanwhile; the end of the lab cancels the last one.
    while view.isChecking, let checkTask, !checkTask.isCancelled { await checkTask.value }
    guard let report, !view.isChecking else { throw LabRefusal("The lab ended before the check.") }
    let (checked, files) = try report.get()
    return CheckPage([checked], evidence: [.none], files: files, waivers: nil).html(tool: tool)
  }

  /// Why the capture has no more frames; nil while it has all.
  var captureFailure: CaptureError? { recorder.failure }

  /// The open files of the capture, with all frames that are kept so far.
  func capture() throws(LabRefusal) -> [FileHandle] {
    do {
      return try recorder.paths.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
    } catch {
      throw LabRefusal("The capture cannot be read: \(error.localizedDescription)", status: 404)
    }
  }

  // MARK: Clients

  /// Opens a stream of events; the first has everything.
  func subscribe() -> AsyncStream<[UInt8]> {
    clientCount += 1
    let number = clientCount
    let (stream, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingNewest(4))
    continuation.onTermination = { [weak self] _ in Task { await self?.leave(number) } }
    clients[number] = LabClient(continuation)
    return stream
  }

  private func leave(_ number: Int) { clients[number] = nil }

  private func state() -> LabState {
    LabState(
      setup: bench.setup, environment: place.name, phone: phoneName, changes: changes, command: command)
  }

  private func update() {
    defer { view.endUpdate() }
    if clients.isEmpty { return }
    var part: [UInt8]?
    for number in clients.keys.sorted() {
      if clients[number]?.wantsAll == true {
        clients[number]?.send(view.update(state, isWhole: true))
      } else if view.hasNews {
        part = part ?? view.update(state, isWhole: false)
        if let part { clients[number]?.send(part) }
      }
    }
  }

  /// The command that repeats the measurement; its files are those that the page saves.
  private var command: String {
    if let playing {
      return ShellText.command(["reflector", "analyze", ShellText.path(playing.recording.name)])
    }
    let setup = bench.setup
    let isPlain = setup.environment == setup.surroundings
    var words = [
      "reflector", "range", changes.isEmpty ? source.profilePath : "profile.yaml", "--phone", phoneName,
      "--environment", isPlain ? place.name : "environment.yaml",
      "--distance", DecimalText.fixed(setup.scene.distanceMetres, digits: 3), "--seed", "\(setup.seed)",
    ]
    if setup.estimator != .usual { words += ["--estimator", setup.estimator.rawValue] }
    return ShellText.command(words)
  }
}

/// A page that is open.
struct LabClient {
  private let continuation: AsyncStream<[UInt8]>.Continuation
  /// Whether the next event must have everything: it is the first, or one was lost.
  private(set) var wantsAll = true

  init(_ continuation: AsyncStream<[UInt8]>.Continuation) { self.continuation = continuation }

  /// Sends an event. If one is lost, the next one must have everything.
  mutating func send(_ event: [UInt8]) {
    if case .dropped = continuation.yield(event) { wantsAll = true } else { wantsAll = false }
  }
}
