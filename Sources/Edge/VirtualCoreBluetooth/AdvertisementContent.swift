internal import Foundation
internal import HostStack
internal import Initiator

/// What an advertiser said, as the dictionary that an app gets.
struct AdvertisementContent {
  /// Keys that an app reads by text.
  private static let timestamp = "kCBAdvDataTimestamp"
  private static let primaryPHY = "kCBAdvDataRxPrimaryPHY"
  private static let secondaryPHY = "kCBAdvDataRxSecondaryPHY"

  /// Whether manufacturer data is that of an iBeacon, which the system keeps for Core Location: Apple's company, type 2,
  /// 21 octets.
  private static func isBeacon(_ company: UInt16, _ data: [UInt8]) -> Bool {
    company == 0x004C && data.starts(with: [0x02, 0x15])
  }

  /// Numbers are `NSNumber`, as on Apple's systems: a Swift `Bool` could not be read as an `Int`.
  let dictionary: [String: Any]

  init(_ sighting: Sighting, date: Date) {
    let data = sighting.data
    var content: [String: Any] = [
      CBAdvertisementDataIsConnectable: NSNumber(value: sighting.isConnectable),
      Self.timestamp: NSNumber(value: date.timeIntervalSinceReferenceDate),
      Self.primaryPHY: NSNumber(value: 1), Self.secondaryPHY: NSNumber(value: 0),
    ]
    if let name = data.localName { content[CBAdvertisementDataLocalNameKey] = name }
    if let power = data.txPowerLevel {
      content[CBAdvertisementDataTxPowerLevelKey] = NSNumber(value: power)
    }
    if let (company, octets) = data.manufacturerData.first(where: { !Self.isBeacon($0.company, $0.data) }) {
      let identifier = [UInt8(truncatingIfNeeded: company), UInt8(company >> 8)]
      content[CBAdvertisementDataManufacturerDataKey] = Data(identifier + octets)
    }
    if !data.serviceUUIDs.isEmpty {
      content[CBAdvertisementDataServiceUUIDsKey] = data.serviceUUIDs.map(CBUUID.init)
    }
    if !data.serviceData.isEmpty {
      content[CBAdvertisementDataServiceDataKey] = Dictionary(
        data.serviceData.map { (CBUUID($0.uuid), Data($0.data)) }, uniquingKeysWith: { first, _ in first })
    }
    dictionary = content
  }
}
