import Ranging
import Testing

@Suite("How clean tones are")
struct ToneStatisticsTests {
  @Test(
    "second differences find the phase noise, whatever the distance and the echoes", arguments: [20.0, 30])
  func phaseNoise(snr: Double) throws {
    var tones = SyntheticTones(seed: 51)
    var statistics = ToneStatistics()
    let expected = RangingBounds.phaseNoise(snrDecibels: snr)
    for echo in [nil, (metres: 3.0, decibels: -12.0)] {
      let place = SyntheticPlace(echo: echo, snrDecibels: snr)
      var squares = 0.0
      for _ in 0..<30 {
        let response = tones.response(channels: tones.channels(), metres: 14, in: place)
        let radians = statistics.secondDifferencePhaseNoise(.init(paths: [response]))
        let noise = try #require(radians)
        squares += noise * noise / 30
      }
      #expect((0.85...1.2).contains(squares.squareRoot() / expected), "echo \(echo != nil)")
    }
  }

  @Test("a channel that came several times counts as the mean of its tones")
  func repeatedChannels() throws {
    var tones = SyntheticTones(seed: 53)
    var statistics = ToneStatistics()
    var squares = 0.0
    for _ in 0..<30 {
      let channels = tones.channels()
      let repeated = channels + channels[..<30] + channels[..<12]
      let response = tones.response(
        channels: repeated, metres: 14, in: SyntheticPlace(echo: (3, -12), snrDecibels: 25))
      let radians = statistics.secondDifferencePhaseNoise(.init(paths: [response]))
      let noise = try #require(radians)
      squares += noise * noise / 30
    }
    let expected = RangingBounds.phaseNoise(snrDecibels: 25)
    #expect((0.85...1.2).contains(squares.squareRoot() / expected))
  }

  @Test("channels that are not neighbours have no second difference")
  func noNeighbours() {
    var statistics = ToneStatistics()
    let response = ToneResponse(channel: [2, 4, 6, 7], re: [1, 1, 1, 1], im: [0, 0, 0, 0])
    let radians = statistics.secondDifferencePhaseNoise(.init(paths: [response]))
    #expect(radians == nil)
  }
}
