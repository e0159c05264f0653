import Analysis
import Capture
import ChannelSounding
import CoreTypes
import HCI
import Testing

/// T_SW depends on which end switches antennas. [Vol 6, Part A, 5.3]
@Suite("Step times of a recording")
struct RecordedTimingTests {
  /// A phone with a T_SW of 2 us, and an accessory with 4 us, and 10 us under inline PCT.
  private static func connection(_ antennas: AntennaConfiguration?) throws -> RecordedConnection {
    var recording = PhoneRecording()
    var local = LECSReadLocalSupportedCapabilitiesCommand.Return()
    local.capabilities.tSW = 2
    recording.add(LECSReadLocalSupportedCapabilitiesCommand.commandComplete(local), fromHost: false)
    recording.connect(
      as: DeviceAddress(0xC0FF_EE00_0001, kind: .random), to: DeviceAddress(0xC0FF_EE00_0002, kind: .random))
    var remote = LECSReadRemoteSupportedCapabilitiesCompleteV2Event()
    remote.connectionHandle = PhoneRecording.handle
    remote.capabilities.tSW = 4
    remote.capabilities.tail.tSWIPT = 10
    recording.event(remote)
    if let antennas {
      var start = LECSProcedureEnableCompleteEvent()
      (start.connectionHandle, start.state) = (PhoneRecording.handle, 1)
      start.toneAntennaConfigSelection = antennas
      recording.event(start)
    }
    let analyzer = RecordingAnalyzer(
      [.init(try RecordingReader(octets: recording.octets()), name: "phone")], estimators: [])
    while try analyzer.nextProcedure() != nil {}
    return try #require(analyzer.connections.first)
  }

  private static func switching(
    _ antennas: AntennaConfiguration?, paths: Int, usesInlinePCT: Bool = false, isInitiatorPeer: Bool = false
  ) throws -> Int {
    var configuration = CSConfiguration()
    if usesInlinePCT { configuration.enhancements.insert(.inlinePCT) }
    let timing = try connection(antennas).timing(
      of: configuration, antennaPaths: paths, behind: .max, isInitiatorPeer: isInitiatorPeer)
    #expect(timing.antennaPaths == paths)
    return timing.tSWMicroseconds
  }

  @Test("T_SW is that of the end that switches antennas, the greater if both do")
  func switchingEnds() throws {
    #expect(try Self.switching(0, paths: 1) == 0)
    #expect(try Self.switching(1, paths: 2) == 2)
    #expect(try Self.switching(3, paths: 4) == 2)
    #expect(try Self.switching(4, paths: 2) == 4)
    #expect(try Self.switching(6, paths: 4) == 4)
    #expect(try Self.switching(7, paths: 4) == 4)
    #expect(try Self.switching(1, paths: 2, isInitiatorPeer: true) == 4)
    #expect(try Self.switching(4, paths: 2, isInitiatorPeer: true) == 2)
  }

  @Test("under inline PCT it is the reflector's T_SW_IPT")
  func inlinePCT() throws {
    #expect(try Self.switching(1, paths: 2, usesInlinePCT: true) == 10)
    #expect(try Self.switching(4, paths: 2, usesInlinePCT: true) == 10)
  }

  @Test("T_SW is unknown without a start of procedures, and where the start is of other antennas")
  func unknown() throws {
    #expect(try Self.switching(nil, paths: 2) == 0)
    #expect(try Self.switching(4, paths: 3) == 0)
  }
}
