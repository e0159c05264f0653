import ChannelSounding
import CoreTypes
import Faults
import LinkLayer
import RadioModel
import VirtualController

/// Another controller than the profile describes, in one respect: a time, a step, a level.
struct Alteration: Sendable {
  let name: String
  private let change: @Sendable (inout ControllerDescription) -> Void
  private let replan: (@Sendable (inout SubeventPlan, Int) -> Void)?

  private init(_ name: String, _ change: @escaping @Sendable (inout ControllerDescription) -> Void) {
    (self.name, self.change, replan) = (name, change, nil)
  }

  private init(_ name: String, replan: @escaping @Sendable (inout SubeventPlan, Int) -> Void) {
    (self.name, self.replan) = (name, replan)
    change = { _ in }
  }

  /// Alters a controller.
  func plant(in controller: VirtualController) {
    controller.redescribe(change)
    guard let replan else { return }
    let probe = LinkProbe()
    probe.replan = { replan(&$0, $1) }
    controller.linkProbe = probe
  }

  static let all = times + steps + subevents + reports + radio + behaviour

  static func named(_ name: String) -> Alteration? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

// MARK: Times and steps

extension Alteration {
  private static let times: [Alteration] = {
    let fields: [(String, any WritableKeyPath<StepFaults, Int> & Sendable)] = [
      ("hops in mode-0", \.hopInMode0), ("hop after mode-0", \.hopAfterMode0),
      ("hops between main steps", \.hopBetweenMainSteps), ("hop to the last step", \.hopToLastStep),
      ("T_IP1", \.interlude1), ("T_IP2", \.interlude2), ("T_SW", \.switching),
      ("T_SY", \.syncLength),
    ]
    return fields.flatMap { words, field in
      ([3, -3, 6, -6, 10] as [Int]).flatMap { error -> [Alteration] in
        [
          Alteration("\(words) \(error) us") { $0.stepFaults[keyPath: field] = error },
          Alteration("\(words) \(error) us in the second subevent") {
            $0.stepFaults[keyPath: field] = error
            $0.stepFaults.isInSecondSubeventAlone = true
          },
        ]
      }
    }
  }()

  /// A step by itself.
  private enum Which: String, CaseIterable {
    case first, second, firstMain, middle, last

    func index(in plan: SubeventPlan) -> Int? {
      let index =
        switch self {
        case .first: 0
        case .second: 1
        case .firstMain: plan.steps.count { $0.mode == 0 }
        case .middle: (plan.count + plan.steps.count { $0.mode == 0 }) / 2
        case .last: plan.count - 1
        }
      return plan.steps.indices.contains(index) ? index : nil
    }
  }

  private static let steps: [Alteration] = {
    let changes: [(String, @Sendable (inout SubeventPlan, Int) -> Void)] = [
      ("5 us late", { $0.steps[$1].start += 5 }), ("5 us early", { $0.steps[$1].start -= 5 }),
      ("10 us late", { $0.steps[$1].start += 10 }), ("50 us late", { $0.steps[$1].start += 50 }),
      (
        "on the next channel",
        { $0.steps[$1].channel = $0.steps[$1].channel == 76 ? 75 : $0.steps[$1].channel + 1 }
      ),
      ("with another access address", { $0.steps[$1].reflectorAccessAddress ^= 0x0080_0100 }),
      ("with another permutation", { $0.steps[$1].permutation = $0.steps[$1].permutation == 0 ? 1 : 0 }),
      ("with its extension the other way", { $0.steps[$1].toneExtension ^= 2 }),
      ("with the peer's extension the other way", { $0.steps[$1].toneExtension ^= 1 }),
      ("without its sequence", { $0.steps[$1].sequenceIndex = -1 }),
    ]
    return Which.allCases.flatMap { which in
      [nil, 0, 1].flatMap { (subevent: Int?) in
        changes.map { words, change in
          let place = subevent.map { " of subevent \($0)" } ?? ""
          return Alteration(
            "\(which.rawValue) step\(place) \(words)",
            replan: { plan, number in
              guard subevent == nil || number == subevent, let index = which.index(in: plan) else { return }
              change(&plan, index)
            })
        }
      }
    }
  }()
}

// MARK: Subevents

extension Alteration {
  private static let subevents: [Alteration] = (0...2).map { (subevent: Int) -> Alteration in
    Alteration(
      "every step of subevent \(subevent) on the next channel",
      replan: { plan, number in
        guard number == subevent else { return }
        for index in plan.steps.indices {
          plan.steps[index].channel = plan.steps[index].channel == 76 ? 75 : plan.steps[index].channel + 1
        }
      })
  }
}

// MARK: Results and radio

extension Alteration {
  private static let reports: [Alteration] =
    ([7, -7, 15, -15] as [Int8]).flatMap { (error: Int8) -> [Alteration] in
      [
        Alteration("packet RSSI \(error) dB") { $0.reportFaults.rssiErrorDecibels = error },
        Alteration("reference power \(error) dB") {
          $0.reportFaults.referenceErrorDecibels = error
        },
      ]
    } + [
      Alteration("every tone rated high") { $0.reportFaults.ratesEveryToneHigh = true },
      Alteration("frequency offsets with the other sign") {
        $0.reportFaults.flipsFrequencyOffsets = true
      },
      Alteration("at most four steps reported") { $0.reportFaults.mostSteps = 4 },
      Alteration("results an event late") { $0.reportFaults.isEventLate = true },
      Alteration("procedures counted from 1") { $0.identity.faults.insert(.procedureCounterOffByOne) },
      Alteration("the first subevent of an event alone") { $0.identity.faults.insert(.keepsOnlyOneSubevent) },
      Alteration("the procedure count in an octet") { $0.identity.faults.insert(.procedureCountInOctet) },
      Alteration("no sub-mode") { $0.identity.faults.insert(.subModeOmitted) },
    ]
    + [1, 2, 5, 9, 45].flatMap { (count: Int) -> [Alteration] in
      [
        Alteration("silent after \(count) procedures") { $0.limitFaults.procedures = count },
        Alteration("endless is \(count) procedures") { $0.limitFaults.endlessProcedures = count },
        Alteration("\(count) links in all") { $0.limitFaults.links = count },
      ]
    }

  private static let radio: [Alteration] = {
    let levels: [(String, any WritableKeyPath<RadioParameters, Double> & Sendable, [Double])] = [
      ("TX power", \.txPowerDbm, [-40, -20, 15]), ("noise floor", \.noiseFloorDbm, [-50, -30]),
      ("sensitivity", \.sensitivityDbm, [-50, -30, 0]), ("phase noise", \.phaseNoiseRadians, [0.3, 1, 3]),
      ("linewidth", \.linewidthHertz, [100, 1_000, 20_000]),
      ("settling", \.pllSettlingTauMicroseconds, [30, 100]),
      ("delay", \.fixedDelayNanoseconds, [3, 20, -20, 200]),
      ("antenna switch", \.antennaSwitchTauMicroseconds, [5, 20]),
      ("tone offset", \.toneOffsetHertz, [500, 5_000, 50_000]),
      ("frequency noise", \.frequencyNoisePpm, [2, 10]),
      ("timing noise", \.timingNoiseNanoseconds, [30, 300]),
      ("turnaround jitter", \.turnaroundJitterNanoseconds, [2_000]),
      ("turnaround error", \.turnaroundErrorNanoseconds, [50, 400, 3_000]),
      ("output SNR error", \.snrOutputErrorDecibels, [6, -6, 15]),
      ("output SNR spread", \.snrOutputSpreadDecibels, [3, 8]), ("PCT size", \.toneAmplitudeLSB, [2, 2_047]),
      ("inline PCT error", \.inlinePCTErrorRadians, [0.3, 0.9, 1]),
      ("inline PCT delay", \.inlinePCTDelayNanoseconds, [3, 20, 200]),
    ]
    return levels.flatMap { words, field, values in
      values.map { value in Alteration("\(words) \(value)") { $0.radio[keyPath: field] = value } }
    }
      + ([1, 4, 10] as [Double]).flatMap { (error: Double) -> [Alteration] in
        [
          Alteration("mode-0 \(error) ppm off") { $0.radio.mode0FAEPpm = Array(repeating: error, count: 80) },
          Alteration("mode-0 \(error) ppm off on one channel") { description in
            description.radio.mode0FAEPpm = Array(repeating: 0, count: 80)
            for channel in [12, 30, 52] { description.radio.mode0FAEPpm[channel] = error }
          },
        ]
      }
      + (0..<4).map { path in
        Alteration("antenna path \(path) 5 ns longer") {
          $0.radio.pathDelaysNanoseconds = (0..<4).map { $0 == path ? 5 : 0 }
        }
      }
      + ([30, 55, 80, 150] as [Double]).map { (offset: Double) -> Alteration in
        Alteration("clock \(offset) ppm fast") {
          $0.clock = DeviceClock(offsetPpm: offset, driftPpmPerSecond: 0, reference: $0.clock.reference)
        }
      }
  }()

  private static let behaviour: [Alteration] =
    ([1, 3, 6] as [Double]).map { (cut: Double) -> Alteration in
      Alteration("tones end \(cut) us early") { $0.reflectorBehaviour.toneCutMicroseconds = cut }
    }
    + ([0.02, 0.1, 0.5, 1] as [Double]).flatMap { (share: Double) -> [Alteration] in
      [
        Alteration("\(share) of the tones left out") { $0.reflectorBehaviour.omittedToneFraction = share },
        Alteration("\(share) of the tones guessed") { $0.reflectorBehaviour.wrongToneFraction = share },
      ]
    }
    + (0...2).map { (step: Int) -> Alteration in
      Alteration("mode-0 step \(step) unanswered") { $0.reflectorBehaviour.unansweredMode0Step = step }
    }
    + [
      Alteration("antennas reversed") { $0.reflectorBehaviour.reversesAntennas = true },
      Alteration("Q reported with inline PCT") { $0.reflectorBehaviour.reportsQuadrature = true },
    ]
    + ReflectorBehaviour.ReturnedPhase.allCases.filter { $0 != .measured }.map { phase in
      Alteration("inline PCT returns \(phase.rawValue)") { $0.reflectorBehaviour.returnedPhase = phase }
    }
}
