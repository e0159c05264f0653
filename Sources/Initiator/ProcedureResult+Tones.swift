public import ChannelSounding
internal import CoreTypes
public import HCI
public import Ranging

/// How usable the tones of a procedure were, by the report of one side.
public struct ToneCount: Hashable, Sendable {
  /// Tones of the antenna paths in all steps.
  public var count = 0
  /// Those rated high or medium, or not rated at all.
  public var usableCount = 0
  /// Those with a Q that is not 0.
  public var quadratureCount = 0
  /// Those with a negative I.
  public var negativeCount = 0

  fileprivate mutating func add(_ tone: CSTone) {
    count += 1
    if tone.quality != .low { usableCount += 1 }
    if tone.q != 0 { quadratureCount += 1 }
    if tone.i < 0 { negativeCount += 1 }
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

  /// The two-way response of each antenna path.
  ///
  /// - Parameter reflector: what the reflector reported; nil under inline PCT, where the initiator's tones hold
  ///   both ways.
  public func responses(
    _ configuration: CSConfiguration, reflector: ProcedureResult?
  ) -> [ToneResponse] {
    let pathCount = Int(subevents.first { $0.numAntennaPaths > 0 }?.numAntennaPaths ?? 0)
    var channels = [[UInt8]](repeating: [], count: pathCount)
    var re = [[Double]](repeating: [], count: pathCount)
    var im = re
    let peerSteps = reflector?.steps(configuration.seenByPeer)
    for (index, step) in steps(configuration).enumerated() {
      // An attached controller may report a channel that there is not, or an index that the antennas do not have.
      guard ToneResponse.channelIndices.contains(step.channel),
        let own = step.toneExchange, own.tones.count == pathCount + 1,
        Int(own.antennaPermutationIndex) < AntennaPermutation.count(paths: pathCount)
      else { continue }
      var peer: CSStep.ToneExchange?
      if let peerSteps {
        guard index < peerSteps.count, peerSteps[index].channel == step.channel,
          let exchange = peerSteps[index].toneExchange, exchange.tones.count == pathCount + 1
        else { continue }
        peer = exchange
      }
      for slot in 0..<pathCount {
        let tone = own.tones[slot]
        guard tone.quality != .low, peer?.tones[slot].quality != .low else { continue }
        let path = AntennaPermutation.path(
          slot: slot, index: own.antennaPermutationIndex, paths: pathCount)
        let (i, q) = (Double(tone.i), Double(tone.q))
        let (peerI, peerQ) = peer.map { (Double($0.tones[slot].i), Double($0.tones[slot].q)) } ?? (1, 0)
        channels[path].append(step.channel)
        re[path].append(i * peerI - q * peerQ)
        im[path].append(i * peerQ + q * peerI)
      }
    }
    let content = reflector == nil ? ToneResponse.Content.inline : .product
    return (0..<pathCount).map {
      ToneResponse(channel: channels[$0], re: re[$0], im: im[$0], content: content)
    }
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
