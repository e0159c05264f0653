public import CoreTypes

/// How long a whole procedure lasts at most, whatever its DRBG draws; made without drawing.
///
/// Without a sub mode and with selection #3b the numbers are exact.
public struct ProcedureLength: Hashable, Sendable {
  private let mode0Steps: Int
  private let mode0: Int
  private let repetition: Int
  private let mainMode: Int
  private let subMode: Int?
  /// The main-mode steps before a sub-mode step that make the longest procedure.
  private let run: Int
  /// The steps that are neither mode-0 nor repeated.
  private let steps: Int

  /// The length of the procedures of a legal configuration.
  /// - Parameter channelMap: The channels that the configuration and the classification of both devices leave.
  public init(
    configuration: CSConfiguration, channelMap: CSChannelMap, timing: StepTiming,
    interpretations: Interpretations
  ) {
    let channels = MainChannels(
      configuration: configuration, map: channelMap.intersection(.allowed), interpretations: interpretations
    ).maximumCount
    mode0Steps = Int(configuration.mode0Steps)
    mode0 = timing.duration(mode: 0)
    repetition = Int(configuration.mainModeRepetition)
    mainMode = timing.duration(of: configuration.mainMode)
    guard let mode = configuration.subMode else {
      subMode = nil
      run = 0
      steps = channels
      return
    }
    let duration = timing.duration(of: mode)
    let least = max(1, Int(configuration.minMainModeSteps))
    subMode = duration
    run = duration > mainMode ? least : max(least, Int(configuration.maxMainModeSteps))
    steps = interpretations.subModeChannel == .nextEntry ? channels : channels + channels / least
  }

  /// The shortest subevent of which `count` hold the whole procedure; nil where none do.
  public func shortestSubevent(count: Int) -> Int? {
    var tooShort = 0
    var enough =
      overhead(subevent: 1) + ProcedurePlanner.maximumSubeventStepCount * max(mainMode, subMode ?? 0)
    guard holds(count: count, lengthMicroseconds: enough) else { return nil }
    while enough - tooShort > 1 {
      let middle = (enough + tooShort) / 2
      if holds(count: count, lengthMicroseconds: middle) { enough = middle } else { tooShort = middle }
    }
    return enough
  }

  /// Whether the procedure ends within `count` subevents because its channels or its steps are used up.
  func holds(count: Int, lengthMicroseconds: Int) -> Bool {
    let overheadSteps = count * mode0Steps + (count - 1) * repetition
    let wanted = min(steps, max(1, ProcedurePlanner.maximumStepCount - overheadSteps))
    var room = 0
    for subevent in 0..<count {
      let free = lengthMicroseconds - overhead(subevent: subevent)
      let most = ProcedurePlanner.maximumSubeventStepCount - mode0Steps - (subevent > 0 ? repetition : 0)
      let next = capacity(free: free, most: most, isLast: subevent == count - 1)
      guard next > 0 else { return false }
      room += next
    }
    return room >= (subMode == nil ? wanted : duration(of: wanted))
  }

  /// What a subevent holds: steps without a sub mode; else microseconds, less what a step too long for the rest
  /// of it may waste.
  private func capacity(free: Int, most: Int, isLast: Bool) -> Int {
    guard let subMode else { return min(most, free / mainMode) }
    let waste = isLast ? 0 : max(mainMode, subMode) - 1
    return min(free - waste, most * min(mainMode, subMode))
  }

  /// Mode-0 and repeated steps of a subevent, in microseconds.
  private func overhead(subevent: Int) -> Int {
    mode0Steps * mode0 + (subevent > 0 ? repetition * mainMode : 0)
  }

  private func duration(of steps: Int) -> Int {
    guard let subMode else { return steps * mainMode }
    let subModeSteps = steps / (run + 1)
    return subModeSteps * subMode + (steps - subModeSteps) * mainMode
  }
}
