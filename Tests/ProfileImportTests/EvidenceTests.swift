import Capture
import Dissection
import Foundation
import ProfileImport
import Profiles
import ProjectFiles
import TestSupport
import Testing

@Suite("The frames that a profile cites")
struct EvidenceTests {
  /// The packets that can show a value, by the path of its key: the longest path that fits counts.
  private static let packets: [String: [String]] = [
    "core": ["LL_VERSION_IND", "HCI_Read_Remote_Version_Information_Complete"],
    "features": ["LL_FEATURE_", "HCI_LE_Read_Remote_Features", "HCI_LE_Read_All_Remote_Features"],
    "channel_sounding": ["LL_CS_CAPABILITIES_", "HCI_LE_CS_Read_Remote_Supported_Capabilities"],
    "channel_sounding.fae_ppm": ["LL_CS_FAE_RSP", "HCI_LE_CS_Read_Remote_FAE_Table"],
    "advertising": [
      "ADV_", "AUX_ADV_IND", "AUX_CHAIN_IND", "HCI_LE_Set_Advertising_Data",
      "HCI_LE_Set_Extended_Advertising_Data", "HCI_LE_Advertising_Report",
      "HCI_LE_Extended_Advertising_Report",
    ],
    "advertising.address": [
      "CONNECT_IND", "Identity Address Information", "HCI_LE_Connection_Complete",
      "HCI_LE_Enhanced_Connection_Complete", "ADV_",
    ],
    "advertising.connectable": [
      "ADV_", "HCI_LE_Set_Advertising_Parameters", "HCI_LE_Set_Extended_Advertising_Parameters",
      "HCI_LE_Advertising_Report", "HCI_LE_Extended_Advertising_Report",
    ],
    "advertising.interval_ms": ["HCI_LE_Set_Advertising_Parameters"],
    "advertising.name": scanned, "advertising.tx_power_dbm": scanned, "advertising.appearance": scanned,
    "security": ["Pairing Response"],
    "gatt": ["ATT_READ_", "ATT_FIND_", "ATT_ERROR_RSP"],
    "gatt.mtu_octets": ["ATT_EXCHANGE_MTU_"],
    "link.data_octets": ["LL_LENGTH_"],
    "link.starts_phy_update": ["LL_PHY_REQ"],
    "link.requested": [
      "LL_CONNECTION_PARAM_REQ", "L2CAP_CONNECTION_PARAMETER_UPDATE_REQ", "HCI_LE_Connection_Update",
    ],
    "security.persistent_keys": [
      "Pairing Response", "LL_REJECT_", "HCI_Encryption_Change", "HCI_LE_Long_Term_Key_Request",
    ],
  ]
  private static let scanned = [
    "ADV_", "SCAN_RSP", "HCI_LE_Set_Advertising_Data", "HCI_LE_Set_Scan_Response_Data",
    "HCI_LE_Advertising_Report", "HCI_LE_Extended_Advertising_Report",
  ]

  /// Small captures of checks and of one bond that is lost.
  static let captures = [
    "bring-up", "four-paths", "inline-pct", "modes-1-and-3", "ranging-service", "t-fcs-not-kept",
  ]

  @Test("are of packets that can show the value, and hold its octets", arguments: captures)
  func frames(capture: String) throws {
    let path = ProjectFolder.url.appending(path: "Captures/reference/\(capture).pcapng").path
    try Self.check(Array(try Data(contentsOf: URL(filePath: path))), atLeast: 5)
  }

  @Test("of a bond that is lost show its beginning and its end")
  func lostBond() throws {
    let checked = try RoundTrip.Checked(
      "defective/bond-forgotten", sets: ["android16-ranging-cs"], only: ["AND-03"])
    try Self.check(checked.captures[0], atLeast: 8)
  }

  private static func check(_ octets: [UInt8], atLeast count: Int) throws {
    let made = try RoundTrip.imported([octets])
    let frames = try frames(octets)
    let advertising = made.profile.advertising
    let held: [String: [UInt8]] = [
      "advertising.name": Array(advertising.name.utf8),
      "advertising.services": uuid(of: advertising.services.first),
      "advertising.keeps_services_when_bonded": uuid(of: advertising.services.first),
      "advertising.manufacturer_data": advertising.manufacturerData,
    ]
    var claims = 0
    for line in made.seen {
      let parts = line.split(separator: ": ", maxSplits: 1)
      guard let place = parts.last?.range(of: "frame ") else { continue }
      let numbers = parts[1][place.upperBound...].split(separator: " ").compactMap { Int($0) }
      for path in parts[0].split(separator: ", ").map(String.init) {
        let rule = packets.keys.filter { path.hasPrefix($0) }.max { $0.count < $1.count }
        guard let rule, let kinds = packets[rule] else { continue }
        for number in numbers {
          let frame = try #require(frames[number])
          claims += 1
          #expect(kinds.contains { frame.name.hasPrefix($0) }, "\(path): frame \(number), \(frame.name)")
          guard let value = held[path], !value.isEmpty else { continue }
          #expect(frame.octets.firstRange(of: value) != nil, "\(path): frame \(number), \(frame.name)")
        }
      }
    }
    #expect(claims >= count)
  }

  private static func uuid(of service: AttributeUUID?) -> [UInt8] {
    switch service {
    case .short(let value): [UInt8(value & 0xFF), UInt8(value >> 8)]
    case .long(let octets): octets
    case nil: []
    }
  }

  private static func frames(_ octets: [UInt8]) throws -> [Int: (name: String, octets: [UInt8])] {
    let reader = try RecordingReader(octets: octets)
    var frames: [Int: (String, [UInt8])] = [:]
    while let frame = try reader.next() {
      frames[frame.number] = (FrameContent(frame, of: reader).name, reader.octets)
    }
    return frames
  }
}
