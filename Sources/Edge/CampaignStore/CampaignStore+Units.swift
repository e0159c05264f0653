package import Campaigns
package import Foundation
internal import GRDB
internal import RangeStudy
internal import Verdicts
internal import Wire

/// One run of the command on one machine.
package struct StoreSession: Sendable {
  package var host: String
  package var processors: Int
  package var jobs: Int
  /// As `3/40`; nil for the whole campaign.
  package var shard: String?

  package init(host: String, processors: Int, jobs: Int, shard: String?) {
    self.host = host
    self.processors = processors
    self.jobs = jobs
    self.shard = shard
  }
}

extension CampaignStore {
  /// Begins a session of an edition, and gives its name, which no other session of any store has. SQLite notes the time,
  /// which nothing depends on.
  package func begin(_ session: StoreSession, of edition: Int64) throws(StoreError) -> String {
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
  package func add(
    _ result: UnitResult, unit: Int, edition: Int64, session: String
  ) throws(StoreError) {
    let stored = StoredUnit(result, number: unit)
    try write { database in
      let digest = stored.digest(in: try StoredUnit.digest(ofEdition: edition, database))
      try Self.insert(stored, digest, edition: edition, session: session, into: database)
    }
  }

  private static func insert(
    _ unit: StoredUnit, _ digest: Data, edition: Int64, session: String, into database: Database
  ) throws {
    let insertion = try database.cachedStatement(
      sql: "INSERT INTO unit (edition, number, session, verdict, tally, digest) VALUES (?, ?, ?, ?, ?, ?)")
    try insertion.execute(arguments: [edition, unit.number, session, unit.verdict, unit.tally, digest])
    let row = try database.cachedStatement(
      sql: """
        INSERT INTO verdict (edition, unit, place, requirement, verdict, reason) VALUES (?, ?, ?, ?, ?, ?)
        """)
    for (place, item) in unit.verdicts.enumerated() {
      try row.execute(
        arguments: [edition, unit.number, place, item.requirement, item.verdict, item.reason])
    }
  }

  /// The units of an edition that are done.
  ///
  /// - Throws: `StoreError.damaged`, among others, if one is not below `count`.
  package func done(in edition: Int64, of count: Int) throws(StoreError) -> IndexSet {
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
  package func doneCount(in edition: Int64) throws(StoreError) -> Int {
    try read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM unit WHERE edition = ?", arguments: [edition]) ?? 0
    }
  }

  /// Gives the result of each unit of an edition, in the order of the units.
  package func results(
    of edition: Int64, _ each: (_ unit: Int, UnitResult) throws -> Void
  ) throws(StoreError) {
    try read { database in
      let editionDigest = try digest(of: edition, database)
      let rows = try Row.fetchCursor(
        database, sql: "SELECT \(columns) FROM unit WHERE edition = ? ORDER BY number", arguments: [edition])
      var last = -1
      while let row = try rows.next() {
        let unit = try StoredUnit(row, of: edition, database)
        // What is no number, which SQLite takes in any column, counts as 0.
        guard unit.number > last else { throw foreignUnit(unit.number) }
        last = unit.number
        try each(unit.number, try result(unit, try row.decode(forColumn: "digest"), in: editionDigest))
      }
    }
  }

  /// The results of an edition, added in the order of the units.
  ///
  /// - Parameters:
  ///   - units: those of the campaign.
  ///   - each: called with each unit and its result.
  /// - Throws: `StoreError` too where a unit or its kind is not that of the campaign.
  package func tally(
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
  package func result(of unit: Int, in edition: Int64) throws(StoreError) -> UnitResult? {
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
    do throws(WireError) {
      if let tally = unit.tally { return .ranged(try ChunkTally(decoding: Array(tally))) }
    } catch {
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

  /// Takes the units of other stores that this one has not, and gives how many came.
  ///
  /// If one cannot be merged, the stores before it are, and none of its units.
  ///
  /// - Parameter sources: the other stores, which were looked through, with the numbers of the edition in them.
  /// - Throws: `StoreError.differs` if a store has another result of a unit that this one has.
  package func merge(
    _ sources: [(path: String, edition: Int64)], into edition: Int64
  ) throws(StoreError) -> Int {
    var count = 0
    try writeWithoutTransaction { database in
      var rest = sources[...]
      while !rest.isEmpty {
        var failure: (any Error)?
        do {
          // A transaction for many small stores: the disk takes longer to end one than to copy a store.
          try database.inTransaction {
            var newCount = 0
            while failure == nil, newCount < Self.unitsPerTransaction, let source = rest.popFirst() {
              do {
                try database.inSavepoint {
                  newCount += try take(source, into: edition, database)
                  return .commit
                }
              } catch {
                failure = error
              }
            }
            count += newCount
            return .commit
          }
        } catch {
          throw failure ?? error
        }
        if let failure { throw failure }
      }
    }
    return count
  }

  /// A transaction of a merge ends after so many units, so that readers wait for a second at most.
  private static let unitsPerTransaction = 10_000

  private func take(
    _ source: (path: String, edition: Int64), into edition: Int64, _ database: Database
  ) throws -> Int {
    let editionDigest = try StoredUnit.digest(ofEdition: edition, database)
    let other = try CampaignStore(path: source.path, .reading)
    var count = 0
    try other.read { theirs in
      let sessions = try Row.fetchAll(
        theirs,
        sql: "SELECT id, ?, host, processors, jobs, shard, started FROM session WHERE edition = ?",
        arguments: [edition, source.edition])
      let units = try Row.fetchCursor(
        theirs, sql: "SELECT number, verdict, tally, session FROM unit WHERE edition = ? ORDER BY number",
        arguments: [source.edition])
      try Self.check(path) { try Self.insert(sessions: sessions, into: database) }
      while let row = try units.next() {
        let unit = try StoredUnit(row, of: source.edition, theirs)
        let session: String = try row.decode(forColumn: "session")
        let digest = unit.digest(in: editionDigest)
        try Self.check(path) {
          guard let known = try StoredUnit.digest(of: unit.number, in: edition, database) else {
            try Self.insert(unit, digest, edition: edition, session: session, into: database)
            count += 1
            return
          }
          if known != digest { throw StoreError.differs(unit: unit.number, paths: [path, source.path]) }
        }
      }
    }
    try other.close()
    return count
  }

  /// Takes sessions of another store that are not known.
  private static func insert(sessions: [Row], into database: Database) throws {
    let insertion = try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO session VALUES (?, ?, ?, ?, ?, ?, ?)")
    for session in sessions { try insertion.execute(arguments: StatementArguments(session.databaseValues)) }
  }
}
