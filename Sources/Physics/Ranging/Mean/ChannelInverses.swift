internal import ComplexModule
internal import CoreTypes
internal import Synchronization

/// The inverse of the covariance of each channel of a family, for one set of tones and one level of noise.
///
/// An inverse is kept by its diagonals, from the main one up, since a delay turns all elements of a diagonal alike.
struct ChannelInverses: Sendable {
  /// What the inverses are for.
  struct Setting: Hashable, Sendable {
    /// The grid in megahertz.
    let spacing: Int
    /// The steps of the grid, from the first tone to the last.
    let slotCount: Int
    /// The steps that have a tone.
    var mask = SIMD2<UInt64>.zero
    /// The noise in steps of 2 dB below the mean power of a tone.
    let noiseLevel: Int

    /// The part of the power that is noise.
    var noise: Double { PortableMath.powerRatio(decibels: -2 * Double(noiseLevel)) }

    func has(_ slot: Int) -> Bool { mask[slot >> 6] >> UInt64(slot & 63) & 1 == 1 }

    mutating func insert(_ slot: Int) { mask[slot >> 6] |= 1 << UInt64(slot & 63) }
  }

  private typealias Row = SIMD8<Float>
  /// The octets of a vector.
  private static let rowSize = MemoryLayout<Row>.size

  /// The inverse of a member's covariance; empty until it is made.
  struct Table: Sendable {
    fileprivate var logDeterminant = 0.0
    fileprivate var re: [Float] = []
    fileprivate var im: [Float] = []
  }

  /// What the inverses are for.
  let setting: Setting
  /// By member. An inverse is made when it is first needed, since few members are likely.
  private var tables: [Table]

  /// Fills numbers up to whole vectors.
  static func fillUp(_ numbers: inout [Float]) {
    while numbers.count % Row.scalarCount != 0 { numbers.append(0) }
  }

  init(_ setting: Setting, _ family: ChannelFamily) {
    self.setting = setting
    tables = family.members.map { _ in Table() }
  }

  /// Makes the inverse of a member, unless it is there.
  mutating func prepare(_ member: Int, of family: ChannelFamily, _ inverse: inout ToeplitzInverse) {
    guard tables[member].re.isEmpty else { return }
    tables[member] = InverseLibrary.shared.inverse(setting, member) { table(member, of: family, &inverse) }
  }

  private func table(_ member: Int, of family: ChannelFamily, _ inverse: inout ToeplitzInverse) -> Table {
    let count = setting.slotCount
    let noise = setting.noise
    var column = (0..<count).map {
      family.members[member].covariance(megahertz: Double($0 * setting.spacing)).multiplied(by: 1 - noise)
    }
    column[0].real += noise
    inverse.invert(column)
    for slot in 0..<count where !setting.has(slot) { inverse.remove(slot) }
    var table = Table(logDeterminant: inverse.logDeterminant)
    for diagonal in 0..<count {
      for row in 0..<count - diagonal {
        let element = inverse.elements[row * count + row + diagonal]
        table.re.append(Float(element.real))
        table.im.append(Float(element.imaginary))
      }
      Self.fillUp(&table.re)
      Self.fillUp(&table.im)
    }
    return table
  }

  /// The logarithm of the determinant of the covariance of a member that was prepared.
  func logDeterminant(_ member: Int) -> Double { tables[member].logDeterminant }

  /// Adds the coefficients of the exponent y^H R^-1 y of a member that was prepared: term m is that of m turns of the
  /// delay a step.
  ///
  /// - Parameter start: where the coefficients begin in `sumRe` and `sumIm`.
  func addCoefficients(
    _ member: Int, _ pairs: TonePairs, to sumRe: inout [Float], _ sumIm: inout [Float], at start: Int
  ) {
    let count = setting.slotCount
    tables[member].re.withUnsafeBytes { re in
      tables[member].im.withUnsafeBytes { im in
        pairs.re.withUnsafeBytes { pairRe in
          pairs.im.withUnsafeBytes { pairIm in
            var place = 0
            for diagonal in 0..<count {
              var (x, y) = (Row.zero, Row.zero)
              for _ in 0..<(count &- diagonal &+ Row.scalarCount &- 1) / Row.scalarCount {
                let a = re.loadUnaligned(fromByteOffset: place, as: Row.self)
                let b = im.loadUnaligned(fromByteOffset: place, as: Row.self)
                let c = pairRe.loadUnaligned(fromByteOffset: place, as: Row.self)
                let d = pairIm.loadUnaligned(fromByteOffset: place, as: Row.self)
                x += a * c - b * d
                y += a * d + b * c
                place &+= Self.rowSize
              }
              // The diagonals below the main one are the conjugates of those above.
              let factor: Float = diagonal == 0 ? 1 : 2
              sumRe[start &+ diagonal] += factor * x.sum()
              sumIm[start &+ diagonal] += factor * y.sum()
            }
          }
        }
      }
    }
  }
}

/// The inverses that searches have made. Sessions of a study are alike, so that each would make the same ones.
private final class InverseLibrary: Sendable {
  static let shared = InverseLibrary()
  /// The most inverses that are kept, of about 30 KB each.
  private static let capacity = 512

  private struct Name: Hashable {
    let setting: ChannelInverses.Setting
    let member: Int
  }

  private let tables = Mutex<[Name: ChannelInverses.Table]>([:])

  /// The inverse of a member, made unless it is there. Threads may make the same one at the same time.
  func inverse(
    _ setting: ChannelInverses.Setting, _ member: Int, make: () -> ChannelInverses.Table
  ) -> ChannelInverses.Table {
    let name = Name(setting: setting, member: member)
    if let table = tables.withLock({ $0[name] }) { return table }
    let table = make()
    tables.withLock {
      if $0.count == Self.capacity { $0.removeAll() }
      $0[name] = table
    }
    return table
  }
}
