import ChannelSounding
import CoreTypes
import HCI
import Initiator
import LinkLayer
import ProcedureRanging
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Refusals of the Channel Sounding test")
struct CSTestRefusalTests {
  /// A change of a test that is legal, and what it is answered with.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    var status = ErrorCode.invalidHCICommandParameters
    let change: @Sendable (inout LECSTestCommand) -> Void

    var testDescription: String { name }
  }

  private static func data(
    _ name: String, _ data: OverrideData, status: ErrorCode = .invalidHCICommandParameters,
    _ change: @escaping @Sendable (inout LECSTestCommand) -> Void = { _ in }
  ) -> Row {
    let (config, octets) = (data.config, data.octets)
    return Row(name: name, status: status) {
      ($0.overrideConfig, $0.overrideParametersData) = (config, octets)
      change(&$0)
    }
  }

  static let ranges: [Row] = [
    Row(name: "Main_Mode_Type 0") { $0.configuration.mainMode = 0 },
    Row(name: "modes 1 and 2") { ($0.configuration.mainMode, $0.configuration.subMode) = (1, 2) },
    Row(name: "Main_Mode_Repetition 4") { $0.configuration.mainModeRepetition = 4 },
    Row(name: "Mode_0_Steps 0") { $0.configuration.mode0Steps = 0 },
    Row(name: "Role 2") { $0.configuration.role = 2 },
    Row(name: "RTT_Type 7") { $0.configuration.rttType = 7 },
    Row(name: "CS_SYNC_PHY 4") { $0.configuration.csSyncPHY = 4 },
    Row(name: "CS_SYNC_Antenna_Selection 0") { $0.csSyncAntennaSelection = 0 },
    Row(name: "Subevent_Len 1249") { $0.subeventLen = 1249 },
    Row(name: "Subevent_Len 4 000 001") { $0.subeventLen = 4_000_001 },
    Row(name: "Subevent_Len without room for a step") { $0.subeventLen = 1900 },
    Row(name: "Subevent_Interval below Subevent_Len") { $0.subeventInterval = 100 },
    Row(name: "Max_Num_Subevents 33") { $0.maxNumSubevents = 33 },
    Row(name: "Transmit_Power_Level 21") { $0.transmitPowerLevel = 21 },
    Row(name: "T_IP1_Time 70") { $0.configuration.tIP1 = TIP(microseconds: 70) },
    Row(name: "T_IP2_Time 0") { $0.configuration.tIP2 = TIP(microseconds: 0) },
    Row(name: "T_FCS_Time 140") { $0.configuration.tFCS = TFCS(microseconds: 140) },
    Row(name: "T_PM_Time 30") { $0.configuration.tPM = TPM(microseconds: 30) },
    Row(name: "T_SW_Time 3") { $0.tSWTime = 3 },
    Row(name: "Tone_Antenna_Config_Selection 8") { $0.toneAntennaConfigSelection = 8 },
    Row(name: "CS_Enhancements 2") { $0.configuration.enhancements = 2 },
    Row(name: "SNR_Control_Initiator 5") { $0.snrControlInitiator = 5 },
    Row(name: "Channel_Map_Repetition 0") { $0.configuration.channelMapRepetition = 0 },
  ]

  private static let list = OverrideData.channels([2, 2, 2])

  static let overrides: [Row] = [
    Row(name: "Override_Config bit 1") { $0.overrideConfig = 2 },
    Row(name: "Override_Config bit 9") { $0.overrideConfig = 1 << 9 },
    Row(name: "an octet too many") { $0.overrideParametersData.append(0) },
    Row(name: "an octet too few") { $0.overrideParametersData.removeLast() },
    data("14 channels", OverrideData(config: 0, octets: CSChannelMap.lowest(14).octets + [0, 0, 2])),
    data("Ch3c_Jump 1", OverrideData(config: 0, octets: CSChannelMap.allowed.octets + [1, 0, 1])),
    data("no channel", .channels([])),
    data("73 channels", .channels([UInt8](repeating: 2, count: 73))),
    data("channel 24", .channels([24])),
    data("Main_Mode_Steps 0", list.with(2, [0])),
    data("T_PM_Tone_Ext 5", list.with(3, [5])),
    data("a permutation of more paths", list.with(4, [1])),
    data("one access address", list.with(5, [1, 2, 3, 4])),
    data("a marker beyond 96 bits", list.with(6, [64, 0xFF])),
    data("a marker beyond 32 bits", list.with(6, [29, 0xFF])) {
      ($0.configuration.mainMode, $0.configuration.rttType) = (1, 1)
    },
    data("a second marker at 66", list.with(6, [0, 66])),
    data("SS_Marker_Value 3", list.with(7, [3])),
    data("CS_SYNC_Payload_Pattern 8", list.with(8, [8])),
    data("a payload of the user without octets", list.with(8, [0x80])),
    data("octets of the stable phase test", list.with(10, [0]), status: .invalidHCICommandParameters),
  ]

  @Test("each for its reason", arguments: ranges + overrides)
  func refused(row: Row) {
    let bench = ControllerBench()
    bench.central.send(LECSTestCommand.basic(role: .initiator, .channelMap, row.change))
    bench.central.send(LECSTestEndCommand())
    bench.run(.milliseconds(1))
    #expect(bench.central.status(of: LECSTestCommand.self) == row.status)
    #expect(bench.central.status(of: LECSTestEndCommand.self) == .commandDisallowed)
  }

  @Test("what the device does not support is 0x11", arguments: [CSRole.initiator, .reflector])
  func unsupported(role: CSRole) {
    let changes: [(inout LECSTestCommand) -> Void] = [
      { $0.configuration.mainMode = 3 }, { $0.configuration.csSyncPHY = 2 },
      { $0.configuration.tIP1 = TIP(microseconds: 10) },
      { $0.configuration.tFCS = TFCS(microseconds: 100) },
      { $0.configuration.tPM = TPM(microseconds: 10) }, { $0.toneAntennaConfigSelection = 7 },
      { $0.csSyncAntennaSelection = 2 },
      { ($0.configuration.mainMode, $0.configuration.rttType) = (1, 3) },
    ]
    for change in changes {
      let bench = ControllerBench { central, _ in
        var least = CSCapabilities()
        (least.numConfigs, least.numAntennas, least.maxAntennaPaths) = (1, 1, 1)
        (least.roles, least.rttAAOnlyN) = ([.initiator, .reflector], 10)
        central.identity.csCapabilities = least
      }
      bench.central.send(LECSTestCommand.basic(role: role, .channelMap, change))
      bench.run(.milliseconds(1))
      #expect(bench.central.status(of: LECSTestCommand.self) == .unsupportedFeatureOrParameterValue)
      bench.central.send(LECSTestCommand.basic(role: role))
      bench.run(.milliseconds(1))
      #expect(bench.central.status(of: LECSTestCommand.self) == .success)
    }
  }

  @Test("every override that has a meaning is taken")
  func accepted() {
    let all = OverrideData.channels([2, 76, 40]).with(2, [3]).with(3, [4]).with(4, [0])
      .with(5, [UInt8](repeating: 7, count: 8)).with(6, [5, 70]).with(7, [2])
    for (pattern, userOctets) in [(0, 0), (0, 16), (7, 0), (0x80, 16)] as [(UInt8, Int)] {
      let bench = ControllerBench()
      let data = all.with(8, [pattern] + [UInt8](repeating: 9, count: userOctets))
      bench.startTest(data) {
        ($0.configuration.mainMode, $0.configuration.subMode, $0.configuration.rttType) = (
          2, 3, pattern == 7 ? 2 : 6
        )
      }
      #expect(bench.central.status(of: LECSTestCommand.self) == .success)
      bench.run(.seconds(1))
      #expect(bench.peripheral.testResults.first?.reported.subeventDoneStatus == .complete)
    }
  }

  // MARK: The state of the controller

  @Test("a test has the radio to itself until it is ended")
  func exclusive() {
    let bench = ControllerBench()
    let host = bench.central
    host.send(LECSTestCommand.basic(role: .reflector))
    host.send(LECSTestCommand.basic(role: .reflector))
    host.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    host.send(LESetScanEnableCommand { $0.leScanEnable = .enabled })
    bench.initiate()
    bench.run(.milliseconds(1))
    #expect(host.status(of: LECSTestCommand.self) == .commandDisallowed)
    #expect(host.status(of: LESetAdvertisingEnableCommand.self) == .commandDisallowed)
    #expect(host.status(of: LESetScanEnableCommand.self) == .commandDisallowed)
    #expect(host.status(of: LECreateConnectionCommand.self) == .commandDisallowed)
    host.send(LECSTestEndCommand())
    bench.run(.milliseconds(1))
    #expect(host.status(of: LECSTestEndCommand.self) == .success && host.testEnds == [.success])
    host.send(LESetScanEnableCommand { $0.leScanEnable = .enabled })
    host.send(LECSTestCommand.basic(role: .reflector))
    bench.run(.milliseconds(1))
    #expect(host.status(of: LESetScanEnableCommand.self) == .success)
    #expect(host.status(of: LECSTestCommand.self) == .commandDisallowed)
    host.send(LESetScanEnableCommand())
    host.send(LECSTestCommand.basic(role: .reflector))
    bench.run(.milliseconds(1))
    #expect(host.status(of: LECSTestCommand.self) == .success)
  }

  @Test("no test begins on a device with a link")
  func linked() {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.peripheral.send(LECSTestCommand.basic(role: .reflector))
    bench.run(.milliseconds(1))
    #expect(bench.peripheral.status(of: LECSTestCommand.self) == .commandDisallowed)
  }

  @Test("the end of a test waits for the result of the subevent under way, and comes once")
  func endOfTest() {
    let bench = ControllerBench()
    bench.startTest()
    bench.run(.milliseconds(15))
    #expect(bench.central.testResults.isEmpty)
    bench.central.send(LECSTestEndCommand())
    bench.central.send(LECSTestEndCommand())
    bench.run(.milliseconds(1))
    #expect(bench.central.status(of: LECSTestEndCommand.self) == .commandDisallowed)
    #expect(bench.central.testEnds.isEmpty)
    bench.run(.seconds(1))
    let order = bench.central.events.compactMap { event -> String? in
      switch event {
      case .leCSSubeventResult: "result"
      case .leCSTestEndComplete: "end"
      default: nil
      }
    }
    #expect(order == ["result", "end"])
    #expect(bench.peripheral.testEnds.isEmpty && bench.peripheral.procedures.count == 1)
  }

  @Test("a reflector whose initiator leaves before the start waits for the next", arguments: [true, false])
  func partnerLeaves(byReset: Bool) {
    let bench = ControllerBench()
    bench.startTest()
    if byReset {
      bench.central.send(ResetCommand())
      bench.central.openMasks()
    } else {
      bench.central.send(LECSTestEndCommand())
    }
    bench.run(.seconds(1))
    #expect(bench.central.testEnds == (byReset ? [] : [.success]))
    #expect(bench.central.testResults.isEmpty && bench.peripheral.testResults.isEmpty)
    bench.central.send(LECSTestCommand.basic(role: .initiator))
    bench.run(.seconds(1))
    #expect(bench.peripheral.procedures.count == 1 && bench.central.procedures.count == 1)
    #expect(bench.central.procedures.first?.done == .complete)
  }

  @Test("an initiator whose reflector leaves before the start hears nothing")
  func reflectorLeaves() {
    let bench = ControllerBench()
    bench.startTest()
    bench.peripheral.send(LECSTestEndCommand())
    bench.run(.seconds(1))
    #expect(bench.peripheral.testEnds == [.success] && bench.peripheral.testResults.isEmpty)
    #expect(bench.central.testResults.map(\.reported.subeventAbortReason) == [2])
  }
}
