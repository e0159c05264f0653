import Foundation
import Testing

@testable import Plots

@Suite("Colours of plots")
struct PaletteTests {
  /// A colour in linear light.
  private struct Light {
    var red: Double
    var green: Double
    var blue: Double

    init(_ text: String) {
      let number = UInt32(text.dropFirst(), radix: 16) ?? 0
      func linear(_ shift: UInt32) -> Double {
        let value = Double(number >> shift & 0xFF) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      (red, green, blue) = (linear(16), linear(8), linear(0))
    }

    /// As an eye sees it that has lost one kind of cone. [Machado, Oliveira, Fernandes 2009]
    func seen(by matrix: [[Double]]) -> Light {
      var light = self
      func row(_ index: Int) -> Double {
        min(1, max(0, matrix[index][0] * red + matrix[index][1] * green + matrix[index][2] * blue))
      }
      (light.red, light.green, light.blue) = (row(0), row(1), row(2))
      return light
    }

    /// Relative luminance. [WCAG 2.1]
    var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

    /// [Ottosson 2020]
    var oklab: [Double] {
      let l = cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
      let m = cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
      let s = cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
      return [
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
      ]
    }
  }

  private static let eyes: [(name: String, matrix: [[Double]])] = [
    ("all cones", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    (
      "protanopia",
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
      ]
    ),
    (
      "deuteranopia",
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    (
      "tritanopia",
      [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
  ]

  @Test("differ for every eye, on light and on dark", arguments: [false, true])
  func distances(isDark: Bool) {
    let texts = Palette.series.map { isDark ? $0.dark : $0.light }
    for eye in Self.eyes {
      let seen = texts.map { Light($0).seen(by: eye.matrix).oklab }
      for first in texts.indices {
        for second in texts.indices where first < second {
          let distance = zip(seen[first], seen[second]).map { pow($0 - $1, 2) }.reduce(0, +).squareRoot()
          #expect(distance > 0.14, "\(texts[first]) and \(texts[second]) with \(eye.name): \(distance)")
        }
      }
    }
  }

  @Test("stand out from the page", arguments: [false, true])
  func contrast(isDark: Bool) {
    let back = Light(isDark ? Palette.background.dark : Palette.background.light).luminance
    for colour in Palette.series {
      let own = Light(isDark ? colour.dark : colour.light).luminance
      let contrast = (max(own, back) + 0.05) / (min(own, back) + 0.05)
      #expect(contrast >= 3, "\(isDark ? colour.dark : colour.light): \(contrast)")
    }
  }

  @Test("of heat maps go one way from the background for every eye", arguments: [false, true])
  func shades(isDark: Bool) {
    let texts = ([Palette.background] + Palette.shades).map { isDark ? $0.dark : $0.light }
    for eye in Self.eyes {
      let lightness = texts.map { Light($0).seen(by: eye.matrix).oklab[0] }
      for (one, next) in zip(lightness, lightness.dropFirst()) {
        let step = isDark ? next - one : one - next
        #expect(step > 0.04, "\(eye.name): \(lightness)")
      }
    }
  }
}
