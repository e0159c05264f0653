internal import CoreTypes

extension LineSearch {
  /// The sums of turned tones times the powers 0, 1 and 2 of their channel.
  struct Moments: Sendable {
    var (re0, im0) = (0.0, 0.0)
    var (re1, im1) = (0.0, 0.0)
    var (re2, im2) = (0.0, 0.0)

    /// Half of the first derivative of the sum's power by radians a channel.
    var slope: Double { im0 * re1 - re0 * im1 }
    /// Half of the second derivative.
    var curvature: Double { re1 * re1 + im1 * im1 - re0 * re2 - im0 * im2 }

    mutating func add(_ other: Moments) {
      (re0, im0) = (re0 + other.re0, im0 + other.im0)
      (re1, im1) = (re1 + other.re1, im1 + other.im1)
      (re2, im2) = (re2 + other.re2, im2 + other.im2)
    }
  }

  /// Newton's method on the power explained, which has its maximum near `turns`, in turns a megahertz.
  mutating func refined(_ turns: Double) -> Double {
    var turns = turns
    let limit = 1 / Double(CoarseSpectrum.size)
    for _ in 0..<5 {
      turn(by: turns)
      var (slope, curvature) = (0.0, 0.0)
      for path in paths {
        var joined = Moments()
        for segment in path.segments {
          let moments = moments(segment)
          if path.segments.count > 1 {
            let scale = (1 - coherence) / segments[segment].weight
            slope += scale * moments.slope
            curvature += scale * moments.curvature
          }
          joined.add(moments)
        }
        let scale = (path.segments.count > 1 ? coherence : 1) / path.weight
        slope += scale * joined.slope
        curvature += scale * joined.curvature
      }
      guard curvature < 0 else { break }
      let step = slope / curvature / (2 * .pi)
      // A step past the neighbouring points of the coarse search has left the peak.
      turns -= max(-limit, min(limit, step))
      // The steps shrink with their square, forty times it at most: the next would be less than a micrometre.
      if step.magnitude < 1e-5 { break }
    }
    return turns
  }

  /// The part of a path's power that the line explains to which the tones were turned last.
  func explained(_ path: Path) -> Double {
    var (power, sumRe, sumIm) = (0.0, 0.0, 0.0)
    for segment in path.segments {
      let sum = sum(segment)
      sumRe += sum.re
      sumIm += sum.im
      power += (sum.re * sum.re + sum.im * sum.im) / segments[segment].weight
    }
    let joined = (sumRe * sumRe + sumIm * sumIm) / path.weight
    return path.segments.count > 1 ? coherence * joined + (1 - coherence) * power : joined
  }

  /// Sets how a line of `turns` a megahertz turns each channel back.
  mutating func turn(by turns: Double) {
    // Eight channels one after the other, the rest by the turn of eight: short chains err little.
    let start = PortableMath.sinCos(turns: -turns * Double(Self.middleSlot))
    let one = PortableMath.sinCos(turns: turns)
    let eight = PortableMath.sinCos(turns: 8 * turns)
    var (re, im) = (start.cos, start.sin)
    var (rowRe, rowIm) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    for slot in 0..<8 {
      (rowRe[slot], rowIm[slot]) = (re, im)
      (re, im) = (re * one.cos - im * one.sin, re * one.sin + im * one.cos)
    }
    turnRe.withUnsafeMutableBytes { turnRe in
      turnIm.withUnsafeMutableBytes { turnIm in
        let octets = MemoryLayout<SIMD8<Double>>.size
        for row in 0..<Self.slotCount / 8 {
          turnRe.storeBytes(of: rowRe, toByteOffset: row &* octets, as: SIMD8<Double>.self)
          turnIm.storeBytes(of: rowIm, toByteOffset: row &* octets, as: SIMD8<Double>.self)
          (rowRe, rowIm) = (rowRe * eight.cos - rowIm * eight.sin, rowRe * eight.sin + rowIm * eight.cos)
        }
      }
    }
  }

  /// Those of a segment.
  func moments(_ segment: Int) -> Moments {
    typealias Row = SIMD8<Double>
    var (re0, im0, re1, im1, re2, im2) = (Row.zero, Row.zero, Row.zero, Row.zero, Row.zero, Row.zero)
    let base = segment * Self.slotCount * MemoryLayout<Double>.size
    gridRe.withUnsafeBytes { gridRe in
      gridIm.withUnsafeBytes { gridIm in
        turnRe.withUnsafeBytes { turnRe in
          turnIm.withUnsafeBytes { turnIm in
            var k = Row(0, 1, 2, 3, 4, 5, 6, 7) - Double(Self.middleSlot)
            for offset in stride(
              from: 0, to: Self.slotCount &* MemoryLayout<Double>.size, by: MemoryLayout<Row>.size)
            {
              let re = gridRe.loadUnaligned(fromByteOffset: base &+ offset, as: Row.self)
              let im = gridIm.loadUnaligned(fromByteOffset: base &+ offset, as: Row.self)
              let cos = turnRe.loadUnaligned(fromByteOffset: offset, as: Row.self)
              let sin = turnIm.loadUnaligned(fromByteOffset: offset, as: Row.self)
              let (x, y) = (re * cos - im * sin, re * sin + im * cos)
              let (kx, ky) = (k * x, k * y)
              re0 += x
              im0 += y
              re1 += kx
              im1 += ky
              re2 += k * kx
              im2 += k * ky
              k += 8
            }
          }
        }
      }
    }
    return Moments(
      re0: re0.sum(), im0: im0.sum(), re1: re1.sum(), im1: im1.sum(), re2: re2.sum(), im2: im2.sum())
  }

  /// The sum of a segment's tones, turned back.
  func sum(_ segment: Int) -> (re: Double, im: Double) {
    let sums = moments(segment)
    return (sums.re0, sums.im0)
  }
}
