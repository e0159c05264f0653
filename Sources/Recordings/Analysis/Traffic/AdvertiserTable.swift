internal import Capture
internal import CoreTypes
internal import HostStack

/// The advertising sets of all recordings of an analysis, in the order in which they were met; the first 256.
final class AdvertiserTable {
  /// What tells advertising sets apart.
  struct Key: Hashable {
    var source: Int
    var interface: Int
    var shownBy: RecordedAdvertiser.Source
    var address: DeviceAddress?
    /// Advertising_SID, or the handle of a set in commands.
    var set: UInt8?
  }

  static let limit = 256

  private(set) var advertisers: [RecordedAdvertiser] = []
  /// Packets, reports and commands of sets that came when the table was full.
  private(set) var leftOutCount = 0
  private var places: [Key: Int] = [:]

  /// The place of a set that is known; nil if it is not.
  func place(_ key: Key) -> Int? { places[key] }

  /// Changes a set, which is made if it is new; does nothing when the table is full.
  func update(
    _ key: Key, interface: String?, _ properties: RecordedAdvertiser.Properties, frame: Int,
    _ body: (inout RecordedAdvertiser) -> Void
  ) {
    let place: Int
    if let known = places[key] {
      place = known
    } else {
      guard advertisers.count < Self.limit else {
        leftOutCount += 1
        return
      }
      place = advertisers.count
      places[key] = place
      var advertiser = RecordedAdvertiser(
        source: key.source, interface: interface, shownBy: key.shownBy, properties: properties, frame: frame)
      advertiser.address = key.address
      advertiser.sid = key.set
      advertisers.append(advertiser)
    }
    advertisers[place].lastFrame = frame
    body(&advertisers[place])
  }

  /// Changes a set that is known.
  func change(_ place: Int, _ body: (inout RecordedAdvertiser) -> Void) { body(&advertisers[place]) }
}
