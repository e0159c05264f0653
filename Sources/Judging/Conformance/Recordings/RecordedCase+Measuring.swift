internal import Analysis
internal import ChannelSounding
internal import ConformanceTester
internal import ProfileImport
internal import Verdicts

extension RecordedCase {
  /// How the accessory measures.
  static let measuring = [mode0, mode2, reflectorReport]

  private static let fewestProcedures = 2

  private static let mode0 = RecordedCase(id: "CS/M0/BV-01") { trial in
    let required = trial.limit("answered_fraction")
    var last: RecordedTrial.Finding?
    for count in trial.wholeLimit("mode_0_steps_least")...trial.wholeLimit("mode_0_steps_most") {
      let shown = trial.decisive { (account, conduct: ConfigurationConduct) in
        let found = conduct.syncFound.min() ?? 0
        guard Int(conduct.configuration.mode0Steps) == count, conduct.completeCount >= fewestProcedures,
          Quantity.isPart(found, of: conduct.subeventCount, atLeast: required),
          let frame = conduct.lastFrame
        else { return nil }
        return trial.finding(
          account, frame: frame, "answers to \(count) mode-0 steps",
          Proportion(found, of: conduct.subeventCount, "or more in each place"), .atLeast(part: required))
      }
      guard let shown else { return nil }
      last = shown
    }
    return last
  }

  private static let mode2 = RecordedCase(id: "CS/M2/BV-01") { trial in
    let required = trial.limit("usable_tone_fraction")
    return trial.decisive { (account, conduct: ConfigurationConduct) in
      let usable = conduct.toneCount - conduct.lowToneCount
      guard conduct.configuration.mainMode == 2, conduct.configuration.subMode == CSConfiguration.noSubMode,
        conduct.completeCount >= fewestProcedures, conduct.ratedToneCount > 0, usable > 0,
        Quantity.isPart(usable, of: conduct.toneCount, atLeast: required), let frame = conduct.lastFrame
      else { return nil }
      return trial.finding(
        account, frame: frame, "usable tones", Proportion(usable, of: conduct.toneCount, "tones usable"),
        .atLeast(part: required))
    }
  }

  /// A distance that is right takes the true one, so that the case can fail here and never pass.
  private static let reflectorReport = RecordedCase(id: "CS/IPT/BV-02") { trial in
    trial.decisive { (account, conduct: ConfigurationConduct) in
      guard conduct.configuration.usesInlinePCT, let frame = conduct.reflectorPhaseFrame else { return nil }
      return trial.finding(
        account, frame: frame, "the accessory's own report",
        "otherwise in \(conduct.reflectorPhaseCount) of \(conduct.reflectorToneCount) tones",
        .inPlaceOf("Q = 0 and I >= 0"))
    }
  }
}
