import Ranging

/// A procedure as a host of Bumble parsed it.
struct BumbleProcedure {
  /// The channels that a configuration without exclusions of its own leaves. [Vol 6, Part H, 4.1.1]
  static let channelCount = 72

  let counter: UInt16
  private(set) var steps: [HostEvent.Step] = []
  /// Procedure_Done_Status of each result, in order.
  private(set) var doneStatuses: [UInt8] = []

  /// Joins the results that a host reported; the last procedure may be incomplete.
  static func all(in events: [HostEvent]) -> [BumbleProcedure] {
    var procedures: [BumbleProcedure] = []
    for event in events {
      guard let steps = event.steps, let done = event.procedureDone else { continue }
      if let counter = event.counter, counter != procedures.last?.counter {
        procedures.append(BumbleProcedure(counter: counter))
      }
      guard !procedures.isEmpty else { continue }
      procedures[procedures.count - 1].steps += steps
      procedures[procedures.count - 1].doneStatuses.append(done)
    }
    return procedures
  }

  private init(counter: UInt16) { self.counter = counter }

  /// Whether all of it came about.
  var isComplete: Bool { doneStatuses.last == 0 && doneStatuses.dropLast().allSatisfy { $0 == 1 } }

  /// The mode-2 steps, with the tone of the one antenna path and that of the extension slot.
  var toneSteps: [HostEvent.Step] { steps.filter { $0.mode == 2 } }

  /// The tones of the antenna path.
  var tones: [(channel: UInt8, i: Double, q: Double)] {
    toneSteps.compactMap { step in
      step.tones.first.map { (step.channel, Double($0[0]), Double($0[1])) }
    }
  }

  /// The distance by this side's tones alone, as inline PCT allows the initiator; else by those of both sides.
  func metres(_ reflector: BumbleProcedure? = nil) -> Double? {
    var response = ToneResponse()
    var estimator = RangingEstimator(.ml)
    guard let reflector else {
      for tone in tones { response.append(channel: tone.channel, initiatorI: tone.i, initiatorQ: tone.q) }
      return estimator.estimate(paths: [response])?.metres
    }
    guard tones.map(\.channel) == reflector.tones.map(\.channel) else { return nil }
    for (own, peer) in zip(tones, reflector.tones) {
      response.append(
        channel: own.channel, initiatorI: own.i, initiatorQ: own.q, reflectorI: peer.i, reflectorQ: peer.q)
    }
    return estimator.estimate(paths: [response])?.metres
  }
}

extension [Double] {
  /// The one in the middle; nil of none.
  var median: Double? { isEmpty ? nil : sorted()[count / 2] }
}
