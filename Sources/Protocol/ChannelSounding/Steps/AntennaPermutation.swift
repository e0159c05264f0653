/// The order in which a step measures its antenna paths. [Vol 6, Part H, 4.7.5]
public enum AntennaPermutation {
  /// Four paths by index, counted from 0; fewer paths use the first rows without the higher ones.
  private static let rows: [SIMD4<UInt8>] = [
    [0, 1, 2, 3], [1, 0, 2, 3], [0, 2, 1, 3], [2, 0, 1, 3], [2, 1, 0, 3], [1, 2, 0, 3],
    [0, 1, 3, 2], [1, 0, 3, 2], [0, 3, 1, 2], [3, 0, 1, 2], [3, 1, 0, 2], [1, 3, 0, 2],
    [0, 3, 2, 1], [3, 0, 2, 1], [0, 2, 3, 1], [2, 0, 3, 1], [2, 3, 0, 1], [3, 2, 0, 1],
    [3, 1, 2, 0], [1, 3, 2, 0], [3, 2, 1, 0], [2, 3, 1, 0], [2, 1, 3, 0], [1, 2, 3, 0],
  ]

  /// How many permutations 1 to 4 paths have.
  public static func count(paths: Int) -> Int {
    switch paths {
    case 1: 1
    case 2: 2
    case 3: 6
    case 4: 24
    default: preconditionFailure("there are no \(paths) antenna paths")
    }
  }

  /// The antenna path of a slot, counted from 0; the extension slot after the last repeats its path.
  /// - Parameters:
  ///   - slot: 0 to `paths`.
  ///   - index: The permutation index, below `count(paths:)`.
  ///   - paths: 1 to 4.
  public static func path(slot: Int, index: UInt8, paths: Int) -> Int {
    Int(rows[Int(index)][min(slot, paths - 1)])
  }
}

extension AntennaConfiguration {
  /// The antennas of a path, counted from 0: the reflector's change faster. [Vol 6, Part A, 5.3]
  public func antennas(path: Int) -> (initiator: Int, reflector: Int) {
    (path / reflectorAntennas, path % reflectorAntennas)
  }
}
