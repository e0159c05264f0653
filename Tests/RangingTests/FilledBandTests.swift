import Testing

@testable import Ranging

@Suite("The grid of a response")
struct FilledBandTests {
  @Test("begins and ends with a tone that counts, however few neighbours there are")
  func ends() {
    var response = ToneResponse()
    let (low, good) = (Array(2...9), Array(stride(from: 30, through: 52, by: 2)))
    for channel in low + good {
      response.append(
        channel: UInt8(channel), initiatorI: 1, initiatorQ: 0, reflectorI: 1, reflectorQ: 0,
        ToneResponse.Circumstance(isDoubtful: channel < 10))
    }
    var lines = LineSearch()
    lines.load([response], doubtfulWeight: 0.1)
    var band = FilledBand()
    band.load(response, lines, spacing: 1, turns: 0, isOneWay: false)
    #expect(band.measuredCount == 12)
    // From channel 30 to 52, the holes filled; tones that count less are left out.
    #expect(band.re.count == 23 && band.re.allSatisfy { abs($0 - 1) < 1e-12 })
  }
}
