public import Campaigns
public import Foundation
internal import GRDB
internal import RangeStudy
internal import Verdicts
internal import Wire

/// One run of the command on one machine.
public struct StoreSession: Sendable {
  public var host: String
  public var processors: Int
  public var jobs: Int
  /// As `3/40`; nil for the whole campaign.
  public var shard: String?

  public init(host: String, processors: Int, jobs: Int, shard: String?) {
    self.host = host
    self.processors = processors
    self.jobs = jobs
    self.shard = shard
  }
}

extension CampaignStore {
  /// Begins a session of an edition, and gives its name, which no other session of any store has. SQLite notes the time,
  /// which nothing depends on.
  public func begin(_ session: StoreSession, of edition: Int64) throws(StoreError) -> String {
    try write { database in
      try String.fetchOne(
        database,
        sql: """
          INSERT INTO session (id, edition, host, processors, jobs, shard, started)
          VALUES (lower(hex(randomblob(16))), ?, ?, ?, ?, ?, CURRENT_TIMESTAMP) RETURNING id
          """,
        arguments: [edition, session.host, session.processors, session.jobs, session.shard]) ?? ""
    }
  }

  /// Stores the result of a unit with its mark "done".
  public func add(
    _ result: UnitResult, unit: Int, edition: Int64, session: String
  ) throws(StoreError) {
    try write { try Self.insert(result, unit: unit, edition: edition, session: session, into: $0) }
  }

  private static func insert(
    _ result: UnitResult, unit: Int, edition: Int64, session: String, into database: Database
  ) throws {
    let stored = StoredUnit(result, number: unit)
    let digest = stored.digest(in: try StoredUnit.digest(ofEdition: edition, database))
    let insertion = try database.cachedStatement(
      sql: "INSERT INTO unit (edition, number, session, verdict, tally, digest) VALUES (?, ?, ?, ?, ?, ?)")
    try insertion.execute(arguments: [edition, unit, session, stored.verdict, stored.tally, digest])
    let row = try database.cachedStatement(
      sql:
        "INSERT INTO verdict (edition, unit, place, requirement, verdict, reason) VALUES (?, ?, ?, ?, ?, ?)")
    for (place, item) in stored.verdicts.enumerated() {
      try row.execute(arguments: [edition, unit, place, item.requirement, item.verdict, item.reason])
    }
  }

  /// The units of an edition that are done.
  ///
  /// - Throws: `StoreError.damaged`, among others, if one is not below `count`.
  public func done(in edition: Int64, of count: Int) throws(StoreError) -> IndexSet {
    try read { database in
      var done = IndexSet()
      let numbers = try Int.fetchCursor(
        database, sql: "SELECT number FROM unit WHERE edition = ? ORDER BY number", arguments: [edition])
      while let number = try numbers.next() {
        guard (0..<count).contains(number) else { throw foreignUnit(number) }
        done.insert(number)
      }
      return done
    }
  }

  /// How many units of an edition are done.
  public func doneCount(in edition: Int64) throws(StoreError) -> Int {
    try read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM unit WHERE edition = ?", arguments: [edition]) ?? 0
    }
  }

  /// Gives the result of each unit of an edition, in the order of the units.
  public func results(
    of edition: Int64, _ each: (_ unit: Int, UnitResult) throws -> Void
  ) throws(StoreError) {
    try read { database in
      let digest = try digest(of: edition, database)
      let rows = try Row.fetchCursor(
        database, sql: "SELECT \(columns) FROM unit WHERE edition = ? ORDER BY number", arguments: [edition])
      var last = -1
      while let row = try rows.next() {
        let unit = try StoredUnit(row, of: edition, database)
        // What is no number, which SQLite takes in any column, counts as 0.
        guard unit.number > last else { throw foreignUnit(unit.number) }
        last = unit.number
        try each(unit.number, try result(unit, try row.decode(forColumn: "digest"), in: digest))
      }
    }
  }

  /// The results of an edition, added in the order of the units.
  ///
  /// - Parameters:
  ///   - units: those of the campaign.
  ///   - each: called with each unit and its result.
  /// - Throws: `StoreError` too where a unit or its kind is not that of the campaign.
  public func tally(
    of units: CampaignUnits, in edition: Int64, each: (_ unit: Int, UnitResult) -> Void = { _, _ in }
  ) throws(StoreError) -> CampaignTally {
    var tally = CampaignTally(units)
    try results(of: edition) { unit, result in
      guard units.fits(result, unit) else { throw foreignUnit(unit) }
      tally.add(result, of: unit)
      each(unit, result)
    }
    return tally
  }

  /// The result of one unit of an edition; nil if it has not run.
  public func result(of unit: Int, in edition: Int64) throws(StoreError) -> UnitResult? {
    try read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT \(columns) FROM unit WHERE edition = ? AND number = ?",
        arguments: [edition, unit])
      return try row.map { row in
        try result(
          StoredUnit(row, of: edition, database), row.decode(forColumn: "digest"),
          in: digest(of: edition, database))
      }
    }
  }

  private var columns: String { "number, verdict, tally, \(hasDigests ? "digest" : "NULL AS digest")" }

  /// The digest of an edition; nil where rows have none.
  private func digest(of edition: Int64, _ database: Database) throws -> Data? {
    hasDigests ? try StoredUnit.digest(ofEdition: edition, database) : nil
  }

  private func foreignUnit(_ number: Int) -> StoreError {
    .damaged(path: path, reason: "unit \(number) is none of the campaign")
  }

  /// The result that a unit has. Throws if it does not match its digest.
  ///
  /// - Parameter edition: the digest of its edition; nil where rows have none.
  private func result(_ unit: StoredUnit, _ digest: Data?, in edition: Data?) throws -> UnitResult {
    let result = try result(unit)
    if let edition, digest != unit.digest(in: edition) {
      throw StoreError.altered(unit: unit.number, path: path)
    }
    return result
  }

  private func result(_ unit: StoredUnit) throws -> UnitResult {
    do {
      if let tally = unit.tally { return .ranged(try ChunkTally(decoding: Array(tally))) }
    } catch let error as WireError {
      throw StoreError.damaged(path: path, reason: "unit \(unit.number): \(error)")
    }
    let rows = try unit.verdicts.map { row in
      CheckVerdicts.Row(
        requirement: row.requirement, verdict: try verdict(row.verdict, of: unit.number), reason: row.reason)
    }
    return .checked(CheckVerdicts(verdict: try verdict(unit.verdict ?? "", of: unit.number), rows: rows))
  }

  private func verdict(_ name: String, of unit: Int) throws -> Verdict {
    guard let verdict = Verdict(rawValue: name) else {
      throw StoreError.damaged(path: path, reason: "unit \(unit) has the verdict '\(name)', which is none")
    }
    return verdict
  }

  /// Takes the units of another store's edition that this one has not, and gives how many came.
  ///
  /// - Parameters:
  ///   - path: the other store, which was looked through.
  ///   - theirs: the number of the edition in it.
  /// - Throws: `StoreError.differs` if both have a unit and its results differ.
  public func merge(
    _ path: String, edition theirs: Int64, into edition: Int64
  ) throws(StoreError) -> Int {
    try writeWithoutTransaction { database in
      try database.execute(sql: "ATTACH DATABASE ? AS other", arguments: [Self.plainName(path)])
      let merged = Result { try merge(theirs, of: path, into: edition, database) }
      try database.execute(sql: "DETACH DATABASE other")
      return try merged.get()
    }
  }

  /// Merges the attached store.
  private func merge(
    _ theirs: Int64, of path: String, into edition: Int64, _ database: Database
  ) throws -> Int {
    var count = 0
    try database.inTransaction {
      let both: StatementArguments = ["edition": edition, "theirs": theirs]
      if let unit = try Self.differingUnit(both, database) {
        throw StoreError.differs(unit: unit, paths: [self.path, path])
      }
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO session
          SELECT id, :edition, host, processors, jobs, shard, started FROM other.session WHERE edition = :theirs
          """, arguments: both)
      let haveDigests =
        try Bool.fetchOne(
          database, sql: "SELECT EXISTS (SELECT 1 FROM other.grdb_migrations WHERE identifier = '2')")
        ?? false
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO unit
          SELECT :edition, number, session, verdict, tally, \(haveDigests ? "digest" : "NULL")
          FROM other.unit WHERE edition = :theirs
          """, arguments: both)
      count = database.changesCount
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO verdict
          SELECT :edition, unit, place, requirement, verdict, reason FROM other.verdict WHERE edition = :theirs
          """, arguments: both)
      if !haveDigests { try StoredUnit.addDigests(database) }
      return .commit
    }
    return count
  }

  /// A unit of which both have another tally or other verdicts; nil if there is none.
  private static func differingUnit(_ both: StatementArguments, _ database: Database) throws -> Int? {
    let tallies = """
      SELECT mine.number FROM unit AS mine JOIN other.unit AS new ON mine.number = new.number
      WHERE mine.edition = :edition AND new.edition = :theirs
      AND (mine.tally IS NOT new.tally OR mine.verdict IS NOT new.verdict)
      """
    let columns = "unit, place, requirement, verdict, reason"
    let mine = """
      SELECT \(columns) FROM verdict WHERE edition = :edition
      AND unit IN (SELECT number FROM other.unit WHERE edition = :theirs)
      """
    let new = """
      SELECT \(columns) FROM other.verdict WHERE edition = :theirs
      AND unit IN (SELECT number FROM unit WHERE edition = :edition)
      """
    let verdicts = "SELECT unit FROM (\(mine) EXCEPT \(new)) UNION SELECT unit FROM (\(new) EXCEPT \(mine))"
    return try Int.fetchOne(database, sql: "\(tallies) UNION \(verdicts) ORDER BY 1 LIMIT 1", arguments: both)
  }
}
