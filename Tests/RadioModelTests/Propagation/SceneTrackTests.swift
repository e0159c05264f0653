import CoreTypes
import RadioModel
import Testing

@Suite("A track of a scene")
struct SceneTrackTests {
  private static let track = SceneTrack([
    .init(seconds: 2, position: Position(xMetres: 1, yMetres: -1)),
    .init(seconds: 4, position: Position(xMetres: 5, yMetres: -1)),
    .init(seconds: 4.5, position: Position(xMetres: 5, yMetres: 1)),
  ])

  @Test(
    "goes straight between its way points, and stands before the first and after the last",
    arguments: [
      (-7.0, 1.0, -1.0), (0, 1, -1), (2, 1, -1), (2.5, 2, -1), (3, 3, -1), (4, 5, -1), (4.25, 5, 0),
      (4.5, 5, 1), (900, 5, 1),
    ])
  func position(seconds: Double, x: Double, y: Double) {
    #expect(Self.track.position(at: seconds) == Position(xMetres: x, yMetres: y))
  }

  @Test("with one speed reaches each place when the way there is over")
  func speed() {
    let track = SceneTrack(
      from: Position(xMetres: 1, yMetres: 1),
      through: [
        Position(xMetres: 4, yMetres: 5), Position(xMetres: 4, yMetres: 5), Position(xMetres: 4, yMetres: 1),
      ],
      metresPerSecond: 2, departureSeconds: 10)
    #expect(track.wayPoints.map(\.seconds) == [10, 12.5, 14.5])
    #expect(
      track.wayPoints.map(\.position) == [
        Position(xMetres: 1, yMetres: 1), Position(xMetres: 4, yMetres: 5), Position(xMetres: 4, yMetres: 1),
      ])
  }

  @Test("of a device that stands is one place")
  func standing() {
    let place = Position(xMetres: -3, yMetres: 4)
    let track = SceneTrack(standingAt: place)
    #expect([-1, 0, 50].allSatisfy { track.position(at: $0) == place })
    #expect(place.distanceMetres(to: Position(xMetres: 0, yMetres: 0)) == 5)
  }

  @Test("belongs to a device that comes and goes")
  func presence() {
    var device = SceneDevice(name: "tag", track: Self.track)
    let (second, picosecond) = (Channel.seconds(1), Picoseconds(1))
    #expect(device.isPresent(at: .start) && device.isPresent(at: Channel.seconds(1e6)))
    device.presence = [second ..< .distantFuture]
    #expect(!device.isPresent(at: second - picosecond) && device.isPresent(at: second))
    device.presence = [.start..<second, Channel.seconds(3)..<Channel.seconds(4)]
    #expect(device.isPresent(at: second - picosecond) && !device.isPresent(at: second))
    #expect(device.isPresent(at: Channel.seconds(3)) && !device.isPresent(at: Channel.seconds(4)))
    device.presence = []
    #expect(!device.isPresent(at: .start))
  }
}
