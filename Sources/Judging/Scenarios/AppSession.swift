internal import CoreTypes
internal import PhoneSystem
internal import PhoneWorld
internal import Profiles
internal import Ranging
internal import Verdicts

/// A Channel Sounding session of the app: distances from procedures and from the RSSI.
struct AppSession {
  /// The interval between two readings of the RSSI.
  private static let rssiPeriod = Picoseconds.seconds(1)
  /// The path loss exponent that the app assumes: free space.
  private static let pathLossExponent = 2.0
  /// The standard deviation of the acceleration while the user walks and while the phone rests, in metres a second
  /// squared.
  private static let (walkingDeviation, restingDeviation) = (1.0, 0.1)

  let identifier: AccessoryIdentifier
  private let app: Scenario.App
  private var filter: DistanceFilter
  private var lastRSSITime: Picoseconds?
  private var rssiMetres: Double?
  private var resultCount = 0
  private var first = Picoseconds.zero
  private var last = Picoseconds.zero

  init(_ identifier: AccessoryIdentifier, _ app: Scenario.App) {
    (self.identifier, self.app) = (identifier, app)
    filter = DistanceFilter(.none, tracker: DistanceTracker(leastDeviationMetres: 0.2))
  }

  /// The number of results and their mean interval, in words; empty for fewer than two results.
  var rateWords: String {
    guard resultCount > 1 else { return "" }
    let interval = (last - first).inSeconds / Double(resultCount - 1)
    return " after \(resultCount) results, one every \(Int((interval * 1000).rounded())) ms"
  }

  /// Handles the result of a procedure; nil for a procedure without a distance.
  mutating func take(_ metres: Double?, in app: ScenarioApp) {
    let now = app.world.elapsed
    if resultCount == 0 { first = now }
    resultCount += 1
    last = now
    readRSSI(now, in: app)
    let isMoving = app.scene.isPhoneMoving(at: now)
    filter.expect(accelerationDeviation: isMoving ? Self.walkingDeviation : Self.restingDeviation)
    let isTaken = metres.map { filter.update($0, seconds: now.inSeconds) != nil } ?? false
    let smoothed = isTaken ? filter.tracker.metres : nil
    if resultCount == 1 {
      let distance = metres.map { ", first distance \(MeasureText.number($0, "m"))" } ?? ""
      app.report(.session, .session, identifier, "Channel Sounding\(distance)")
    }
    app.report(.session, .result, identifier, metres.map { MeasureText.number($0, "m") } ?? "no distance") {
      [rssiMetres] event in
      (event.metres, event.smoothedMetres, event.rssiMetres) = (metres, smoothed, rssiMetres)
      event.trueMetres = app.trueMetres(to: identifier)
    }
    if let metres { app.cross(metres, smoothed: self.app.isSmoothing ? smoothed : metres, identifier) }
  }

  private mutating func readRSSI(_ now: Picoseconds, in app: ScenarioApp) {
    if let lastRSSITime, now - lastRSSITime < Self.rssiPeriod { return }
    lastRSSITime = now
    let reference = Double(self.app.rssiAtOneMetreDbm)
    app.client?.readRSSI(of: identifier) { [weak app, identifier] result in
      guard let rssi = try? result.get().dbm, app?.session?.identifier == identifier else { return }
      app?.session?.rssiMetres = PortableMath.pow10((reference - Double(rssi)) / (10 * Self.pathLossExponent))
    }
  }
}
