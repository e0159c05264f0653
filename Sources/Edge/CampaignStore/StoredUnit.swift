internal import Campaigns
internal import CryptoToolbox
internal import Foundation
internal import GRDB
internal import RangeStudy
internal import Verdicts

/// A unit as the rows of the store have it.
struct StoredUnit {
  /// A row of the table `verdict`.
  struct VerdictRow {
    var requirement: String
    var verdict: String
    var reason: String?
  }

  /// The number of the unit.
  var number: Int
  /// Nil for a chunk.
  var verdict: String?
  /// Nil for a check.
  var tally: Data?
  /// In the order of the requirement set; none for a chunk.
  var verdicts: [VerdictRow]

  init(_ result: UnitResult, number: Int) {
    self.number = number
    switch result {
    case .ranged(let tally):
      self.tally = Data(tally.encoded)
      verdicts = []
    case .checked(let found):
      verdict = found.verdict.rawValue
      verdicts = found.rows.map {
        VerdictRow(requirement: $0.requirement, verdict: $0.verdict.rawValue, reason: $0.reason)
      }
    }
  }

  /// Takes the columns `number`, `verdict` and `tally` of a row, and reads the verdicts of a check.
  init(_ row: Row, of edition: Int64, _ database: Database) throws {
    number = try row.decode(forColumn: "number")
    verdict = try row.decode(forColumn: "verdict")
    tally = try row.decode(forColumn: "tally")
    guard tally == nil else {
      verdicts = []
      return
    }
    let rows = try database.cachedStatement(
      sql: "SELECT requirement, verdict, reason FROM verdict WHERE edition = ? AND unit = ? ORDER BY place")
    verdicts = try Row.fetchAll(rows, arguments: [edition, number]).map { row in
      VerdictRow(
        requirement: try row.decode(forColumn: "requirement"), verdict: try row.decode(forColumn: "verdict"),
        reason: try row.decode(forColumn: "reason"))
    }
  }

  /// The digest of all that a report takes from it.
  ///
  /// - Parameter edition: the digest of its edition.
  func digest(in edition: Data) -> Data {
    var digest = RowDigest()
    digest.add(Array(edition))
    digest.add(number)
    digest.add(verdict)
    digest.add(tally.map { Array($0) })
    for row in verdicts {
      digest.add(row.requirement)
      digest.add(row.verdict)
      digest.add(row.reason)
    }
    return digest.value
  }
}

// MARK: All units of a store

extension StoredUnit {
  /// Throws if a unit of any edition does not match its digest.
  ///
  /// - Parameter path: the store, for the message.
  static func checkAll(_ database: Database, at path: String) throws {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT unit.edition, unit.number, unit.verdict, unit.tally, unit.digest, edition.digest AS editionDigest
        FROM unit JOIN edition ON edition.number = unit.edition
        """)
    while let row = try rows.next() {
      let unit = try StoredUnit(row, of: row.decode(forColumn: "edition"), database)
      let edition: Data = try row.decode(forColumn: "editionDigest")
      guard try row.decode(Data?.self, forColumn: "digest") == unit.digest(in: edition) else {
        throw StoreError.altered(unit: unit.number, path: path)
      }
    }
  }

  /// Gives digests to the units without one, which are of the first version of the tables. Their editions have digests.
  static func addDigests(_ database: Database) throws {
    let selection = try database.cachedStatement(
      sql: "SELECT number, verdict, tally FROM unit WHERE edition = ? AND number = ?")
    let update = try database.cachedStatement(
      sql: "UPDATE unit SET digest = ? WHERE edition = ? AND number = ?")
    for edition in try Int64.fetchAll(database, sql: "SELECT number FROM edition") {
      let editionDigest = try digest(ofEdition: edition, database)
      let numbers = try Int.fetchAll(
        database, sql: "SELECT number FROM unit WHERE edition = ? AND digest IS NULL", arguments: [edition])
      for number in numbers {
        guard let row = try Row.fetchOne(selection, arguments: [edition, number]) else { continue }
        let unit = try StoredUnit(row, of: edition, database)
        try update.execute(arguments: [unit.digest(in: editionDigest), edition, number])
      }
    }
  }

  /// The digest of a unit; nil if it has not run.
  static func digest(of unit: Int, in edition: Int64, _ database: Database) throws -> Data? {
    let selection = try database.cachedStatement(
      sql: "SELECT digest FROM unit WHERE edition = ? AND number = ?")
    return try Data.fetchOne(selection, arguments: [edition, unit])
  }

  /// The digest of an edition.
  static func digest(ofEdition number: Int64, _ database: Database) throws -> Data {
    let selection = try database.cachedStatement(sql: "SELECT digest FROM edition WHERE number = ?")
    return try Data.fetchOne(selection, arguments: [number]) ?? Data()
  }
}

/// The digest of values, by which damage to a row is found: the first 16 octets of SHA-256 over each value after its length.
struct RowDigest {
  private static let size = 16
  private var octets: [UInt8] = []

  /// Adds a value. Nil differs from an empty one.
  mutating func add(_ value: [UInt8]?) {
    add(value?.count ?? -1)
    octets += value ?? []
  }

  mutating func add(_ text: String?) { add(text.map { Array($0.utf8) }) }

  mutating func add(_ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { octets += Array($0) }
  }

  var value: Data { Data(ContentDigest.octets(of: octets).prefix(Self.size)) }
}
