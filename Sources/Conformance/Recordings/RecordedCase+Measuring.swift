internal import Analysis
internal import ChannelSounding
internal import ProfileImport

extension RecordedCase {
  /// How the accessory measures.
  static let measuring = [mode0, mode2, reflectorReport]

  private static let fewestProcedures = 2

  private static let mode0 = RecordedCase(id: "CS/M0/BV-01") { trial in
    let required = trial.limit("answered_fraction")
    var last: RecordedTrial.Finding?
    for count in trial.wholeLimit("mode_0_steps_least")...trial.wholeLimit("mode_0_steps_most") {
      let shown = trial.conduct { Int($0.configuration.mode0Steps) == count }
      let answered = shown.first { _, conduct in
        conduct.completeCount >= fewestProcedures && conduct.subeventCount > 0
          && Double(conduct.syncFound.min() ?? 0) >= required * Double(conduct.subeventCount)
      }
      guard let (account, conduct) = answered, let frame = conduct.lastFrame else { return nil }
      let found = conduct.syncFound.min() ?? 0
      last = trial.finding(
        account, frame: frame, "answers to \(count) mode-0 steps",
        required: "\(MeasureText.number(100 * required)) % or more in each place",
        measured: "\(found) of \(conduct.subeventCount) or more in each place",
        quantity: .part(found, of: conduct.subeventCount, atLeast: required))
    }
    return last
  }

  private static let mode2 = RecordedCase(id: "CS/M2/BV-01") { trial in
    let required = trial.limit("usable_tone_fraction")
    let shown = trial.conduct {
      $0.configuration.mainMode == 2 && $0.configuration.subMode == CSConfiguration.noSubMode
    }
    for (account, conduct) in shown where conduct.completeCount >= fewestProcedures {
      let usable = conduct.toneCount - conduct.lowToneCount
      guard let frame = conduct.lastFrame, usable > 0, Double(usable) >= required * Double(conduct.toneCount)
      else { continue }
      return trial.finding(
        account, frame: frame, "usable tones", required: "\(MeasureText.number(100 * required)) % or more",
        measured: "\(usable) of \(conduct.toneCount) tones usable",
        quantity: .part(usable, of: conduct.toneCount, atLeast: required))
    }
    return nil
  }

  /// A distance that is right takes the true one, so that the case can fail here and never pass.
  private static let reflectorReport = RecordedCase(id: "CS/IPT/BV-02") { trial in
    for (account, conduct) in trial.conduct(where: \.configuration.usesInlinePCT) {
      guard conduct.reflectorPhaseCount > 0, let frame = conduct.lastFrame else { continue }
      return trial.finding(
        account, frame: frame, "the accessory's own report", required: "Q = 0 and I >= 0",
        measured: "otherwise in \(conduct.reflectorPhaseCount) of \(conduct.reflectorToneCount) tones",
        isMet: false)
    }
    return nil
  }
}

extension RecordedTrial {
  /// What the procedures of some configurations showed, with the link that they ran on.
  fileprivate func conduct(
    where isAsked: (ConfigurationConduct) -> Bool
  ) -> [(SeenAccessory.Account, ConfigurationConduct)] {
    accessory.accounts.flatMap { account in account.conduct.filter(isAsked).map { (account, $0) } }
  }
}
