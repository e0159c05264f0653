import Analysis
import Capture
import ChannelSounding
import CoreTypes
import ProfileImport
import Testing

@Suite("Accessories whose addresses a recording does not show")
struct UnknownAddressTests {
  private static func accessories(_ log: CaptureLog) throws -> [SeenAccessory] {
    let reader = try RecordingReader(octets: try RoundTrip.octets(log))
    let analyzer = RecordingAnalyzer([.init(reader, name: "file")], estimators: [])
    var survey = RecordingSurvey()
    while let procedure = try analyzer.nextProcedure() { survey.add(procedure) }
    return survey.accessories(of: analyzer)
  }

  @Test("are several on links that a sniffer met in the middle")
  func air() throws {
    let log = CaptureLog()
    let accessAddresses: [AccessAddress] = [0x5065_5641, 0x71B2_C3D4]
    for (index, accessAddress) in accessAddresses.enumerated() {
      let version: [UInt8] = [0x0C, 0x11, UInt8(index), 0, 0, 0]
      log.append(
        LinkFrame(
          time: .start + .milliseconds(index), rfChannel: 4, accessAddress: accessAddress,
          pdu: [3, UInt8(version.count)] + version, crc: [0, 0, 0], direction: .peripheralToCentral))
    }
    #expect(try Self.accessories(log).count == 2)
  }

  @Test("are none of the devices that advertise meanwhile", arguments: [false, true])
  func bystander(isRanging: Bool) throws {
    let log = CaptureLog()
    let report: [UInt8] = [0x02, 1, 0, 1, 9, 0, 0, 0xEE, 0xFF, 0xC0, 3, 2, 1, 6, 0xC8]
    let results: [UInt8] = [0x31, 0x40, 0, 0, 0, 0, 7, 0, 0, 0xC0, 0x7F, 0, 0, 0, 0, 0]
    for event in isRanging ? [report, results] : [report] {
      _ = log.append(
        HCIFrame(
          time: .start, role: .initiator, direction: .controllerToHost,
          packet: [4, 0x3E, UInt8(event.count)] + event))
    }
    #expect(try Self.accessories(log).map(\.isBystander) == [isRanging])
  }

  @Test("are one where its own HCI was recorded")
  func ownHCI() throws {
    let log = CaptureLog()
    for handle in UInt8(0)..<2 {
      let phone: [UInt8] = [1, 0, 0, 0xEE, 0xFF, 0xC0]
      let link: [UInt8] = [1, 0, handle, 0, 1, 1] + phone + [24, 0, 0, 0, 200, 0, 0]
      _ = log.append(
        HCIFrame(
          time: .start + .seconds(Int(handle)), role: .reflector, direction: .controllerToHost,
          packet: [4, 0x3E, UInt8(link.count)] + link))
    }
    let found = try Self.accessories(log)
    #expect(found.count == 1 && found.first?.linkCount == 2)
  }

  /// Cases of controllers have the phone advertise, and the accessory connect to it.
  @Test("are never the phone of a capture of this tool", arguments: CSRole.allCases)
  func phoneAsPeripheral(recorded: CSRole) throws {
    let log = CaptureLog()
    let peer: [UInt8] = [recorded == .initiator ? 2 : 1, 0, 0, 0xEE, 0xFF, 0xC0]
    let role: UInt8 = recorded == .initiator ? 1 : 0
    let link: [UInt8] = [1, 0, 0x40, 0, role, 1] + peer + [24, 0, 0, 0, 200, 0, 0]
    _ = log.append(
      HCIFrame(
        time: .start, role: recorded, direction: .controllerToHost,
        packet: [4, 0x3E, UInt8(link.count)] + link))
    let found = try #require(try Self.accessories(log).first)
    #expect(found.accounts.map(\.isCentral) == [true])
    #expect(found.address?.bdAddr.octets[0] == (recorded == .initiator ? 2 : nil))
  }
}
