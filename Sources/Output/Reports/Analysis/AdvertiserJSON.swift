internal import Analysis
internal import CoreTypes
internal import HostStack
internal import Notation

/// An advertising set in the JSON of an analysis.
enum AdvertiserJSON {
  static func value(_ advertiser: RecordedAdvertiser) -> JSONValue {
    .object([
      ("recording", .integer(advertiser.source)),
      ("interface", .optional(advertiser.interface)),
      ("shown_by", .text(advertiser.shownBy.rawValue)),
      ("address", advertiser.address.map(DeviceJSON.address) ?? .null),
      ("sid", .optional(advertiser.sid)),
      ("legacy", .flag(advertiser.properties.contains(.legacy))),
      ("connectable", .flag(advertiser.properties.contains(.connectable))),
      ("scannable", .flag(advertiser.properties.contains(.scannable))),
      ("directed", .flag(advertiser.properties.contains(.directed))),
      ("first_frame", .integer(advertiser.firstFrame)),
      ("last_frame", .integer(advertiser.lastFrame)),
      ("count", .integer(advertiser.count)),
      ("interval_us", .optional(advertiser.intervalMicroseconds)),
      ("interval_told", .flag(advertiser.interval != nil)),
      ("gaps", .integer(advertiser.gapCount)),
      ("tx_power_dbm", .optional(advertiser.txPower?.value)),
      ("rssi_dbm", .optional(advertiser.greatestRSSI)),
      ("data", ConnectionJSON.fact(advertiser.data, data)),
      ("scan_response", ConnectionJSON.fact(advertiser.scanResponse, data)),
    ])
  }

  private static func data(_ data: AdvertisingData) -> JSONValue {
    .object([
      ("octets", .text(data.encoded.hex())),
      ("name", .optional(data.localName)),
      ("flags", .optional(data.flags?.rawValue)),
      ("services", .texts(data.serviceUUIDs.map(\.description))),
      ("tx_power_dbm", .optional(data.txPowerLevel)),
      (
        "manufacturer_data",
        .list(
          data.manufacturerData.map {
            .object([("company", .integer(Int($0.company))), ("octets", .text($0.data.hex()))])
          })
      ),
    ])
  }
}
