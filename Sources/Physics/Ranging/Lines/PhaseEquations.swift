/// Least squares of phases that lie on a slope over the channels, with a constant for each antenna path and a shift
/// for each subevent, of which a standard deviation is known beforehand.
///
/// The shifts are neither taken for nothing nor left free: their prior says how much the phase of one subevent
/// tells of another's. They leave the equations first, one division each, so that no more unknowns stay than
/// there are antenna paths and the slope. A shift is what is left of the carriers' difference over a time, so that it
/// is in proportion to the frequency: by 1 part in 2,442 more for each channel above the middle one.
public struct PhaseEquations: Sendable {
  /// The channel index from which channels are counted.
  public static let middleChannel = LineSearch.middleSlot
  /// How much more of a shift a tone has for each channel above the middle one.
  static let shiftGrowth = 1 / (2_402 + Double(middleChannel))

  /// The tones of one antenna path in one subevent; channels are counted from `middleChannel`.
  public struct Cell: Sendable {
    /// The sum of the weights, each one over the variance of a phase in square radians.
    public var weight = 0.0
    /// The sum of the weights times the channels.
    public var first = 0.0
    /// The sum of the weights times the squared channels.
    public var second = 0.0
    /// The sum of the weights times the phases.
    public var phase = 0.0
    /// The sum of the weights times channels and phases.
    public var moment = 0.0

    /// Tones without phases, of which only the worth is asked.
    public init(weight: Double, first: Double, second: Double) {
      (self.weight, self.first, self.second) = (weight, first, second)
    }

    /// The same tones with so much more variance each.
    public func divided(by variance: Double) -> Cell {
      Cell(
        weight: weight / variance, first: first / variance, second: second / variance,
        phase: phase / variance, moment: moment / variance)
    }

    /// The products of a shift's growth over the channels with itself, with the slope and with a constant.
    fileprivate var shiftWeight: Double { weight + shiftGrowth * (2 * first + shiftGrowth * second) }
    fileprivate var shiftFirst: Double { first + shiftGrowth * second }
    fileprivate var shiftConstant: Double { weight + shiftGrowth * first }

    init(weight: Double, first: Double, second: Double, phase: Double, moment: Double) {
      self.init(weight: weight, first: first, second: second)
      (self.phase, self.moment) = (phase, moment)
    }
  }

  private var cells: [Cell] = []
  private var places: [(path: Int, subevent: Int)] = []
  private var pathCount = 0
  private var subeventCount = 0
  /// The reduced equations of the path constants and the slope, row by row, the right side last in each row.
  private var matrix: [Double] = []
  private var shiftWeights: [Double] = []
  private var shiftFirsts: [Double] = []
  private var shiftPhases: [Double] = []

  /// What the slope, the path constants and the shifts of the subevents have to change by; radians, and radians a
  /// channel.
  private(set) var slope = 0.0
  private(set) var constants: [Double] = []
  private(set) var shifts: [Double] = []

  /// Equations without tones.
  public init() {}

  /// Takes all tones out and keeps the memory.
  public mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    (pathCount, subeventCount) = (0, 0)
  }

  /// Adds the tones of one antenna path in one subevent, both counted from 0.
  public mutating func add(_ cell: Cell, path: Int, subevent: Int) {
    cells.append(cell)
    places.append((path, subevent))
    pathCount = max(pathCount, path + 1)
    subeventCount = max(subeventCount, subevent + 1)
  }

  /// The information on the slope: one over the least variance of any estimate of it.
  ///
  /// - Parameter subeventPhaseRadians: the deviation of the shifts, 0 and up.
  public mutating func information(subeventPhaseRadians: Double) -> Double {
    solve(subeventPhaseRadians: subeventPhaseRadians, shifts: [])
  }

  /// Solves for the changes, and returns the information on the slope.
  ///
  /// - Parameter before: the shifts as they stand, which the prior draws to 0; empty for none.
  @discardableResult
  mutating func solve(subeventPhaseRadians: Double, shifts before: [Double]) -> Double {
    let hasShifts = subeventPhaseRadians > 0
    let width = pathCount + 2
    Self.clear(&matrix, (pathCount + 1) * width)
    for (cell, place) in zip(cells, places) {
      matrix[place.path * width + place.path] += cell.weight
      matrix[place.path * width + pathCount] += cell.first
      matrix[place.path * width + pathCount + 1] += cell.phase
      matrix[pathCount * width + pathCount] += cell.second
      matrix[pathCount * width + pathCount + 1] += cell.moment
    }
    if hasShifts {
      takeShiftsOut(prior: 1 / (subeventPhaseRadians * subeventPhaseRadians), before, width: width)
    }
    for path in 0..<pathCount { matrix[pathCount * width + path] = matrix[path * width + pathCount] }
    let information = eliminate(width)
    findShifts(hasShifts)
    return information
  }

  private static func clear(_ values: inout [Double], _ count: Int) {
    values.removeAll(keepingCapacity: true)
    for _ in 0..<count { values.append(0) }
  }

  private mutating func takeShiftsOut(prior: Double, _ before: [Double], width: Int) {
    Self.clear(&shiftWeights, subeventCount)
    Self.clear(&shiftFirsts, subeventCount)
    Self.clear(&shiftPhases, subeventCount)
    for subevent in 0..<subeventCount {
      shiftWeights[subevent] = prior
      if subevent < before.count { shiftPhases[subevent] = -prior * before[subevent] }
    }
    for (cell, place) in zip(cells, places) {
      shiftWeights[place.subevent] += cell.shiftWeight
      shiftFirsts[place.subevent] += cell.shiftFirst
      shiftPhases[place.subevent] += cell.phase + Self.shiftGrowth * cell.moment
    }
    for subevent in 0..<subeventCount {
      let part = shiftFirsts[subevent] / shiftWeights[subevent]
      matrix[pathCount * width + pathCount] -= part * shiftFirsts[subevent]
      matrix[pathCount * width + pathCount + 1] -= part * shiftPhases[subevent]
    }
    for (cell, place) in zip(cells, places) {
      let part = cell.shiftConstant / shiftWeights[place.subevent]
      matrix[place.path * width + pathCount] -= part * shiftFirsts[place.subevent]
      matrix[place.path * width + pathCount + 1] -= part * shiftPhases[place.subevent]
      for (other, otherPlace) in zip(cells, places) where otherPlace.subevent == place.subevent {
        matrix[place.path * width + otherPlace.path] -= part * other.shiftConstant
      }
    }
  }

  /// Gaussian elimination, the slope last; what is left of its own place is its information.
  private mutating func eliminate(_ width: Int) -> Double {
    let count = pathCount + 1
    for a in 0..<pathCount {
      let pivot = matrix[a * width + a]
      guard pivot > 0 else { continue }
      for b in a + 1..<count {
        let factor = matrix[b * width + a] / pivot
        for k in a..<width { matrix[b * width + k] -= factor * matrix[a * width + k] }
      }
    }
    let information = max(matrix[pathCount * width + pathCount], 0)
    slope = information > 0 ? matrix[pathCount * width + pathCount + 1] / information : 0
    Self.clear(&constants, pathCount)
    for a in (0..<pathCount).reversed() {
      let pivot = matrix[a * width + a]
      guard pivot > 0 else { continue }
      var rest = matrix[a * width + pathCount + 1] - matrix[a * width + pathCount] * slope
      for b in a + 1..<max(pathCount, a + 1) { rest -= matrix[a * width + b] * constants[b] }
      constants[a] = rest / pivot
    }
    return information
  }

  private mutating func findShifts(_ hasShifts: Bool) {
    Self.clear(&shifts, subeventCount)
    guard hasShifts else { return }
    for subevent in 0..<subeventCount {
      shifts[subevent] = shiftPhases[subevent] - shiftFirsts[subevent] * slope
    }
    for (cell, place) in zip(cells, places) {
      shifts[place.subevent] -= cell.shiftConstant * constants[place.path]
    }
    for subevent in 0..<subeventCount { shifts[subevent] /= shiftWeights[subevent] }
  }
}
