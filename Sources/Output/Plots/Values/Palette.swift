/// The colours of series, and what else tells series apart: no two differ by colour alone.
package enum Palette {
  /// A colour on a light and on a dark page, as `#1F5FBF`.
  package struct Colour: Hashable, Sendable {
    package let light: String
    package let dark: String
  }

  /// What is behind a plot.
  package static let background = Colour(light: "#FFFFFF", dark: "#14171C")
  /// In the order of the series; a seventh series has the first colour again, with another mark and other dashes.
  ///
  /// Each has a contrast of 3 to the background, and with every kind of colour blindness a distance of 0.14 in OKLab
  /// to every other; `PaletteTests` computes both.
  package static let series = [
    Colour(light: "#1F5FBF", dark: "#6CA8FF"), Colour(light: "#D9730D", dark: "#FFA94D"),
    Colour(light: "#192571", dark: "#C0FBFE"), Colour(light: "#9D81A3", dark: "#92537E"),
    Colour(light: "#4F0B05", dark: "#DF500C"), Colour(light: "#754C3E", dark: "#4B66E2"),
  ]
  /// The shades of a heat map, from the one that is nearest to the background. Each is darker than the one before on a
  /// light page and lighter on a dark one, for every kind of colour blindness.
  package static let shades = [
    Colour(light: "#E6EEF7", dark: "#22303F"), Colour(light: "#BCD2EA", dark: "#2B4A6B"),
    Colour(light: "#8DB2DC", dark: "#33679A"), Colour(light: "#5A8FC8", dark: "#4A86C4"),
    Colour(light: "#2F69A7", dark: "#78A9DE"), Colour(light: "#174375", dark: "#ADCBEE"),
    Colour(light: "#0A2140", dark: "#E3EEFA"),
  ]
  /// The dashes of the lines, as SVG writes them; one more than colours, so that the two repeat together late.
  static let dashes = ["", "7 4", "2 3", "10 3 2 3", "12 4", "4 2 1 2", "1 5"]

  /// A style sheet with the colours as `--back`, `--series-0` and `--shade-0` and so on: light ones on paper and unless a screen is
  /// dark.
  package static var styleSheet: String {
    func rules(_ shade: (Colour) -> String) -> String {
      let colours = series.enumerated().map { "--series-\($0):\(shade($1));" }
      let shades = shades.enumerated().map { "--shade-\($0):\(shade($1));" }
      return ":root{--back:\(shade(background));\((colours + shades).joined())}"
    }
    return rules(\.light) + "\n@media screen and (prefers-color-scheme:dark){\(rules(\.dark))}\n"
  }
}
