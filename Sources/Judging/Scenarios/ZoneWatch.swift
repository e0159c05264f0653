internal import Profiles

/// The zones around an accessory, and whether the phone is inside. This outlasts a Channel Sounding session: the phone
/// may stand in a zone while one session ends and the next begins.
struct ZoneWatch {
  /// An entry into a zone or an exit, with the distance that caused it.
  struct Crossing: Equatable {
    let kind: ScenarioEvent.Kind
    let zone: String
    let metres: Double
  }

  /// Whether the phone is inside a zone, with and without smoothing.
  private struct ZoneState {
    let zone: Scenario.App.Zone
    var isInside = false
    var wasInsideRaw = false
  }

  private let hysteresisMetres: Double
  private var zones: [ZoneState]

  /// Watches the zones of an app. The phone is outside at first.
  init(_ app: Scenario.App) {
    hysteresisMetres = app.hysteresisMetres
    zones = app.zones.map { ZoneState(zone: $0) }
  }

  /// The entries and exits due to a distance.
  ///
  /// - Parameter smoothed: the distance that the app goes by; nil if its filter rejected the distance.
  mutating func cross(_ metres: Double, smoothed: Double?) -> [Crossing] {
    var crossings: [Crossing] = []
    for index in zones.indices {
      let zone = zones[index].zone
      let isInsideRaw = metres <= zone.radiusMetres
      if isInsideRaw != zones[index].wasInsideRaw {
        zones[index].wasInsideRaw = isInsideRaw
        crossings.append(Crossing(kind: isInsideRaw ? .rawEntry : .rawExit, zone: zone.name, metres: metres))
      }
      guard let smoothed else { continue }
      let wasInside = zones[index].isInside
      let edge = zone.radiusMetres + (wasInside ? hysteresisMetres : 0)
      guard (smoothed <= edge) != wasInside else { continue }
      zones[index].isInside.toggle()
      crossings.append(Crossing(kind: wasInside ? .exit : .entry, zone: zone.name, metres: smoothed))
    }
    return crossings
  }
}
