import ChannelSounding
import Testing

@Suite struct FAETableTests {
  @Test func eachAllowedChannelHasItsEntryAndTheOthersHaveNone() {
    let table = FAETable((0..<72).map { Int8($0) - 36 })
    let ppm = table.ppmByChannel
    #expect(ppm.count == 80)
    #expect(ppm[2] == -36.0 / 32 && ppm[22] == -16.0 / 32 && ppm[26] == -15.0 / 32 && ppm[76] == 35.0 / 32)
    for channel in [0, 1, 23, 24, 25, 77, 78, 79] { #expect(ppm[channel] == 0) }
  }
}
