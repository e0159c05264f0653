import ChannelSounding
import CoreTypes
import HCI
import LinkLayer
import Testing

@testable import VirtualController

@Suite("Refused commands about Channel Sounding configurations and security")
struct CSConfigurationRefusalTests {
  private static func create(
    _ name: String, _ status: ErrorCode = .invalidHCICommandParameters,
    _ devices: @escaping CSRefusal.Devices = { _, _ in },
    _ change: @escaping @Sendable (inout LECSCreateConfigCommand) -> Void
  ) -> CSRefusal {
    CSRefusal(name: name, status: status, devices: devices, command: CSRefusal.create(change))
  }

  private static let security: @Sendable (ConnectionHandle) -> any HCICommand = { handle in
    LECSSecurityEnableCommand { $0.connectionHandle = handle }
  }

  private static func remove(_ id: UInt8) -> @Sendable (ConnectionHandle) -> any HCICommand {
    { handle in
      LECSRemoveConfigCommand { ($0.connectionHandle, $0.configID) = (handle, .init(rawValue: id)) }
    }
  }

  /// Values outside their ranges. [Vol 4, Part E, 7.8.137]
  static let ranges: [CSRefusal] = [
    create("Config_ID 4") { $0.configID = 4 },
    create("Create_Context 2") { $0.createContext = 2 },
    create("Main_Mode_Type 0") { $0.block.mainMode = 0 },
    create("Main_Mode_Type 4") { $0.block.mainMode = 4 },
    create("Sub_Mode_Type 0") { $0.block.subMode = 0 },
    create("Sub_Mode_Type 4") { $0.block.subMode = 4 },
    create("Min_Main_Mode_Steps above Max_Main_Mode_Steps") {
      ($0.block.subMode, $0.block.minMainModeSteps, $0.block.maxMainModeSteps) = (1, 5, 4)
    },
    create("Main_Mode_Repetition 4") { $0.block.mainModeRepetition = 4 },
    create("Mode_0_Steps 0") { $0.block.mode0Steps = 0 },
    create("Mode_0_Steps 4") { $0.block.mode0Steps = 4 },
    create("Role 2") { $0.block.role = 2 },
    create("RTT_Type 7") { $0.block.rttType = 7 },
    create("CS_SYNC_PHY 0") { $0.block.csSyncPHY = 0 },
    create("CS_SYNC_PHY 4") { $0.block.csSyncPHY = 4 },
    create("14 channels") { $0.block.channelMap = .lowest(14) },
    create("channel 1") { $0.block.channelMap.low |= 1 << 1 },
    create("channel 23") { $0.block.channelMap.low |= 1 << 23 },
    create("channel 77") { $0.block.channelMap.high |= 1 << 13 },
    create("bit 79") { $0.block.channelMap.high |= 1 << 15 },
    create("Channel_Map_Repetition 0") { $0.block.channelMapRepetition = 0 },
    create("Channel_Selection_Type 2") { $0.block.channelSelection = 2 },
    create("Ch3c_Shape 2") { ($0.block.channelSelection, $0.block.ch3cShape) = (1, 2) },
    create("Ch3c_Jump 1") { ($0.block.channelSelection, $0.block.ch3cJump) = (1, 1) },
    create("Ch3c_Jump 9") { ($0.block.channelSelection, $0.block.ch3cJump) = (1, 9) },
    create("CS_Enhancements 2") { $0.block.enhancements = 2 },
  ]

  /// Every pair of main and sub mode but those of [Vol 6, Part H, 4.2].
  static let modePairs: [CSRefusal] = (1...3).flatMap { main in
    (1...3).compactMap { sub in
      [[2, 1], [2, 3], [3, 2]].contains([main, sub])
        ? nil
        : create("modes \(main) and \(sub)") {
          ($0.block.mainMode, $0.block.subMode) = (.init(rawValue: UInt8(main)), .init(rawValue: UInt8(sub)))
          ($0.block.minMainModeSteps, $0.block.maxMainModeSteps) = (2, 3)
        }
    }
  }

  /// What one of the devices does not support.
  static let unsupported: [CSRefusal] = [true, false].flatMap { isLocal in
    let who = isLocal ? "the device" : "the peer"
    let device = isLocal ? CSRefusal.central : CSRefusal.peripheral
    return [
      create("mode-3 that \(who) lacks", .unsupportedFeatureOrParameterValue, device { $0.modes = 0 }) {
        $0.block.mainMode = 3
      },
      create(
        "a CS_SYNC PHY that \(who) lacks", .unsupportedFeatureOrParameterValue, device { $0.csSyncPHYs = 2 }
      ) { $0.block.csSyncPHY = 3 },
      create(
        "an RTT type that \(who) lacks", .unsupportedFeatureOrParameterValue,
        device { ($0.rttSoundingN, $0.tail.rtt2MSoundingN) = (0, 0) }
      ) { ($0.block.mainMode, $0.block.rttType) = (1, 1) },
      create(
        "channel selection that \(who) lacks", .unsupportedFeatureOrParameterValue,
        device { $0.subfeatures.remove(.channelSelection3c) }
      ) { $0.block.channelSelection = 1 },
      create(
        "a role that \(who) lacks", .unsupportedFeatureOrParameterValue,
        device { $0.roles = isLocal ? [.reflector] : [.initiator] }
      ) { $0.block.role = 0 },
    ]
  }

  static let states: [CSRefusal] = [
    create(
      "inline PCT that the reflector lacks", .unsupportedFeatureOrParameterValue,
      CSRefusal.peripheral { $0.subfeatures.remove(.inlinePCT) }
    ) { $0.block.enhancements = 1 },
    create(
      "more configurations than one device has", .limitedResources, CSRefusal.peripheral { $0.numConfigs = 1 }
    ) { $0.configID = 1 }.after(.configured),
    CSRefusal(
      name: "create before the capabilities are known", status: .commandDisallowed, stage: .encrypted,
      command: CSRefusal.create { _ in }),
    CSRefusal(
      name: "create for a role that is not enabled", status: .invalidHCICommandParameters,
      prepare: { bench in
        bench.central.send(
          LECSSetDefaultSettingsCommand {
            ($0.connectionHandle, $0.roleEnable) = (bench.central.handle, 2)
          })
        bench.run(.milliseconds(1))
      }, command: CSRefusal.create { _ in }),
    CSRefusal(
      name: "create what is running", status: .commandDisallowed, stage: .running,
      command: CSRefusal.create { _ in }),
    CSRefusal(
      name: "create without the host bit", status: .commandDisallowed, stage: .encrypted,
      devices: CSRefusal.centralLacksHostSupport, command: CSRefusal.create { _ in }),
    CSRefusal(
      name: "remove what is not there", status: .invalidHCICommandParameters, stage: .configured,
      command: remove(1)),
    CSRefusal(
      name: "remove Config_ID 4", status: .invalidHCICommandParameters, stage: .configured,
      command: remove(4)),
    CSRefusal(
      name: "remove what is running", status: .commandDisallowed, stage: .running, command: remove(0)),
    CSRefusal(
      name: "security by the peripheral", status: .commandDisallowed, stage: .configured, side: .peripheral,
      command: security),
    CSRefusal(
      name: "security unencrypted", status: .insufficientSecurity, stage: .connected, command: security),
    CSRefusal(
      name: "security without the host bit", status: .commandDisallowed, stage: .encrypted,
      devices: CSRefusal.centralLacksHostSupport, command: security),
  ]

  @Test("each for its reason", arguments: ranges + modePairs + unsupported + states)
  func refused(row: CSRefusal) { row.check() }

  @Test(
    "every legal pair of modes is taken", arguments: [[1], [2], [3], [2, 1], [2, 3], [3, 2]] as [[UInt8]])
  func legalModes(modes: [UInt8]) {
    let bench = ControllerBench()
    let plan = RangingPlan {
      ($0.configuration.mainMode, $0.configuration.subMode) = (
        CSMode(rawValue: modes[0]), modes.count > 1 ? CSMode(rawValue: modes[1]) : nil
      )
      ($0.configuration.minMainModeSteps, $0.configuration.maxMainModeSteps) = (2, 3)
    }
    #expect(bench.reach(.configured, plan))
  }
}

extension CSRefusal {
  /// The same at another stage.
  fileprivate func after(_ stage: CSStage) -> CSRefusal {
    var copy = self
    copy.stage = stage
    return copy
  }
}
