internal import ComplexModule

/// The products conj(y_j) y_j+m of all pairs of tones of a path, by diagonals m from 0, as `ChannelInverses` has them.
struct TonePairs: Sendable {
  private(set) var re: [Float] = []
  private(set) var im: [Float] = []
  private var slotRe: [Float] = []
  private var slotIm: [Float] = []

  /// Takes the roots of a band with the signs found last, and brings their mean power to 1.
  mutating func load(_ signs: RootSigns, spacing: Int) {
    slotRe.removeAll(keepingCapacity: true)
    slotIm.removeAll(keepingCapacity: true)
    for _ in 0..<signs.slotCount(spacing: spacing) {
      slotRe.append(0)
      slotIm.append(0)
    }
    signs.forEachSigned(spacing: spacing) { slot, root in
      (slotRe[slot], slotIm[slot]) = (Float(root.real), Float(root.imaginary))
    }
    multiply()
  }

  private mutating func multiply() {
    re.removeAll(keepingCapacity: true)
    im.removeAll(keepingCapacity: true)
    let count = slotRe.count
    slotRe.withUnsafeBufferPointer { slotRe in
      slotIm.withUnsafeBufferPointer { slotIm in
        for diagonal in 0..<count {
          for row in 0..<count &- diagonal {
            let (a, b) = (slotRe[row], slotIm[row])
            let (x, y) = (slotRe[row &+ diagonal], slotIm[row &+ diagonal])
            re.append(a * x + b * y)
            im.append(a * y - b * x)
          }
          ChannelInverses.fillUp(&re)
          ChannelInverses.fillUp(&im)
        }
      }
    }
  }
}
