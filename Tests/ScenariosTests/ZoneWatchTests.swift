import Documents
import Testing

@testable import Profiles
@testable import Scenarios

@Suite("The zones around an accessory")
struct ZoneWatchTests {
  private static let app: Scenario.App = {
    var app = Scenario.App()
    app.zones = [.init(name: "A", radiusMetres: 3)]
    app.hysteresisMetres = 0.5
    return app
  }()

  @Test("are left beyond the hysteresis, or without smoothing at the radius")
  func hysteresis() {
    var watch = ZoneWatch(Self.app)
    func kinds(_ metres: Double) -> [ScenarioEvent.Kind] {
      watch.cross(metres, smoothed: metres).map(\.kind)
    }
    #expect(kinds(3.2) == [])
    #expect(kinds(2.9) == [.rawEntry, .entry])
    #expect(kinds(2.8) == [])
    #expect(kinds(3.4) == [.rawExit])
    #expect(kinds(3.6) == [.exit])
  }

  @Test("are not entered by a distance that the filter rejected")
  func rejected() {
    var watch = ZoneWatch(Self.app)
    #expect(watch.cross(2, smoothed: nil) == [.init(kind: .rawEntry, zone: "A", metres: 2)])
    #expect(watch.cross(2, smoothed: 2.5) == [.init(kind: .entry, zone: "A", metres: 2.5)])
  }
}
