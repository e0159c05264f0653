import Analysis
import Capture
import CoreTypes
import Foundation
import HCI
import HostStack
import LinkLayer
import RadioModel
import SimulationKernel
import Testing
import VirtualController
import Wire

@testable import ConformanceTester

/// Wireshark reads what two controllers say with extended advertising.
@Suite(.enabled(if: WiresharkGate.installed != nil, WiresharkGate.missing))
struct ExtendedAdvertisingTests {
  private let gate: WiresharkGate

  init() throws { gate = try #require(WiresharkGate.installed) }

  @Test("nothing of scanning, scan responses, chains and a link on LE 2M is malformed, a warning or an error")
  func clean() throws {
    try withCapture { file throws in
      #expect(try gate.complaints(about: file, in: .link) == [])
      #expect(try gate.summary(of: file, in: .link) == [])
      let packets = try packets(in: file)
      for (name, least) in [
        ("ADV_EXT_IND", 30), ("AUX_ADV_IND", 10), ("AUX_SCAN_REQ", 1), ("AUX_SCAN_RSP", 1),
        ("AUX_CHAIN_IND", 12), ("AUX_CONNECT_REQ", 1), ("AUX_CONNECT_RSP", 1),
      ] {
        #expect(packets.count { $0.name == name } >= least, "\(name)")
      }
      #expect(try gate.count(in: file, where: "btle.control_opcode == 0x0c") == 2)
      #expect(try gate.count(in: file, where: "btle.length && btle_rf.phy == 1") > 100)
    }
  }

  @Test("the fields of the extended header are those of the controllers")
  func fields() throws {
    try withCapture { file throws in
      let packets = try packets(in: file)
      // AdvMode of neither, connectable and scannable; ADI and AuxPtr alone; 50 ppm; units of 30 us.
      let indications = packets.filter { $0.name == "ADV_EXT_IND" }.map { $0.fields[0..<6] }
      #expect(
        Set(indications) == [
          ["0x00", "0x18", "0x0003", "1", "0", "0"], ["0x01", "0x18", "0x0001", "1", "0", "1"],
          ["0x02", "0x18", "0x0002", "1", "0", "0"],
        ])
      let chained = packets.filter { $0.name == "AUX_CHAIN_IND" }.map { $0.fields[2] }
      #expect(Set(chained) == ["0x0002", "0x0003"])
      let connectable = packets.filter { $0.name == "AUX_ADV_IND" && $0.fields[0] == "0x01" }
      #expect(Set(connectable.map { $0.fields[6...8] }) == [["00:00:00:00:00:c2", "-3", "REF"]])
    }
  }

  @Test("Wireshark joins the parts of a chain to the data that the host gave")
  func reassembly() throws {
    try withCapture { file throws in
      let chained = try packets(in: file).filter { $0.name == "AUX_CHAIN_IND" }
      #expect(chained.contains { $0.fields[9] == "250,250,250,250" })
    }
  }

  @Test("an analysis of the air finds the sets, each with its data put together")
  func analysis() throws {
    try withCapture { file throws in
      let analyzer = RecordingAnalyzer(
        [.init(try RecordingReader(path: file), name: "air", accepts: { _, frame in frame.interface == 0 })],
        estimators: [])
      #expect(try analyzer.nextProcedure() == nil)
      let sets = analyzer.advertisers.sorted { ($0.sid ?? 0) < ($1.sid ?? 0) }
      try #require(sets.map(\.sid) == [1, 2, 3])
      #expect(sets.map(\.shownBy) == [.air, .air, .air])
      #expect(sets.map(\.properties) == [.connectable, .scannable, []])
      let address = DeviceAddress(0xC2, kind: .public)
      #expect(sets.map(\.address) == [address, address, address])
      #expect(sets[0].txPower?.value == -3 && sets[0].data?.value.localName == "REF")
      #expect(sets[1].scanResponse?.value.encoded.count == 1004 && sets[2].data?.value.encoded.count == 1004)
      // The sets share a radio, so an event may wait for that of another one.
      #expect(sets.allSatisfy { (50_000...62_500).contains($0.intervalMicroseconds ?? 0) })
      #expect(analyzer.recordings[0].problems.isEmpty)
      #expect(analyzer.connections.map(\.isWhole) == [true])
    }
  }

  private struct Packet {
    let name: String
    let fields: [String]
  }

  /// The advertising packets as Wireshark names and reads them.
  private func packets(in file: String) throws -> [Packet] {
    let header = "btle.extended_advertising_header"
    let lines = try gate.lines(
      of: file, where: "btle.advertising_header",
      showing: [
        "_ws.col.Info", "\(header).mode", "\(header).flags",
        "btle.extended_advertising.advertising_data_info.sid", "\(header).aux_pointer.ca",
        "\(header).aux_pointer.offset_units", "\(header).aux_pointer.aux_phy", "btle.advertising_address",
        "\(header).tx_power", "btcommon.eir_ad.entry.device_name", "btcommon.eir_ad.entry.length",
      ])
    return lines.map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Packet(
        name: columns[0].prefix { $0 == "_" || $0.isUppercase }.description,
        fields: Array(columns.dropFirst()))
    }
  }

  private func withCapture(_ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pcapng")
    defer { try? FileManager.default.removeItem(at: file) }
    try PcapngWriter(application: "reflector test").writeFile(meeting(), at: file.path)
    try body(file.path)
  }

  /// Two controllers whose hosts advertise, scan and connect with the extended commands.
  private func meeting() -> CaptureLog {
    let log = CaptureLog()
    let recorder = FrameRecorder(log: log)
    let simulation = Simulation(seed: 5)
    let air = Air(simulation: simulation, environment: Environment(distanceMetres: 2))
    air.add(recorder)
    let central = VirtualController(description("initiator", 0xC1), air: air)
    let peripheral = VirtualController(description("reflector", 0xC2), air: air)
    advertise(peripheral)
    scan(central)
    simulation.run(until: .start + .seconds(1))
    connect(central, to: 0xC2)
    simulation.run(until: .start + .seconds(4))
    central.receive(ReadRemoteVersionInformationCommand { $0.connectionHandle = 1 }.packet)
    simulation.run(until: .start + .seconds(5))
    withExtendedLifetime([central, peripheral]) {}
    return log
  }

  private func description(_ name: String, _ address: BDADDR) -> ControllerDescription {
    let features: [FeatureSet.Feature] = [.extendedAdvertising, .le2MPHY, .channelSelectionAlgorithm2]
    return ControllerDescription(
      name: name, address: DeviceAddress(address, kind: .public),
      identity: LinkIdentity(version: 0x0E, companyID: 0xFFFF, subversion: 0, features: FeatureSet(features)),
      clock: DeviceClock(), radio: RadioParameters())
  }

  private func advertise(_ controller: VirtualController) {
    let properties: [(handle: AdvertisingHandle, properties: AdvertisingEventProperties)] = [
      (1, [.connectable, .includesTXPower]), (2, .scannable), (3, []),
    ]
    for (handle, properties) in properties {
      controller.receive(
        LESetExtendedAdvertisingParametersCommand {
          ($0.advertisingHandle, $0.advertisingSID) = (handle, AdvertisingSID(rawValue: handle.rawValue))
          ($0.advertisingEventProperties, $0.secondaryAdvertisingPHY) = (properties, handle == 1 ? 2 : 1)
          ($0.primaryAdvertisingIntervalMin, $0.primaryAdvertisingIntervalMax) = (0x60, 0x60)
          $0.advertisingTXPower = -3
        }.packet)
    }
    // Four AD structures of manufacturer data, which the packets cut anywhere.
    let manufacturer: [UInt8] = [250, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0x5A, count: 247)
    let fragments: [UInt8] = [1, 0, 0, 2]
    for operation in fragments {
      controller.receive(
        LESetExtendedAdvertisingDataCommand {
          ($0.advertisingHandle, $0.operation, $0.advertisingData) = (3, operation, manufacturer)
        }.packet)
      controller.receive(
        LESetExtendedScanResponseDataCommand {
          ($0.advertisingHandle, $0.operation, $0.scanResponseData) = (2, operation, manufacturer)
        }.packet)
    }
    controller.receive(
      LESetExtendedAdvertisingDataCommand {
        ($0.advertisingHandle, $0.advertisingData) = (1, [2, 1, 6, 4, 9, 0x52, 0x45, 0x46])
      }.packet)
    controller.receive(
      LESetExtendedAdvertisingEnableCommand {
        $0.enable = 1
        $0.sets = ([1, 2, 3] as [AdvertisingHandle]).map { handle in .init { $0.advertisingHandle = handle } }
      }.packet)
  }

  private func scan(_ controller: VirtualController) {
    controller.receive(
      LESetExtendedScanParametersCommand {
        ($0.scanningPHYs, $0.phys) = (1, [.init { $0.scanType = .active }])
      }.packet)
    controller.receive(LESetExtendedScanEnableCommand { $0.enable = 1 }.packet)
  }

  private func connect(_ controller: VirtualController, to address: BDADDR) {
    controller.receive(LESetExtendedScanEnableCommand().packet)
    controller.receive(
      LEExtendedCreateConnectionCommand {
        ($0.peerAddress.bdAddr, $0.initiatingPHYs) = (address, 1)
        $0.phys = [
          .init {
            $0.parameters = ConnectionParameterRange(interval: 24, timeout: 100)
          }
        ]
      }.packet)
  }
}
