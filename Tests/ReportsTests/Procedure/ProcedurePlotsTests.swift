import CoreTypes
import Plots
import Ranging
import Reports
import Testing

@Suite("The plots of a procedure")
struct ProcedurePlotsTests {
  private static let metres = 4.2

  /// Tones of one path without noise, whose phase rises or falls with the channel.
  private static func measurement(sign: Double, echo: Double = 0) -> RangingMeasurement {
    let channels = Array(UInt8(2)...76).filter { $0 % 7 != 0 }
    func tone(_ channel: UInt8) -> (re: Double, im: Double) {
      let ways = [(metres, 100.0), (metres + 9, 100 * echo)]
      return ways.reduce((0, 0)) { sum, way in
        let (sine, cosine) = PortableMath.sinCos(
          turns: sign * way.0 / RangingBounds.ambiguityMetres * Double(channel) + 0.3)
        return (sum.0 + way.1 * cosine, sum.1 + way.1 * sine)
      }
    }
    return RangingMeasurement(paths: [
      ToneResponse(
        channel: channels, re: channels.map { tone($0).re }, im: channels.map { tone($0).im },
        content: .inline)
    ])
  }

  @Test("hold the phases on the line of the distance, whichever way it goes", arguments: [-1.0, 1])
  func line(sign: Double) throws {
    let plots = try #require(
      ProcedurePlots(Self.measurement(sign: sign), counter: 7, metres: Self.metres))
    #expect(plots.residuals[0].series[0].points.allSatisfy { abs($0.y) < 1e-6 })
    #expect(plots.residuals[0].series[0].points.count == 65)
    let line = plots.phases[0].series[1].points
    let slope = (line[1].y - line[0].y) / (line[1].x - line[0].x)
    #expect(abs(slope - sign * 2 * .pi * Self.metres / RangingBounds.ambiguityMetres) < 1e-9)
    #expect(plots.amplitudes[0].series[0].points.allSatisfy { abs($0.y) < 1e-9 })
    #expect(plots.all.joined().map(\.id).count == 4 && plots.phases[0].title.hasSuffix("procedure 7"))
  }

  @Test("stand side by side for several antenna paths, with one scale")
  func paths() throws {
    var measurement = Self.measurement(sign: -1)
    let path = measurement.paths[0]
    func uneven(_ values: [Double]) -> [Double] {
      values.enumerated().map { $0.offset % 2 == 0 ? $0.element / 10 : $0.element }
    }
    measurement.paths.append(
      ToneResponse(channel: path.channel, re: uneven(path.re), im: uneven(path.im), content: .inline))
    let plots = try #require(ProcedurePlots(measurement, counter: 7, metres: Self.metres))
    #expect(plots.all.map(\.count) == [2, 2, 2, 1])
    #expect(plots.amplitudes.map(\.id) == ["amplitude-over-channel-1", "amplitude-over-channel-2"])
    #expect(plots.amplitudes[1].title == "Amplitude over channel index, procedure 7, antenna path 2")
    let scales = plots.amplitudes.map { $0.y.included.min() ?? 0 }
    #expect(scales[0] == scales[1] && scales[0] < -19)
  }

  @Test("have the offset of each mode-0 step that measured one")
  func offsets() throws {
    let measurement = Self.measurement(sign: -1)
    let plots = try #require(
      ProcedurePlots(measurement, counter: 7, metres: nil, frequencyOffsets: [1.5, nil, -2]))
    let plot = try #require(plots.mode0)
    #expect(plot.series[0].points == [Plot.Point(1, 1.5), Plot.Point(3, -2)])
    #expect(plot.summary.hasSuffix("2 of 3 with a value."))
    #expect(
      ProcedurePlots(measurement, counter: 7, metres: nil, frequencyOffsets: [nil])?.mode0 == nil)
  }

  @Test("have the greatest power at the distance, and an echo where it is", arguments: [-1.0, 1])
  func response(sign: Double) throws {
    let plots = try #require(
      ProcedurePlots(
        Self.measurement(sign: sign, echo: 0.5), counter: 0, metres: Self.metres, trueMetres: Self.metres))
    let points = plots.impulseResponse.series[0].points
    let greatest = try #require(points.max { $0.y < $1.y })
    #expect(abs(greatest.x - Self.metres) < 0.2 && greatest.y == 0)
    let echo = try #require(points.filter { $0.x > 9 }.max { $0.y < $1.y })
    #expect(abs(echo.x - Self.metres - 9) < 0.3 && abs(echo.y + 6) < 1)
    #expect(plots.impulseResponse.rules.map(\.name) == ["estimate", "true"])
  }

  @Test("do without a distance, and without tones there are none")
  func incomplete() throws {
    let plots = try #require(ProcedurePlots(Self.measurement(sign: -1), counter: 0, metres: nil))
    #expect(
      plots.all.joined().map(\.id) == ["phase-over-channel", "amplitude-over-channel", "impulse-response"])
    #expect(plots.phases[0].series.count == 1 && plots.impulseResponse.rules.isEmpty)
    #expect(ProcedurePlots(RangingMeasurement(), counter: 0, metres: 3) == nil)
    let silent = ToneResponse(channel: [1, 2, 3], re: [0, 0, 0], im: [0, 0, 0], content: .inline)
    let empty = try #require(
      ProcedurePlots(RangingMeasurement(paths: [silent]), counter: 0, metres: nil))
    #expect(empty.impulseResponse.series[0].points.isEmpty)
  }
}
