import ChannelSounding
import CoreTypes
import HCI
import Initiator
import LinkLayer
import ProcedureRanging
import RadioModel
import Ranging
import Testing

@testable import VirtualController

@Suite("Channel Sounding between two controllers")
struct RangingTests {
  /// Ranges and checks that every procedure of both sides is whole.
  private func range(
    _ plan: RangingPlan, _ bench: ControllerBench = ControllerBench()
  ) throws -> (bench: ControllerBench, agreed: CSConfiguration) {
    let agreed = try #require(bench.range(plan))
    let count = Int(plan.parameters.maxProcedureCount.rawValue)
    for role in LinkRole.allCases {
      let procedures = bench[role].procedures
      #expect(procedures.map(\.done) == Array(repeating: .complete, count: count))
      #expect(procedures.map(\.counter) == Array(0..<UInt16(count)))
      #expect(procedures.allSatisfy { $0.subevents.allSatisfy { $0.subeventDone == .complete } })
    }
    return (bench, agreed)
  }

  private func expectSameSteps(_ bench: ControllerBench, _ agreed: CSConfiguration, _ plan: RangingPlan) {
    for (own, peer) in zip(bench[plan.initiator].procedures, bench[plan.reflector].procedures) {
      let (steps, peerSteps) = (own.steps(agreed), peer.steps(agreed.seenByPeer))
      #expect(!steps.isEmpty)
      #expect(steps.map(\.mode) == peerSteps.map(\.mode))
      #expect(steps.map(\.channel) == peerSteps.map(\.channel))
    }
  }

  @Test(
    "either side starts and either side initiates, with inline PCT and without",
    arguments: LinkRole.allCases, LinkRole.allCases)
  func roles(starter: LinkRole, initiator: LinkRole) throws {
    for enhancements in [[], .inlinePCT] as [CSEnhancements] {
      let plan = RangingPlan {
        ($0.starter, $0.initiator) = (starter, initiator)
        $0.configuration.enhancements = enhancements
      }
      let (bench, agreed) = try range(plan)
      #expect(agreed.usesInlinePCT == (enhancements == .inlinePCT))
      expectSameSteps(bench, agreed, plan)
      for index in 0..<2 {
        let estimate = try #require(bench.estimate(index, plan, agreed))
        #expect(abs(estimate.metres - 3) < 0.15, "\(estimate)")
      }
    }
  }

  @Test(
    "the distance is right near and far", arguments: [0.5, 3, 20, 60, 140],
    [[], .inlinePCT] as [CSEnhancements])
  func distances(metres: Double, enhancements: CSEnhancements) throws {
    let plan = RangingPlan { $0.configuration.enhancements = enhancements }
    let (bench, agreed) = try range(plan, ControllerBench(environment: Environment(distanceMetres: metres)))
    for index in 0..<2 {
      let estimate = try #require(bench.estimate(index, plan, agreed))
      #expect(abs(estimate.metres - metres) < 0.15 + metres / 500, "\(estimate)")
    }
  }

  @Test("echoes that are drawn once are the same in each series, and others in each procedure where so asked")
  func drawnPlaces() throws {
    for redraw in [Scattering.Redraw.run, .procedure] {
      var place = Environment(distanceMetres: 5)
      place.scattering = Scattering(kFactorDecibels: 3, decayNanoseconds: 20, redraw: redraw)
      let bench = ControllerBench(environment: place)
      let plan = RangingPlan(count: 2) { $0.configuration.enhancements = .inlinePCT }
      let (_, agreed) = try range(plan, bench)
      _ = try #require(bench.start(plan))
      let hasEnded = { LinkRole.allCases.allSatisfy { bench[$0].procedures.count == 4 } }
      #expect(bench.run(until: hasEnded, within: .seconds(10)))
      let distances = try (0..<4).map { try #require(bench.estimate($0, plan, agreed)).metres }
      let spread = (distances.max() ?? 0) - (distances.min() ?? 0)
      #expect(redraw == .run ? spread < 0.1 : spread > 0.2, "\(redraw): \(distances)")
    }
  }

  @Test("an accessory that is put elsewhere is ranged where it is")
  func place() throws {
    let bench = ControllerBench()
    bench.air.put(bench.peripheral.controller, in: Environment(distanceMetres: 17))
    let plan = RangingPlan { $0.configuration.enhancements = .inlinePCT }
    let (_, agreed) = try range(plan, bench)
    #expect(abs(try #require(bench.estimate(0, plan, agreed)).metres - 17) < 0.15)
  }

  @Test("the host's limit of power weakens what the peer hears")
  func powerLimit() throws {
    let plan = RangingPlan(count: 1)
    let levels = try [20, -10 as TransmitPowerLevel].map { limit in
      let bench = ControllerBench()
      bench.maxTXPower = limit
      _ = try range(plan, bench)
      return try #require(bench.central.procedures.first?.subevents.first?.referencePowerLevel.rawValue)
    }
    #expect(levels[0] - levels[1] == 10)
  }

  @Test("every T_FCS is kept between the steps on the air", arguments: TFCS.all)
  func tFCS(tFCS: TFCS) throws {
    let bench = ControllerBench { central, peripheral in
      let kept = central.identity.csCapabilities.tFCS
      central.identity.csCapabilities.tFCS = kept.intersection([tFCS])
    }
    let plan = RangingPlan()
    let agreed = try range(plan, bench).agreed
    #expect(agreed.tFCS == tFCS)
    #expect(!bench.log.subevents.isEmpty)
    for subevent in bench.log.subevents {
      for (sent, isInitiator) in [(subevent.timeline.initiator, true), (subevent.timeline.reflector, false)] {
        for index in 1..<sent.mode.count where sent.mode[index] == 2 && sent.mode[index - 1] == 2 {
          let period = sent.toneStart[index] - sent.toneStart[index - 1]
          let tones = 2 * 2 * agreed.tPM.microseconds
          let expected = tFCS.microseconds + tones + 2 * 5 + agreed.tIP2.microseconds
          #expect(abs(period - Int64(expected) * 1_000_000) < 1_000, "initiator \(isInitiator)")
        }
      }
    }
  }

  @Test(
    "every antenna configuration ranges over its paths", arguments: AntennaConfiguration.defined,
    [[], .inlinePCT] as [CSEnhancements])
  func antennas(aci: AntennaConfiguration, enhancements: CSEnhancements) throws {
    let plan = RangingPlan(count: 1) {
      $0.parameters.toneAntennaConfigSelection = aci
      $0.parameters.preferredPeerAntenna = 0xF
      $0.configuration.enhancements = enhancements
      $0.interval = 160
    }
    let (bench, agreed) = try range(plan)
    let paths = aci.pathCount
    for role in LinkRole.allCases {
      let subevents = bench[role].procedures.flatMap(\.subevents)
      #expect(subevents.allSatisfy { Int($0.numAntennaPaths) == paths })
    }
    let steps = bench[plan.initiator].procedures[0].steps(agreed)
    #expect(steps.filter { $0.mode == 2 }.count == 72)
    let estimate = try #require(bench.estimate(0, plan, agreed))
    #expect(abs(estimate.metres - 3) < 0.15, "\(estimate)")
    let responses = bench[plan.initiator].procedures[0].measurement(
      agreed, reflector: enhancements == .inlinePCT ? nil : bench[plan.reflector].procedures[0]
    ).paths
    #expect(responses.count == paths)
    var estimator = RangingEstimator(.ml)
    for response in responses {
      let alone = estimator.estimate(paths: [response])
      let single = try #require(alone)
      #expect(abs(single.metres - 3) < 0.2, "\(single)")
    }
  }

  @Test(
    "main and sub modes take the steps they should",
    arguments: [
      (1, nil, 0), (1, nil, 2), (1, nil, 6), (2, 1, 0), (2, 3, 1), (3, nil, 0), (3, nil, 4), (3, 2, 0),
    ] as [(CSMode, CSMode?, RTTType)])
  func modes(mainMode: CSMode, subMode: CSMode?, rttType: RTTType) throws {
    let plan = RangingPlan(count: 1) {
      $0.configuration.mainMode = mainMode
      $0.configuration.rttType = rttType
      $0.interval = 160
      guard let subMode else { return }
      $0.configuration.subMode = subMode
      ($0.configuration.minMainModeSteps, $0.configuration.maxMainModeSteps) = (2, 5)
    }
    let (bench, agreed) = try range(plan, ControllerBench(environment: Environment(distanceMetres: 20)))
    expectSameSteps(bench, agreed, plan)
    let steps = bench.central.procedures[0].steps(agreed)
    let main = steps.filter { $0.mode == mainMode.rawValue }.count
    let sub = steps.filter { $0.mode == subMode?.rawValue }.count
    #expect(main + sub == 72)
    if subMode != nil { #expect((72 / 6...72 / 3 + 1).contains(sub)) }
    let peerSteps = bench.peripheral.procedures[0].steps(agreed.seenByPeer)
    let flights = zip(steps, peerSteps).compactMap { own, peer -> Double? in
      guard let one = own.roundTrip, let other = peer.roundTrip else { return nil }
      #expect(one.packet.quality.isFound && other.packet.quality.isFound)
      return Double(Int(one.timeDifference.rawValue) - Int(other.timeDifference.rawValue)) / 2 * 0.5
    }
    if [mainMode, subMode ?? .mode0].contains(where: \.hasRoundTrip) {
      let mean = flights.reduce(0, +) / Double(flights.count)
      #expect(abs(mean * 0.299792458 - 20) < 1, "\(flights.count) flights of \(mean) ns")
    }
    if [mainMode, subMode ?? .mode0].contains(where: { $0.rawValue >= 2 }) {
      let estimate = try #require(bench.estimate(0, plan, agreed))
      #expect(abs(estimate.metres - 20) < 0.2, "\(estimate)")
    }
  }

  @Test("the CS_SYNC PHYs range alike", arguments: SyncPHY.defined)
  func syncPHYs(phy: SyncPHY) throws {
    let plan = RangingPlan(count: 1) {
      $0.configuration.csSyncPHY = phy
      $0.configuration.mainMode = 3
      $0.interval = 160
    }
    let (bench, agreed) = try range(plan)
    let estimate = try #require(bench.estimate(0, plan, agreed))
    #expect(abs(estimate.metres - 3) < 0.15)
  }

  @Test("#3c keeps both sides on the same channels", arguments: Ch3cShape.defined, [2, 3, 5, 8] as [UInt8])
  func channelSelection3c(shape: Ch3cShape, jump: UInt8) throws {
    let plan = RangingPlan(count: 2) {
      $0.configuration.channelSelection = 1
      ($0.configuration.ch3cShape, $0.configuration.ch3cJump) = (shape, jump)
      $0.interval = 160
    }
    let (bench, agreed) = try range(plan)
    expectSameSteps(bench, agreed, plan)
    let estimate = try #require(bench.estimate(1, plan, agreed))
    #expect(abs(estimate.metres - 3) < 0.15)
  }

  @Test("a result longer than an event goes on in Continue events")
  func continuation() throws {
    let plan = RangingPlan(count: 1) {
      $0.parameters.toneAntennaConfigSelection = 7
      $0.parameters.preferredPeerAntenna = 3
      $0.interval = 160
    }
    let bench = try range(plan).bench
    for host in [bench.central, bench.peripheral] {
      let continuations = host.count { if case .leCSSubeventResultContinue = $0 { true } else { false } }
      #expect(continuations > 3)
      let results = host.count { if case .leCSSubeventResult = $0 { true } else { false } }
      #expect(results == host.procedures[0].subevents.count)
    }
  }

  @Test("masked results do not come, and the procedures run")
  func maskedResults() throws {
    let bench = ControllerBench()
    #expect(bench.prepareRanging())
    let plan = RangingPlan()
    _ = try #require(bench.configure(plan))
    #expect(bench.secureRanging())
    bench.peripheral.send(LESetEventMaskCommand { $0.leEventMask = .all.without(.leCSSubeventResult) })
    #expect(bench.start(plan)?.status == .success)
    #expect(bench.run(until: { bench.central.procedures.count == 2 }))
    #expect(bench.central.procedures.allSatisfy { $0.done == .complete })
    #expect(bench.peripheral.procedures.isEmpty)
  }
}

extension CSStep {
  /// The round trip of modes 1 and 3.
  var roundTrip: RoundTrip? {
    switch data {
    case .mode1(let trip): trip
    case .mode3(let trip, _): trip
    default: nil
    }
  }
}
