import CoreTypes
import HCI
import Initiator
import SimulationKernel
import Testing
import VirtualHost

@testable import Profiles
@testable import Reflector

@Suite("A beacon on the air")
struct BeaconTests {
  private static let keys = [
    ("advertising.company_id", ""), ("advertising.manufacturer_data", ""), ("advertising.services", "[]"),
    ("advertising.tx_power_dbm", ""), ("advertising.appearance", ""), ("advertising.name", ""),
    ("advertising.flags", "[general-discoverable, br-edr-not-supported]"),
    ("advertising.beacon.uuid", "1C6A7B52-7C2E-4B0F-9C51-1F60C0DE5EEE"),
    ("advertising.beacon.major", "0x0102"),
    ("advertising.beacon.minor", "0xFFFE"), ("advertising.beacon.measured_power_dbm", "-59"),
  ]

  /// What a phone that scans hears in `span`: types of reports, and the data of the first of each.
  private static func heard(
    _ changes: [(String, String)], for span: Picoseconds = .seconds(1)
  ) throws -> (types: Set<AdvertisingReportType>, data: [AdvertisingReportType: [UInt8]]) {
    var example = Example()
    for (path, value) in changes { example[path] = value.isEmpty ? nil : value }
    let encounter = Encounter(try example.profile())
    try encounter.phone.powerOn()
    encounter.phone.driver.send(
      LESetScanParametersCommand {
        $0.leScanType = .active
        ($0.leScanInterval, $0.leScanWindow) = (0x60, 0x60)
      })
    encounter.phone.driver.send(LESetScanEnableCommand { $0.leScanEnable = .enabled })
    encounter.run(span)
    let reports = encounter.phone.driver.events.flatMap { event -> [LEAdvertisingReportEvent.Report] in
      if case .leAdvertisingReport(let reports) = event.value { return reports.reports }
      return []
    }
    let data = Dictionary(reports.map { ($0.eventType, $0.data) }) { first, _ in first }
    return (Set(data.keys), data)
  }

  @Test("has the octets of an iBeacon, and no scan response")
  func octets() throws {
    let heard = try Self.heard(Self.keys + [("advertising.connectable", "false")])
    let expected: [UInt8] =
      [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + [
        0x1C, 0x6A, 0x7B, 0x52, 0x7C, 0x2E, 0x4B, 0x0F, 0x9C, 0x51, 0x1F, 0x60, 0xC0, 0xDE, 0x5E, 0xEE,
      ] + [0x01, 0x02, 0xFF, 0xFE, 0xC5]
    #expect(heard.types == [.nonConnectable])
    #expect(heard.data[.nonConnectable] == expected && expected.count == 30)
  }

  @Test("answers scan requests where it has more to say")
  func scanResponse() throws {
    let heard = try Self.heard(
      Self.keys + [("advertising.name", "Tag"), ("advertising.connectable", "false")])
    #expect(heard.types == [.scannable, .scanResponse])
    #expect(heard.data[.scanResponse] == [4, 9] + Array("Tag".utf8))
  }

  @Test("may be connectable")
  func connectable() throws {
    let heard = try Self.heard(Self.keys)
    #expect(heard.types.contains(.connectable) && !heard.types.contains(.nonConnectable))
    #expect(heard.data[.connectable]?.count == 30)
  }

  @Test("stays what it is after a fast phase")
  func fastPhase() throws {
    let changes = [
      ("advertising.connectable", "false"), ("advertising.fast_interval_ms", "20"),
      ("advertising.fast_duration_s", "1"),
    ]
    #expect(try Self.heard(Self.keys + changes, for: .seconds(4)).types == [.nonConnectable])
  }
}
