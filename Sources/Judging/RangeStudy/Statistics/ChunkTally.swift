internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Ranging
internal import Statistics
package import Wire

/// Sums and a histogram over procedures at one point, which can be stored and added.
package struct ChunkTally: Sendable, Equatable {
  private(set) var sums = ProcedureSums()
  private(set) var errors = RunningMoments()
  private(set) var squares = RunningMoments()
  private(set) var histogram = LogHistogram()
  /// Estimates over true distances.
  private(set) var line = RunningLine()

  /// Of no procedures.
  package init() {}

  /// Of the procedures of a chunk.
  package init(_ chunk: ChunkOutcome) {
    sums.add(chunk)
    for outcome in chunk.outcomes {
      guard let error = outcome.error, let metres = outcome.metres else { continue }
      errors.add(error)
      squares.add(error * error)
      histogram.add(error)
      line.add(x: outcome.trueMetres, y: metres)
    }
  }

  /// Adds the sums of later procedures. The order of additions decides the last digits of sums, so add in the order of the
  /// procedures.
  package mutating func add(_ other: ChunkTally) {
    sums.add(other.sums)
    errors.add(other.errors)
    squares.add(other.squares)
    histogram.add(other.histogram)
    line.add(other.line)
  }

  /// How many procedures were asked for.
  package var procedureCount: Int { sums.procedureCount }

  /// The root mean squared error in metres; nil without any distance.
  package var rmse: Double? { errors.count > 0 ? squares.mean.squareRoot() : nil }

  /// Why procedures are missing, or, if none gave a distance, what kept most of them from one; nil otherwise.
  package var failure: String? { sums.failure }

  /// The 90th percentile of the errors' sizes lies between two numbers, in metres, with 95 % confidence; nil where
  /// there are too few errors to tell.
  ///
  /// The ranks follow from the binomial distribution, taken as normal. [Conover, Practical Nonparametric Statistics, 3.2]
  package var p90Interval: ClosedRange<Double>? {
    let count = Double(histogram.count)
    let half = DistanceEstimate.intervalDeviations * (count * 0.9 * 0.1).squareRoot()
    let ranks = [Int((count * 0.9 - half).rounded(.down)), Int((count * 0.9 + half).rounded(.up)) + 1]
    guard ranks[0] >= 1, ranks[1] <= histogram.count else { return nil }
    return histogram.sizes.enclosure(ofRanks: ranks[0]...ranks[1])
  }

  /// How many errors lie between two sizes in metres, from the least up.
  package var errorCounts: [(from: Double, to: Double, count: Int)] {
    histogram.bins.map { bin, count in
      let range = LogHistogram.range(bin)
      return (range.lowerBound, range.upperBound, count)
    }
  }

  func figures(areIndependent: Bool) -> PointFigures {
    sums.figures(
      ErrorStatistics(errors, squares: squares, histogram: histogram, areIndependent: areIndependent))
  }
}

extension ChunkTally {
  /// The report of a study.
  ///
  /// - Parameter tallies: that of each point.
  package static func report(_ tallies: [ChunkTally], of plan: StudyPlan) -> StudyReport {
    precondition(tallies.count == plan.points.count, "each point has a tally")
    let areIndependent = plan.hasIndependentErrors
    var overall = ChunkTally()
    let places = plan.placesOfSettings
    var lines = [RunningLine](repeating: RunningLine(), count: places.count)
    for (point, tally) in zip(plan.points, tallies) {
      overall.add(tally)
      if let line = places[point.knobValues] { lines[line].add(tally.line) }
    }
    let points = zip(plan.points, tallies).map { point, tally in
      PointReport(
        distanceMetres: point.distanceMetres, knobValues: point.knobValues,
        figures: tally.figures(areIndependent: areIndependent), link: tally.sums.link,
        failure: tally.sums.failure)
    }
    return StudyReport(
      points: points, overall: overall.figures(areIndependent: areIndependent),
      lines: StudyReport.lines(of: plan, lines))
  }
}

// MARK: As octets

extension ChunkTally {
  package static func == (a: ChunkTally, b: ChunkTally) -> Bool { a.encoded == b.encoded }

  /// The tally that `encoded` made octets of.
  ///
  /// - Throws: `WireError` for other octets.
  package init(decoding octets: [UInt8]) throws(WireError) {
    let stored = try StoredTally(decoding: octets)
    sums = stored.sums
    errors = stored.errors
    squares = stored.squares
    line = stored.line
    guard let histogram = LogHistogram(bins: stored.bins), histogram.count == errors.count,
      squares.count == errors.count, line.count == errors.count, sums.estimateCount == errors.count,
      squares.mean >= 0, sums.squaredBounds >= 0, sums.unboundedCount <= sums.estimateCount
    else {
      throw .invalid(field: "histogram", value: UInt64(stored.bins.count))
    }
    self.histogram = histogram
  }

  /// The tally as octets; the same tally gives the same octets.
  package var encoded: [UInt8] {
    StoredTally(sums: sums, errors: errors, squares: squares, line: line, bins: histogram.bins).encoded()
  }
}

/// A tally as it is stored. Numbers with a fraction are stored bit for bit.
private struct StoredTally: PDU {
  var sums = ProcedureSums()
  var errors = RunningMoments()
  var squares = RunningMoments()
  var line = RunningLine()
  var bins: [(bin: Int, count: Int)] = []

  mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.count("procedures", &sums.procedureCount)
    try visitor.count("ran", &sums.ranCount)
    try visitor.count("estimates", &sums.estimateCount)
    try visitor.count("steps", &sums.stepCount)
    try visitor.double("seconds", &sums.seconds)
    try visitor.count("air_us", &sums.airMicroseconds)
    try visitor.count("subevents", &sums.subeventCount)
    try visitor.count("tones", &sums.toneCount)
    try visitor.double("squared_bounds", &sums.squaredBounds)
    try visitor.count("checked", &sums.suspicion.checkedCount)
    try visitor.count("contradicted", &sums.suspicion.contradictedCount)
    try visitor.count("rated", &sums.suspicion.ratedCount)
    try visitor.count("likely", &sums.suspicion.likelyCount)
    try visitor.moments(&errors)
    try visitor.moments(&squares)
    try visitor.line(&line)
    try visitor.text("failure", &sums.stop)
    var parts = StoredParts(of: sums)
    try visitor.parts(&parts)
    if parts.contains(.link) { try visitor.link(&sums.link) }
    if parts.contains(.gaps) { try visitor.gaps(&sums) }
    try visitor.bins(&bins)
  }

  static func == (a: StoredTally, b: StoredTally) -> Bool { a.encoded() == b.encoded() }
  func hash(into hasher: inout Hasher) { hasher.combine(encoded()) }
}

/// Which parts of a tally follow, as most have only the first.
private struct StoredParts: OptionSet {
  static let link = StoredParts(rawValue: 1)
  /// Procedures without a distance, and distances without a bound.
  static let gaps = StoredParts(rawValue: 2)

  var rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(of sums: ProcedureSums) {
    self = sums.link == nil ? [] : .link
    if sums.unboundedCount > 0 || sums.obstacles.commonest != nil { insert(.gaps) }
  }
}

extension FieldVisitor {
  fileprivate mutating func parts(_ parts: inout StoredParts) throws(WireError) {
    try u8("parts", &parts.rawValue)
    guard parts.isSubset(of: [.link, .gaps]) else {
      throw .invalid(field: "parts", value: UInt64(parts.rawValue))
    }
  }

  /// The counts of the obstacles that the writer knew.
  fileprivate mutating func gaps(_ sums: inout ProcedureSums) throws(WireError) {
    let known = DistanceObstacle.allCases
    try count("unbounded", &sums.unboundedCount)
    var obstacleCount = UInt8(known.count)
    try u8("obstacles", &obstacleCount)
    guard obstacleCount <= known.count else {
      throw .invalid(field: "obstacles", value: UInt64(obstacleCount))
    }
    for obstacle in known.prefix(Int(obstacleCount)) {
      try count("obstacle", &sums.obstacles[obstacle, default: 0])
    }
  }

  fileprivate mutating func count(_ name: StaticString, _ value: inout Int) throws(WireError) {
    var bits = UInt64(value)
    try u64(name, &bits)
    // Sums of any number of units stay far from overflow.
    guard bits < 1 << 44 else { throw .invalid(field: "\(name)", value: bits) }
    value = Int(bits)
  }

  fileprivate mutating func double(_ name: StaticString, _ value: inout Double) throws(WireError) {
    var bits = value.bitPattern
    try u64(name, &bits)
    value = Double(bitPattern: bits)
    // Sums and squares of any number of units stay finite.
    guard value.magnitude < 1e30 else { throw .invalid(field: "\(name)", value: bits) }
  }

  fileprivate mutating func moments(_ moments: inout RunningMoments) throws(WireError) {
    var (count, mean, squares) = (moments.count, moments.mean, moments.squares)
    try self.count("count", &count)
    try double("mean", &mean)
    try double("squares", &squares)
    guard squares >= 0 else { throw .invalid(field: "squares", value: squares.bitPattern) }
    moments = RunningMoments(count: count, mean: mean, squares: squares)
  }

  fileprivate mutating func line(_ line: inout RunningLine) throws(WireError) {
    var count = line.count
    var sums = [line.meanX, line.meanY, line.squaresX, line.squaresY, line.products]
    try self.count("points", &count)
    for index in sums.indices { try double("sum", &sums[index]) }
    line = RunningLine(
      count: count, meanX: sums[0], meanY: sums[1], squaresX: sums[2], squaresY: sums[3], products: sums[4])
  }

  /// Octets after their count.
  fileprivate mutating func part(_ name: StaticString, _ octets: inout [UInt8]) throws(WireError) {
    var count = UInt16(octets.count)
    try u16(name, &count)
    try self.octets(Int(count), name, &octets)
  }

  fileprivate mutating func text(_ name: StaticString, _ text: inout String?) throws(WireError) {
    var octets = Array((text ?? "").utf8)
    try part(name, &octets)
    text = octets.isEmpty ? nil : String(decoding: octets, as: UTF8.self)
  }

  fileprivate mutating func link(_ link: inout AgreedLink?) throws(WireError) {
    var agreed =
      link
      ?? AgreedLink(
        configuration: CSConfiguration(), antennaPathCount: 0, toneSNRDecibels: 0, phaseNoiseRadians: 0)
    var event = LECSConfigCompleteEvent(connectionHandle: 0, configuration: agreed.configuration).encoded()
    try part("configuration", &event)
    agreed.configuration = try LECSConfigCompleteEvent(decoding: event).configuration()
    try count("antenna_paths", &agreed.antennaPathCount)
    try double("snr_db", &agreed.toneSNRDecibels)
    try double("phase_noise_rad", &agreed.phaseNoiseRadians)
    link = agreed
  }

  /// The bins in rising order to the end, each as its distance from the one before, and its count.
  fileprivate mutating func bins(_ bins: inout [(bin: Int, count: Int)]) throws(WireError) {
    var octets: [UInt8] = []
    var last = -Int(Int16.max)
    for (bin, count) in bins {
      octets += VariableLength.octets(bin - last) + VariableLength.octets(count)
      last = bin
    }
    try rest("histogram", &octets)
    bins = []
    last = -Int(Int16.max)
    var numbers = try VariableLength.numbers(octets)[...]
    while let step = numbers.popFirst() {
      guard let count = numbers.popFirst() else {
        throw .truncated(field: "histogram", neededBits: 8, availableBits: 0)
      }
      last += step
      guard last <= Int(Int16.max), count < 1 << 44 else {
        throw .invalid(field: "histogram", value: UInt64(count))
      }
      bins.append((last, count))
    }
  }
}

/// Whole numbers from 0 up, seven bits an octet, least significant first; the highest bit says that more follow.
private enum VariableLength {
  /// The most octets of a number.
  private static let maximum = 8

  static func octets(_ number: Int) -> [UInt8] {
    var (rest, octets) = (UInt64(number), [UInt8]())
    while rest > 0x7F {
      octets.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return octets + [UInt8(rest)]
  }

  static func numbers(_ octets: [UInt8]) throws(WireError) -> [Int] {
    var numbers: [Int] = []
    var (number, place) = (0, 0)
    for octet in octets {
      guard place < maximum else { throw .invalid(field: "histogram", value: UInt64(octet)) }
      number |= Int(octet & 0x7F) << (7 * place)
      place += 1
      if octet & 0x80 != 0 { continue }
      numbers.append(number)
      (number, place) = (0, 0)
    }
    guard place == 0 else { throw .truncated(field: "histogram", neededBits: 8, availableBits: 0) }
    return numbers
  }
}
