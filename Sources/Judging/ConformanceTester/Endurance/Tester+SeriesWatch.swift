package import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Initiator
internal import LinkLayer
internal import ProcedureRanging
internal import SimulationKernel
internal import Verdicts
internal import VirtualHost

extension Tester {
  /// The longest that a watched series may last.
  private static let longestSeries = Picoseconds.seconds(1_200)
  /// The least number of watched procedures, however long they take.
  private static let leastProcedures = 12

  /// Starts an endless series, judges each procedure as it ends, and terminates the series.
  ///
  /// It ends early at the first that does not complete, or when no further one comes.
  ///
  /// - Parameter count: how many; fewer if they take longer than the longest series.
  package func watchEndless(
    _ count: Int, _ configuration: CSConfiguration
  ) throws(TesterStop) -> SeriesWatch {
    let agreed = try startEndless()
    let simulation = phone.driver.simulation
    let watch = SeriesWatch(self, configuration)
    let (begin, seen) = (simulation.now, recorder.controlPDUs.count)
    // The accessory may be granted another connection interval meanwhile.
    let period = { self.phone.connectionInterval * max(1, Int(agreed.procedureInterval)) }
    let due = { min(count, max(Self.leastProcedures, Int(Self.longestSeries.rawValue / period().rawValue))) }
    // The PDUs that lead to the first procedure may take as long as the peripheral may be silent.
    let silence = {
      max(.seconds(2), period() * 10)
        + (watch.count == 0 ? self.phone.timeout(atLeast: .zero, exchanges: 24) : .zero)
    }
    phone.procedureSink = {
      watch.take($0)
      let isAtAnEnd = min(watch.count, due() - watch.count) < SeriesWatch.firstCount
      self.bed.hideSteps(!isAtAnEnd)
    }
    defer {
      phone.procedureSink = nil
      bed.hideSteps(false)
      recorder.endStretches()
    }
    var end: HostError?
    do throws(HostError) {
      try phone.driver.wait(for: "procedures", within: Self.longestSeries * 2) {
        watch.count >= due() || watch.incomplete != nil
          || simulation.now - max(begin, watch.lastEnd) >= silence()
      }
    } catch {
      end = error
    }
    try judgeEnd(watch, of: due(), endBySelf(after: seen), end)
    try endSeries()
    return watch
  }

  /// The PDU by which the accessory ended a series, if it did since there were `count` control PDUs.
  func endBySelf(after count: Int) -> FrameRecorder.ObservedPDU? {
    recorder.controlPDUs[count...].first { !$0.isFromCentral && $0.pdu.endsSeries }
  }

  private func judgeEnd(
    _ watch: SeriesWatch, of count: Int, _ endBySelf: FrameRecorder.ObservedPDU?, _ error: HostError?
  ) throws(TesterStop) {
    let step = "procedures of an endless series"
    let completed = "\(watch.incomplete?.before ?? watch.count) completed"
    let required = Expectation.inPlaceOf("\(count) or more completed")
    if let (procedure, _) = watch.incomplete {
      try require(
        "\(completed), then \(meaning(ofAbort: procedure))", required, step, frames: frames(of: procedure))
    }
    if watch.count >= count {
      let ends = [watch.first, watch.last].compactMap(\.self).flatMap { frames(of: $0) }
      return expect(watch.count, .atLeast(count, "procedures"), step, frames: ends, isHeadline: true)
    }
    if let endBySelf {
      try require(
        "\(completed), then the accessory ended the series with LL_CS_TERMINATE_REQ", required, step,
        frames: [endBySelf.frame])
    }
    let reason =
      switch error {
      case nil, .missing: "none" + cause(behind: .missing(step, within: .zero))
      case .some(let error): "\(error)"
      }
    try require("\(completed), then \(reason)", required, step)
  }

  /// Judges the counters and the lines of the procedures of a long series.
  package func judgeSteadiness(_ watch: SeriesWatch) {
    guard let first = watch.first, let last = watch.last else { return }
    let ends = frames(of: first) + frames(of: last)
    let counters = "\(first.counter) to \(last.counter)"
    expect(
      watch.miscounted.map { "\($0.procedure.counter) after \($0.previous)" },
      .absent("one more in each procedure", met: counters), "Procedure_Counter of an endless series",
      frames: watch.miscounted.map { frames(of: $0.procedure) } ?? ends)
    guard watch.lineCount > 0 else { return }
    let (residual, departure) = (watch.residual, watch.departure)
    expect(
      residual.value, .atMost(watch.allowedRadians, "rad"), "phase residual in \(watch.lineCount) procedures",
      frames: residual.frames.isEmpty ? ends : residual.frames)
    expect(
      departure.value, .within(0, max(limit("distance_change_m"), watch.chanceMetres), "m"),
      "distance of \(watch.lineCount) procedures against the first \(SeriesWatch.firstCount)",
      frames: departure.frames.isEmpty ? ends : departure.frames)
  }
}
