import Testing

@testable import ProfileImport

@Suite("Numbers of a fit")
struct RoundingTests {
  @Test(
    "have three digits that mean something",
    arguments: [
      (0.037_68, "0.0377"), (3.498_7, "3.5"), (159.96, "160"), (1234.5, "1235"), (0, "0"),
      (-0.4567, "-0.457"),
      (0.000_001_4, "0.000001"),
    ])
  func significant(value: Double, expected: String) { #expect(Rounding.text(value) == expected) }
}
