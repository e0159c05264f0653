internal import Capture
package import CoreTypes
package import HCI
package import HostStack

/// An advertising set that a recording shows: on the air, in the reports of a scanner, or in the commands of the
/// advertiser's own host.
package struct RecordedAdvertiser: Sendable {
  package enum Source: String, Hashable, Sendable {
    case air
    /// A scanner's reports.
    case reports
    /// Its host's commands.
    case commands
  }

  /// The interval that a host asked for, in microseconds.
  package struct Interval: Hashable, Sendable {
    /// The shortest.
    package var minMicroseconds: Double
    /// The longest.
    package var maxMicroseconds: Double
  }

  /// Which file it is from, from 0.
  package var source: Int
  /// The interface in that file; nil where it has no name.
  package var interface: String?
  package var shownBy: Source
  /// The address; nil if it does not tell any, or its host's commands do not.
  package var address: DeviceAddress?
  /// Advertising_SID; nil with legacy PDUs.
  package var sid: UInt8?
  /// What may be done with it, of the properties that a scanner reports.
  package var properties: AdvertisingEventProperties
  /// The first frame that shows it.
  package var firstFrame: Int
  /// The last frame that shows it.
  package var lastFrame: Int
  /// How many packets, reports or commands show it; scan responses do not count.
  package var count = 0
  /// The last advertising data; nil if none was shown.
  package private(set) var data: Seen<AdvertisingData>? {
    didSet {
      guard let data, pastData.count < Self.keptData, !pastData.contains(where: { $0.value == data.value })
      else {
        return
      }
      pastData.append(data)
    }
  }
  /// Each advertising data that was ever shown; the first 8.
  package private(set) var pastData: [Seen<AdvertisingData>] = []
  /// The last frame that shows advertising data; nil if none does.
  package private(set) var lastDataFrame: Int?
  /// The last scan response data; nil if none was shown.
  package var scanResponse: Seen<AdvertisingData>?
  /// The power in its packets, in dBm; its data may tell one too.
  package var txPower: Seen<TransmitPowerLevel>?
  /// What its host asked for; nil where the recording has no commands.
  package var interval: Seen<Interval>?
  /// The shortest time from one of its events to the next, in microseconds; nil with fewer than two. Each event comes
  /// 0 to 10 ms later than the interval says, so the interval is no longer than this.
  package private(set) var leastGapMicroseconds: Double?
  /// How many times from one event to the next were seen.
  package private(set) var gapCount = 0
  /// The received power was at most this, in dBm; nil where it is unknown.
  package var greatestRSSI: Int?

  private static let keptData = 8
  private var tracker = PaceTracker()

  /// The intervals of the stretch of advertising that tells most, in the order of time.
  package var paces: [AdvertisingPace] { tracker.paces }

  /// Shorter times are between packets of one event, longer ones across a pause.
  private static let gaps = 15_000.0...10_300_000.0
  /// A controller leaves out reports of what it has reported, so that one time alone says little.
  private static let trustedReportGaps = 3
  /// Which intervals are made of.
  private static let unit = Double(AdvertisingInterval.unitMicroseconds)

  /// When it was last seen on each channel; reports tell no channel.
  private var lastTimes: [(channel: UInt8, time: RecordTime)] = []

  /// Whether it takes connections.
  package var isConnectable: Bool { properties.contains(.connectable) }
  /// Whether it answers scanners.
  package var isScannable: Bool { properties.contains(.scannable) }

  init(source: Int, interface: String?, shownBy: Source, properties: AdvertisingEventProperties, frame: Int) {
    self.source = source
    self.interface = interface
    self.shownBy = shownBy
    self.properties = properties
    firstFrame = frame
    lastFrame = frame
  }

  /// The advertising interval in microseconds: what its host asked for, else the longest that the gaps allow; nil where
  /// nothing tells.
  package var intervalMicroseconds: Double? {
    if let interval { return interval.value.minMicroseconds }
    if shownBy == .reports, gapCount < Self.trustedReportGaps { return nil }
    return leastGapMicroseconds.map { ($0 / Self.unit).rounded(.down) * Self.unit }
  }

  mutating func see(_ shown: AdvertisingData, isResponse: Bool, _ frame: Int) {
    if isResponse { scanResponse.see(shown, frame) } else { see(data: shown, frame) }
  }

  mutating func see(signal: some BinaryInteger) {
    greatestRSSI = max(greatestRSSI ?? Int(signal), Int(signal))
  }

  mutating func see(data shown: AdvertisingData, _ frame: Int) {
    data.see(shown, frame)
    lastDataFrame = frame
  }

  /// Takes the time of a packet.
  mutating func see(_ time: RecordTime?, channel: UInt8) {
    guard let time else { return }
    guard let place = lastTimes.firstIndex(where: { $0.channel == channel }) else {
      lastTimes.append((channel, time))
      return
    }
    let last = lastTimes[place].time
    let gap = time.microseconds(since: last)
    lastTimes[place].time = time
    if place == 0, gap >= Self.gaps.lowerBound { tracker.see(gap, from: last, to: time) }
    guard Self.gaps.contains(gap) else { return }
    gapCount += 1
    leastGapMicroseconds = min(leastGapMicroseconds ?? gap, gap)
  }
}
