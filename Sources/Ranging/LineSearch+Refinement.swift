internal import CoreTypes

extension LineSearch {
  /// The sums of a path's turned tones times the powers 0, 1 and 2 of their channel.
  private struct Moments {
    var (re0, im0) = (0.0, 0.0)
    var (re1, im1) = (0.0, 0.0)
    var (re2, im2) = (0.0, 0.0)
  }

  /// Newton's method on the summed power, which has its maximum near `turns`, in turns a megahertz.
  mutating func refined(_ turns: Double) -> Double {
    var turns = turns
    let limit = 1 / Double(transform.size)
    for _ in 0..<5 {
      turn(by: turns)
      var slope = 0.0
      var curvature = 0.0
      for position in paths.indices {
        let m = moments(position)
        slope += m.im0 * m.re1 - m.re0 * m.im1
        curvature += m.re1 * m.re1 + m.im1 * m.im1 - m.re0 * m.re2 - m.im0 * m.im2
      }
      guard curvature < 0 else { break }
      let step = slope / curvature / (2 * .pi)
      // A step past the neighbouring points of the coarse search has left the peak.
      turns -= max(-limit, min(limit, step))
      // The steps shrink with their square: the next would be less than a micrometre.
      if step.magnitude < 1e-6 { break }
    }
    return turns
  }

  /// Sets how a line of `turns` a megahertz turns each channel back.
  mutating func turn(by turns: Double) {
    turnRe.withUnsafeMutableBufferPointer { re in
      turnIm.withUnsafeMutableBufferPointer { im in
        // Eight channels one after the other, the rest by the turn of eight: short chains err little.
        let start = PortableMath.sinCos(turns: -turns * Double(Self.middleSlot))
        let one = PortableMath.sinCos(turns: turns)
        let (stepSin, stepCos) = PortableMath.sinCos(turns: 8 * turns)
        (re[0], im[0]) = (start.cos, start.sin)
        for slot in 1..<8 {
          re[slot] = re[slot &- 1] * one.cos - im[slot &- 1] * one.sin
          im[slot] = re[slot &- 1] * one.sin + im[slot &- 1] * one.cos
        }
        for slot in 8..<Self.slotCount {
          let (cos, sin) = (re[slot &- 8], im[slot &- 8])
          re[slot] = cos * stepCos - sin * stepSin
          im[slot] = cos * stepSin + sin * stepCos
        }
      }
    }
  }

  private func moments(_ position: Int) -> Moments {
    var even = Moments()
    var odd = Moments()
    let base = position * Self.slotCount
    gridRe.withUnsafeBufferPointer { gridRe in
      gridIm.withUnsafeBufferPointer { gridIm in
        turnRe.withUnsafeBufferPointer { turnRe in
          turnIm.withUnsafeBufferPointer { turnIm in
            var slot = 0
            while slot < Self.slotCount {
              Self.add(
                slot, gridRe[base &+ slot], gridIm[base &+ slot], turnRe[slot], turnIm[slot], &even)
              slot &+= 1
              Self.add(slot, gridRe[base &+ slot], gridIm[base &+ slot], turnRe[slot], turnIm[slot], &odd)
              slot &+= 1
            }
          }
        }
      }
    }
    return Moments(
      re0: even.re0 + odd.re0, im0: even.im0 + odd.im0, re1: even.re1 + odd.re1, im1: even.im1 + odd.im1,
      re2: even.re2 + odd.re2, im2: even.im2 + odd.im2)
  }

  @inline(__always)
  private static func add(
    _ slot: Int, _ re: Double, _ im: Double, _ cos: Double, _ sin: Double, _ sums: inout Moments
  ) {
    let k = Double(slot &- middleSlot)
    let (x, y) = (re * cos - im * sin, re * sin + im * cos)
    sums.re0 += x
    sums.im0 += y
    sums.re1 += k * x
    sums.im1 += k * y
    sums.re2 += k * k * x
    sums.im2 += k * k * y
  }

  /// The sum of a path's tones, turned back.
  func sum(_ position: Int) -> (re: Double, im: Double) {
    let sums = moments(position)
    return (sums.re0, sums.im0)
  }
}
