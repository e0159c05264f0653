internal import CoreTypes
internal import HCI

/// The advertising sets of all recordings of an analysis, in the order in which they were met.
///
/// A place full of people has more advertisers than memory should hold. Those that a connection uses are kept, and of
/// the others those that were seen last, so that the advertising of an accessory is there when it is connected to.
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

  private struct Entry {
    var key: Key
    var advertiser: RecordedAdvertiser
    /// When it was last seen, in changes of the table.
    var lastChange = 0
  }

  /// The sets that are kept of advertisers without a connection; between two calls of `prune`, up to twice as many.
  static let limit = 256
  /// The sets that are kept of advertisers with a connection.
  private static let usedLimit = 4096
  private static let awaitedLimit = 64

  private let connections: ConnectionTable
  private var entries: [Entry] = []
  private var places: [Key: Int] = [:]
  private var changeCount = 0
  /// How many sets the next pruning waits for.
  private var pruningCount = 2 * limit
  /// The last addresses that a host asked to connect to.
  private var awaited: [DeviceAddress] = []
  private var dropped: Set<Key> = []

  init(connections: ConnectionTable) { self.connections = connections }

  /// The sets that are kept.
  var advertisers: [RecordedAdvertiser] { entries.map(\.advertiser) }

  /// How many sets were met and are not kept, at most `AnalysisLimits.countedAdvertisers`.
  var notKeptCount: Int { dropped.count }

  /// Keeps the address of an advertiser to which a host asks for a connection.
  func expectConnection(with address: DeviceAddress) {
    if awaited.count == Self.awaitedLimit { awaited.removeFirst() }
    awaited.append(address)
  }

  /// Changes a set, which is made if it is new.
  func update(
    _ key: Key, interface: String?, _ properties: AdvertisingEventProperties, frame: Int,
    _ body: (inout RecordedAdvertiser) -> Void
  ) {
    if places[key] == nil { add(key, interface: interface, properties, frame: frame) }
    change(key) {
      $0.lastFrame = frame
      body(&$0)
    }
  }

  /// Changes a set that is known; does nothing if it is not.
  func change(_ key: Key, _ body: (inout RecordedAdvertiser) -> Void) {
    guard let place = places[key] else { return }
    changeCount += 1
    entries[place].lastChange = changeCount
    body(&entries[place].advertiser)
  }

  private func add(
    _ key: Key, interface: String?, _ properties: AdvertisingEventProperties, frame: Int
  ) {
    if entries.count == pruningCount {
      prune()
      pruningCount = entries.count + Self.limit
    }
    var advertiser = RecordedAdvertiser(
      source: key.source, interface: interface, shownBy: key.shownBy, properties: properties, frame: frame)
    advertiser.address = key.address
    advertiser.sid = key.set
    dropped.remove(key)
    places[key] = entries.count
    entries.append(Entry(key: key, advertiser: advertiser))
  }

  /// Drops the sets beyond the limits that were seen least recently.
  func prune() {
    guard entries.count > Self.limit else { return }
    let addresses = connections.addresses.union(awaited)
    var (usedCount, otherCount) = (0, 0)
    var isKept = [Bool](repeating: false, count: entries.count)
    for place in entries.indices.sorted(by: { entries[$0].lastChange > entries[$1].lastChange }) {
      let key = entries[place].key
      if key.shownBy == .commands || key.address.map(addresses.contains) ?? false {
        usedCount += 1
        isKept[place] = usedCount <= Self.usedLimit
      } else {
        otherCount += 1
        isKept[place] = otherCount <= Self.limit
      }
      if !isKept[place], dropped.count < AnalysisLimits.countedAdvertisers { dropped.insert(key) }
    }
    entries = zip(entries, isKept).filter(\.1).map(\.0)
    places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.key, $0) })
  }
}
