import Testing

@testable import Documents

@Suite("The nearest legal word")
struct NearestWordTests {
  @Test(
    "counts insertions, deletions, replacements and swaps",
    arguments: [
      ("", "", 0), ("t_fcs_us", "t_fcs_us", 0), ("t_fsc_us", "t_fcs_us", 1), ("antenas", "antennas", 1),
      ("kitten", "sitting", 3), ("abc", "", 3),
    ])
  func distance(a: String, b: String, expected: Int) {
    #expect(NearestWord.distance(a, b) == expected)
    #expect(NearestWord.distance(b, a) == expected)
  }

  @Test("is given only where one is near")
  func match() {
    let words = ["antennas", "antenna_paths", "t_fcs_us"]
    #expect(NearestWord.match("antenas", in: words) == "antennas")
    #expect(NearestWord.match("T_FCS_US", in: words) == "t_fcs_us")
    #expect(NearestWord.match("colour", in: words) == nil)
    #expect(NearestWord.match("x", in: []) == nil)
  }
}
