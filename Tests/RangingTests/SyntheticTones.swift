import CoreTypes
import Ranging

/// A place for tones: what reaches the receiver beside the direct path.
struct SyntheticPlace: Sendable {
  /// One echo: how much longer its way is, and its amplitude against the direct path; its phase is chance.
  var echo: (metres: Double, decibels: Double)?
  /// Twelve scattered echoes with exponential excess delays of that mean, and the direct path's power over them.
  var scattering: (decibels: Double, nanoseconds: Double)?
  /// The SNR of each end's tone, whose mean power over the channels is 1.
  var snrDecibels = 25.0
  /// How much stronger the noise is on some channels.
  var interference: (channels: ClosedRange<UInt8>, decibels: Double)?
  /// The part of the tones on these channels that it reaches.
  var interferenceDuty = 1.0
  var usesInlinePCT = false
  /// Bits of an I or Q, full scale at 3.2 times the tone; nil for exact numbers.
  var pctBits: Int?
  /// How fast the distance grows, and how long all tones take in shuffled order; times are reported if it is not 0.
  var speed = 0.0
  var microseconds = 0.0
}

/// Tones as two noisy ends measure them, without any protocol.
struct SyntheticTones {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func unit() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) * 0x1p-53
  }

  mutating func noise() -> (Double, Double) {
    let radius = (-2 * PortableMath.log(1 - unit())).squareRoot()
    let (sin, cos) = PortableMath.sinCos(turns: unit())
    return (radius * cos, radius * sin)
  }

  /// The channels with `count` of them missing by chance.
  mutating func channels(missing count: Int = 0, dropped: [ClosedRange<UInt8>] = []) -> [UInt8] {
    var channels = CSChannelMap.allowed.channels.filter { channel in
      !dropped.contains { $0.contains(channel) }
    }
    for _ in 0..<count { channels.remove(at: Int(unit() * Double(channels.count))) }
    return channels
  }

  /// The response of one antenna path in the middle of a procedure at `metres`.
  mutating func response(
    channels: [UInt8], metres: Double, in place: SyntheticPlace = SyntheticPlace()
  ) -> ToneResponse {
    let paths = paths(metres, place)
    let times = times(channels.count, place)
    var gains = channels.indices.map { gain(channels[$0], paths, movedBy: place.speed * times[$0] * 1e-6) }
    let power = gains.reduce(0) { $0 + $1.re * $1.re + $1.im * $1.im } / Double(channels.count)
    let scale = 1 / power.squareRoot()
    gains = gains.map { ($0.re * scale, $0.im * scale) }
    var response = ToneResponse(content: place.usesInlinePCT ? .inline : .product)
    for (index, channel) in channels.enumerated() {
      let extra = interference(channel, place)
      let sigma = PortableMath.amplitudeRatio(decibels: extra - place.snrDecibels) / 2.0.squareRoot()
      let (sin, cos) = PortableMath.sinCos(turns: unit())
      let (first, second) = (noise(), noise())
      let (a, b) = gains[index]
      var there = (i: a * cos - b * sin + sigma * first.0, q: a * sin + b * cos + sigma * first.1)
      var back = (i: a * cos + b * sin, q: b * cos - a * sin)
      if place.usesInlinePCT {
        let size = (there.i * there.i + there.q * there.q).squareRoot()
        back = (
          (back.i * there.i - back.q * there.q) / size, (back.i * there.q + back.q * there.i) / size
        )
      }
      back = (back.i + sigma * second.0, back.q + sigma * second.1)
      if let bits = place.pctBits { (there, back) = (quantised(there, bits), quantised(back, bits)) }
      let time = place.microseconds > 0 ? times[index] : nil
      if place.usesInlinePCT {
        response.append(channel: channel, initiatorI: back.i, initiatorQ: back.q, .init(microseconds: time))
      } else {
        response.append(
          channel: channel, initiatorI: back.i, initiatorQ: back.q, reflectorI: there.i,
          reflectorQ: there.q, .init(microseconds: time))
      }
    }
    return response
  }

  /// By how many decibels the noise of a tone is stronger than usual.
  private mutating func interference(_ channel: UInt8, _ place: SyntheticPlace) -> Double {
    guard let interference = place.interference, interference.channels.contains(channel) else { return 0 }
    return place.interferenceDuty == 1 || unit() < place.interferenceDuty ? interference.decibels : 0
  }

  private func quantised(_ tone: (i: Double, q: Double), _ bits: Int) -> (i: Double, q: Double) {
    let scale = Double(1 << (bits - 1)) / 3.2
    return ((tone.i * scale).rounded() / scale, (tone.q * scale).rounded() / scale)
  }

  private mutating func paths(_ metres: Double, _ place: SyntheticPlace) -> [Path] {
    var paths = [Path(metres: metres, re: 1, im: 0)]
    if let echo = place.echo {
      let size = PortableMath.amplitudeRatio(decibels: echo.decibels)
      let (sin, cos) = PortableMath.sinCos(turns: unit())
      paths.append(Path(metres: metres + echo.metres, re: size * cos, im: size * sin))
    }
    if let scattering = place.scattering {
      var echoes: [Path] = []
      for _ in 0..<12 {
        let delay = -scattering.nanoseconds * PortableMath.log(1 - unit())
        let (re, im) = noise()
        let size = PortableMath.exp(-delay / (2 * scattering.nanoseconds))
        let metres = metres + delay * 1e-9 * RangingBounds.speedOfLight
        echoes.append(Path(metres: metres, re: re * size, im: im * size))
      }
      let power = echoes.reduce(0) { $0 + $1.re * $1.re + $1.im * $1.im }
      let scale = (PortableMath.powerRatio(decibels: -scattering.decibels) / power).squareRoot()
      paths += echoes.map { Path(metres: $0.metres, re: $0.re * scale, im: $0.im * scale) }
    }
    return paths
  }

  private struct Path {
    let metres: Double
    let re: Double
    let im: Double
  }

  private func gain(_ channel: UInt8, _ paths: [Path], movedBy: Double) -> (re: Double, im: Double) {
    paths.reduce((0, 0)) { sum, path in
      let turns =
        -(2.402e9 + 1e6 * Double(channel)) * (path.metres + movedBy) / RangingBounds.speedOfLight
      let (sin, cos) = PortableMath.sinCos(turns: turns)
      return (sum.0 + path.re * cos - path.im * sin, sum.1 + path.re * sin + path.im * cos)
    }
  }

  /// The time of each channel around 0, in shuffled order.
  private mutating func times(_ count: Int, _ place: SyntheticPlace) -> [Double] {
    var times = (0..<count).map {
      (Double($0) - Double(count - 1) / 2) * place.microseconds / Double(count)
    }
    guard place.microseconds > 0 else { return times }
    for index in stride(from: count - 1, to: 0, by: -1) {
      times.swapAt(index, Int(unit() * Double(index + 1)))
    }
    return times
  }
}
