import ChannelSounding
import CoreTypes
import HCI
import Initiator
import LinkLayer
import ProcedureRanging
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Refused commands about Channel Sounding procedures")
struct CSProcedureRefusalTests {
  private static func set(
    _ name: String, _ status: ErrorCode = .invalidHCICommandParameters, stage: CSStage = .configured,
    _ devices: @escaping CSRefusal.Devices = { _, _ in },
    _ change: @escaping @Sendable (inout CSProcedureParameters) -> Void
  ) -> CSRefusal {
    CSRefusal(
      name: name, status: status, stage: stage, devices: devices, command: CSRefusal.parameters(change))
  }

  /// Values outside their ranges. [Vol 4, Part E, 7.8.140]
  static let ranges: [CSRefusal] = [
    set("Config_ID 1, which is not there") { $0.configID = 1 },
    set("Config_ID 4") { $0.configID = 4 },
    set("Max_Procedure_Len 0") { $0.maxProcedureLen = 0 },
    set("Min_Procedure_Interval 0") { $0.minProcedureInterval = 0 },
    set("Min_Procedure_Interval above the most") { $0.minProcedureInterval = 2 },
    set("Min_Subevent_Len 1249") { $0.minSubeventLen = 1249 },
    set("Max_Subevent_Len 4 000 001") { $0.maxSubeventLen = 4_000_001 },
    set("Min_Subevent_Len above the most") { ($0.minSubeventLen, $0.maxSubeventLen) = (3000, 2999) },
    set("Tone_Antenna_Config_Selection 8") { $0.toneAntennaConfigSelection = 8 },
    set("PHY 0") { $0.phy = 0 },
    set("PHY 5") { $0.phy = 5 },
    set("Preferred_Peer_Antenna 0x10") { $0.preferredPeerAntenna = 0x10 },
    set("SNR_Control_Initiator 5") { $0.snrControlInitiator = 5 },
    set("SNR_Control_Reflector 0xFE") { $0.snrControlReflector = 0xFE },
  ]

  static let parameters: [CSRefusal] = [
    set("parameters of what is running", .commandDisallowed, stage: .running) { _ in },
    set(
      "more antennas than the device has", .limitedResources,
      CSRefusal.central { ($0.numAntennas, $0.tSW) = (1, 0) }
    ) { $0.toneAntennaConfigSelection = 1 },
    set(
      "more antennas than the peer has", .limitedResources,
      CSRefusal.peripheral { ($0.numAntennas, $0.tSW) = (1, 0) }
    ) { $0.toneAntennaConfigSelection = 4 },
    set("more paths than the peer has", .limitedResources, CSRefusal.peripheral(twoPaths)) {
      $0.toneAntennaConfigSelection = 7
    },
    set(
      "more procedures than the device does", .limitedResources,
      CSRefusal.central { $0.maxConsecutiveProcedures = 9 }
    ) { $0.maxProcedureCount = 10 },
    set(
      "procedures without end, which the peer does not do", .limitedResources,
      CSRefusal.peripheral { $0.maxConsecutiveProcedures = 9 }
    ) { $0.maxProcedureCount = 0 },
    fewChannels(CSRefusal.parameters { _ in }),
  ]

  @Sendable private static func twoPaths(_ capabilities: inout CSCapabilities) {
    (capabilities.numAntennas, capabilities.maxAntennaPaths) = (2, 2)
  }

  /// The classification leaves the configuration 14 channels.
  private static func fewChannels(_ command: @escaping @Sendable (ConnectionHandle) -> any HCICommand)
    -> CSRefusal
  {
    CSRefusal(
      name: "14 channels left", status: .insufficientChannels, stage: .secured,
      prepare: { bench in
        let plan = RangingPlan { $0.configuration.channelMap = .lowest(20) }
        #expect(bench.configure(plan) != nil)
        bench.setParameters(plan.parameters)
        bench.classify(.highest(72 - 6), on: bench.central)
        bench.run(.seconds(2))
      }, command: command)
  }

  static let enabling: [CSRefusal] = [
    CSRefusal(
      name: "enable what is not there", status: .invalidHCICommandParameters, stage: .parametersSet,
      command: CSRefusal.enable(.enabled, id: 1)),
    CSRefusal(
      name: "enable Config_ID 4", status: .invalidHCICommandParameters, stage: .parametersSet,
      command: CSRefusal.enable(.enabled, id: 4)),
    CSRefusal(
      name: "disable what is not there", status: .invalidHCICommandParameters, stage: .parametersSet,
      command: CSRefusal.enable(.disabled, id: 1)),
    CSRefusal(
      name: "Enable 2", status: .invalidHCICommandParameters, stage: .running, command: CSRefusal.enable(2)),
    CSRefusal(
      name: "enable without parameters", status: .commandDisallowed, stage: .secured,
      command: CSRefusal.enable(.enabled)),
    CSRefusal(
      name: "enable what runs", status: .commandDisallowed, stage: .running,
      command: CSRefusal.enable(.enabled)),
    CSRefusal(
      name: "disable what does not run", status: .commandDisallowed, stage: .parametersSet,
      command: CSRefusal.enable(.disabled)),
    CSRefusal(
      name: "enable before security", status: .insufficientSecurity, stage: .configured,
      prepare: { $0.setParameters(CSProcedureParameters()) }, command: CSRefusal.enable(.enabled)),
    CSRefusal(
      name: "enable beside another series", status: .limitedResources, stage: .running,
      prepare: { bench in
        let plan = RangingPlan { ($0.configuration.id, $0.parameters.configID) = (1, 1) }
        #expect(bench.configure(plan) != nil)
        bench.setParameters(plan.parameters)
      }, command: CSRefusal.enable(.enabled, id: 1)),
    CSRefusal(
      name: "enable subevents that do not fit between two connection events", status: .limitedResources,
      stage: .secured,
      prepare: { bench in
        var parameters = CSProcedureParameters()
        parameters.minSubeventLen = 200_000
        bench.setParameters(parameters)
      }, command: CSRefusal.enable(.enabled)),
    fewChannels(CSRefusal.enable(.enabled)),
  ]

  @Test("each for its reason", arguments: ranges + parameters + enabling)
  func refused(row: CSRefusal) { row.check() }

  @Test("parameters at the ends of their ranges are taken")
  func accepted() {
    let bench = ControllerBench()
    #expect(bench.reach(.configured))
    let changes: [(inout CSProcedureParameters) -> Void] = [
      { ($0.minSubeventLen, $0.maxSubeventLen) = (1250, 4_000_000) },
      { ($0.minProcedureInterval, $0.maxProcedureInterval) = (0xFFFF, 0xFFFF) },
      { ($0.maxProcedureLen, $0.maxProcedureCount) = (1, 0xFFFF) },
      { ($0.snrControlInitiator, $0.snrControlReflector) = (4, 0) },
      { ($0.phy, $0.preferredPeerAntenna) = (4, 0) },
      { ($0.toneAntennaConfigSelection, $0.txPowerDelta) = (7, -128) },
    ]
    for change in changes {
      var parameters = CSProcedureParameters()
      change(&parameters)
      bench.setParameters(parameters)
      #expect(bench.central.status(of: LECSSetProcedureParametersCommand.self) == .success)
    }
  }

  // MARK: Channel classification

  @Test("a classification needs 15 channels and no reserved one, and a second after the one before")
  func classification() {
    let bench = ControllerBench()
    let host = bench.central
    let refused: [(CSChannelMap, ErrorCode)] = [
      (.lowest(14), .invalidHCICommandParameters),
      (CSChannelMap(low: .max, high: 0), .invalidHCICommandParameters),
      (CSChannelMap(low: CSChannelMap.allowed.low, high: 0x8000), .invalidHCICommandParameters),
    ]
    for (map, status) in refused {
      bench.classify(map, on: host)
      #expect(host.status(of: LECSSetChannelClassificationCommand.self) == status)
    }
    bench.classify(.lowest(15), on: host)
    #expect(host.status(of: LECSSetChannelClassificationCommand.self) == .success)
    bench.run(.milliseconds(997))
    bench.classify(.allowed, on: host)
    #expect(host.status(of: LECSSetChannelClassificationCommand.self) == .commandDisallowed)
    bench.run(.milliseconds(2))
    bench.classify(.allowed, on: host)
    #expect(host.status(of: LECSSetChannelClassificationCommand.self) == .success)
  }

  @Test("a classification given without a link counts on the next, and is forgotten by a reset")
  func remembered() throws {
    for isReset in [false, true] {
      let bench = ControllerBench()
      bench.classify(.lowest(20), on: bench.central)
      if isReset {
        bench.central.send(ResetCommand())
        bench.central.openMasks()
      }
      let plan = RangingPlan(count: 1)
      let agreed = try #require(bench.range(plan))
      let channels = Set(
        bench.central.procedures.flatMap { $0.steps(agreed).filter { $0.mode != 0 }.map(\.channel) })
      #expect(channels.isSubset(of: CSChannelMap.lowest(20).channels) == !isReset)
      #expect(channels.count == (isReset ? 72 : 20))
    }
  }
}
