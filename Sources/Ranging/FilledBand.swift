internal import CoreTypes

/// One antenna path on an even grid of channels, the missing ones filled in.
///
/// Between neighbours the response is turned back by a line of phase, drawn straight, and turned forward again.
/// Amplitudes are those of the way there and back, whatever the tones hold.
struct FilledBand: Sendable {
  /// Real parts, one for each step of the grid from the first channel to the last.
  private(set) var re: [Double] = []
  /// Imaginary parts.
  private(set) var im: [Double] = []
  private var count: [Int] = []

  /// Takes a response on a grid of `spacing` megahertz.
  ///
  /// - Parameter turns: the line of phase in turns a megahertz by which the holes are filled.
  mutating func load(_ response: ToneResponse, spacing: Int, turns: Double) {
    let first = Int(response.channel.min() ?? 0)
    let size = (Int(response.channel.max() ?? 0) - first) / spacing + 1
    clear(size)
    for tone in 0..<response.count {
      let slot = (Int(response.channel[tone]) - first) / spacing
      let (x, y) = (response.re[tone], response.im[tone])
      let scale = response.content == .inline ? (x * x + y * y).squareRoot() : 1
      re[slot] += x * scale
      im[slot] += y * scale
      count[slot] += 1
    }
    var power = 0.0
    for slot in 0..<size where count[slot] > 0 {
      re[slot] /= Double(count[slot])
      im[slot] /= Double(count[slot])
      power += re[slot] * re[slot] + im[slot] * im[slot]
    }
    fill(turns: turns * Double(spacing))
    let scale = (Double(size) / power).squareRoot()
    for slot in 0..<size {
      re[slot] *= scale
      im[slot] *= scale
    }
  }

  private mutating func clear(_ size: Int) {
    re.removeAll(keepingCapacity: true)
    im.removeAll(keepingCapacity: true)
    count.removeAll(keepingCapacity: true)
    for _ in 0..<size {
      re.append(0)
      im.append(0)
      count.append(0)
    }
  }

  private mutating func fill(turns: Double) {
    var before = 0
    for slot in 1..<count.count where count[slot] > 0 {
      let gap = slot - before
      if gap > 1 {
        let (sin, cos) = PortableMath.sinCos(turns: turns * Double(gap))
        let (endRe, endIm) = (re[slot] * cos - im[slot] * sin, re[slot] * sin + im[slot] * cos)
        for step in 1..<gap {
          let part = Double(step) / Double(gap)
          let (x, y) = (re[before] + part * (endRe - re[before]), im[before] + part * (endIm - im[before]))
          let (sin, cos) = PortableMath.sinCos(turns: -turns * Double(step))
          re[before + step] = x * cos - y * sin
          im[before + step] = x * sin + y * cos
        }
      }
      before = slot
    }
  }
}
