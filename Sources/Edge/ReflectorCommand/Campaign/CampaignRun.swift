internal import CampaignStore
internal import Campaigns
internal import Foundation
internal import Notation
internal import Profiles
internal import RangeStudy
internal import Reports

/// Runs the units of a campaign that are missing, and stores each as it ends.
final class CampaignRun {
  private let units: CampaignUnits
  private let store: CampaignStore
  private let edition: Int64
  /// The name of the session of this run.
  private let session: String
  private let shard: Shard?
  /// Units that do not run.
  private let leftOut: Set<Int>
  private let mishap: (@Sendable (Int) -> Void)?
  private let jobs: Int
  private let stop: StopRequest
  private let start = ContinuousClock.now
  private let deadline: ContinuousClock.Instant?
  private let done: IndexSet
  /// The units of this run, done or not.
  private let partCount: Int
  /// Only kept where points may end early.
  private var tally: CampaignTally
  private var next = 0
  private var storedCount = 0
  private var procedureCount = 0
  private var isPaused = false

  /// Prepares to run an edition: all of it without a shard, but for the units of `leftOut`, and without an end where
  /// `minutes` is nil. `mishap` is called as each unit begins.
  init(
    _ units: CampaignUnits, store: CampaignStore, edition: Int64, shard: Shard?, leftOut: Set<Int>,
    mishap: (@Sendable (Int) -> Void)?, jobs: Int, until stop: StopRequest, minutes: Int?
  ) throws(StoreError) {
    self.units = units
    self.store = store
    self.edition = edition
    self.shard = shard
    self.leftOut = leftOut
    self.mishap = mishap
    self.jobs = jobs
    self.stop = stop
    deadline = minutes.map { ContinuousClock.now + .seconds(60 * $0) }
    let done = try store.done(in: edition, of: units.count)
    self.done = done
    partCount =
      shard.map { shard in
        (0..<units.count).count { units.shard(of: $0, of: shard.count) == shard.number }
      } ?? units.count
    tally =
      units.p90WithinMetres == nil ? CampaignTally(units) : try store.tally(of: units, in: edition)
    session = try store.begin(
      StoreSession(
        host: Machine.name, processors: JobOptions.processors, jobs: jobs, shard: shard?.text), of: edition)
  }

  /// What this run of a campaign did, after a process that crashed or was killed, if one did.
  func result(
    of campaign: Campaign, after lost: CampaignStatus.LostRun?
  ) throws(StoreError) -> CampaignRunResult {
    // Units that came out of order may show only together that a point needs no more.
    let tally = units.p90WithinMetres == nil ? nil : try store.tally(of: units, in: edition)
    return CampaignRunResult(
      id: campaign.id, title: campaign.title, store: store.path, edition: edition, shard: shard?.text,
      progress: CampaignReport.Progress(
        doneCount: tally?.doneCount ?? done.count + storedCount, sparedCount: tally?.sparedCount ?? 0,
        of: partCount),
      ranCount: storedCount, leftOut: leftOut.filter(isMissing).sorted(), isPaused: isPaused, lost: lost)
  }

  /// Runs until nothing is missing, or until a pause.
  func carryOut(showsProgress: Bool) throws(StoreError) {
    let progress = ProgressLine(isShown: StandardStream.error.isTerminal && showsProgress)
    var log = ProgressLog(isKept: !StandardStream.error.isTerminal && showsProgress)
    let runner = OrderedRunner<(unit: Int, result: UnitResult)>(jobs: jobs) { _ in self.begin() }
    defer {
      runner.stop()
      progress.clear()
    }
    while let (unit, result) = runner.next() {
      if !tally.isSpared(unit) {
        try store.add(result, unit: unit, edition: edition, session: session)
        storedCount += 1
        if case .ranged(let tally) = result { procedureCount += tally.procedureCount }
        if units.p90WithinMetres != nil { runner.changing { tally.add(result, of: unit) } }
      }
      progress.show(rate)
      log.note(rate)
      if stop.isMade || deadline.map({ ContinuousClock.now >= $0 }) ?? false {
        runner.changing {
          // What runs past the last unit is no pause.
          isPaused = isPaused || nextUnit != nil
          next = units.count
        }
      }
    }
  }

  /// The next unit to run; nil after the last.
  private func begin() -> (@Sendable () -> (unit: Int, result: UnitResult))? {
    guard let number = nextUnit else { return nil }
    next = number + 1
    let (unit, lock) = (units[number], store.lock)
    return { [mishap] in
      CrashRetry.enter(unit: number)
      lock?.begin(number)
      defer {
        lock?.end(number)
        CrashRetry.enter(unit: nil)
      }
      mishap?(number)
      return (number, unit.result())
    }
  }

  /// The first unit from `next` on that is missing.
  private var nextUnit: Int? {
    (next..<max(next, units.count)).first { !leftOut.contains($0) && isMissing($0) }
  }

  /// Whether a unit of this run is neither done nor spared by the stopping rule.
  private func isMissing(_ number: Int) -> Bool {
    !done.contains(number) && !tally.isSpared(number)
      && (shard.map { units.shard(of: number, of: $0.count) == $0.number } ?? true)
  }

  private var rate: String {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    // Of what is spared a part may be done.
    let doneCount = min(partCount, done.count + storedCount + tally.sparedCount)
    let left = Double(partCount - doneCount) * seconds / Double(max(storedCount, 1))
    let speed =
      procedureCount == 0
      ? "" : ", \(DecimalText.grouped(Int(Double(procedureCount) / seconds))) procedures/s"
    return
      "\(DecimalText.grouped(doneCount)) of \(DecimalText.grouped(partCount)) units\(speed), \(Self.words(left)) left"
  }

  private static func words(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
