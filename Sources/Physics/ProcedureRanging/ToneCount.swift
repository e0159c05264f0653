public import ChannelSounding
public import HCI

/// How usable the tones of a procedure were, by the report of one side.
public struct ToneCount: Hashable, Sendable {
  /// Tones of the antenna paths in all steps.
  public var count = 0
  /// Those rated high or medium, or not rated at all.
  public var usableCount = 0
  /// Those off the positive I axis, on which a reflector with inline PCT reports.
  public var offAxisCount = 0

  fileprivate mutating func add(_ tone: CSTone) {
    count += 1
    if tone.quality != .low { usableCount += 1 }
    if tone.pct.q != 0 || tone.pct.i < 0 { offAxisCount += 1 }
  }
}

extension ProcedureResult {
  /// The steps of all subevents in order.
  public func steps(_ configuration: CSConfiguration) -> [CSStep] {
    subevents.flatMap { $0.readableSteps(configuration) }
  }

  /// Counts the tones of the antenna paths; the extension slot is not one.
  public func countTones(_ configuration: CSConfiguration) -> ToneCount {
    var result = ToneCount()
    for step in steps(configuration) {
      for tone in step.toneExchange?.tones.dropLast() ?? CSTones()[...] { result.add(tone) }
    }
    return result
  }

  /// Counts the tones of one of `count` antenna paths.
  public func countTones(_ configuration: CSConfiguration, path: Int, of count: Int) -> ToneCount {
    var result = ToneCount()
    for exchange in steps(configuration).compactMap(\.toneExchange)
    where exchange.tones.count == count + 1
      && Int(exchange.antennaPermutationIndex) < AntennaPermutation.count(paths: count)
    {
      for slot in 0..<count
      where AntennaPermutation.path(slot: slot, index: exchange.antennaPermutationIndex, paths: count) == path
      {
        result.add(exchange.tones[slot])
      }
    }
    return result
  }
}

extension SubeventResult {
  /// The steps in order; none if one of them cannot be read.
  public func readableSteps(_ configuration: CSConfiguration) -> [CSStep] {
    do {
      return try steps(CSStepLayout(configuration, numAntennaPaths: numAntennaPaths))
    } catch {
      return []
    }
  }
}

extension CSStep {
  /// The tones of mode-2 and mode-3.
  public var toneExchange: ToneExchange? {
    switch data {
    case .mode2(let tones): tones
    case .mode3(_, let tones): tones
    default: nil
    }
  }
}
