internal import GRDB
internal import GRDBSQLite

/// A SQLite file of tables for other programs.
package enum ExportFile {
  /// A value of a row.
  package enum Value: Sendable {
    case integer(Int)
    case real(Double)
    case text(String)
    case none

    fileprivate var databaseValue: DatabaseValue {
      switch self {
      case .integer(let number): number.databaseValue
      case .real(let number): number.databaseValue
      case .text(let text): text.databaseValue
      case .none: .null
      }
    }
  }

  /// A table with its rows.
  package struct Table: Sendable {
    package var name: String
    /// The name and type of each column.
    package var columns: [(name: String, type: String)]
    package var rows: [[Value]] = []

    /// A table without rows.
    package init(_ name: String, _ columns: [(name: String, type: String)]) {
      self.name = name
      self.columns = columns
    }
  }

  /// The octets of a SQLite file with these tables.
  ///
  /// - Throws: `StoreError` if SQLite refuses them; `path` names the file in messages.
  package static func octets(of tables: [Table], for path: String) throws(StoreError) -> [UInt8] {
    try CampaignStore.check(path) {
      let database = try DatabaseQueue()
      try database.write { database in
        for table in tables { try write(table, database) }
      }
      return try database.writeWithoutTransaction { database in
        var size: sqlite3_int64 = 0
        guard let image = sqlite3_serialize(database.sqliteConnection, "main", &size, 0) else {
          throw DatabaseError(resultCode: .SQLITE_NOMEM)
        }
        defer { sqlite3_free(image) }
        return Array(UnsafeBufferPointer(start: image, count: Int(size)))
      }
    }
  }

  private static func write(_ table: Table, _ database: Database) throws {
    let columns = table.columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
    try database.execute(sql: "CREATE TABLE \(table.name) (\(columns))")
    let places = table.columns.map { _ in "?" }.joined(separator: ", ")
    let insertion = try database.makeStatement(sql: "INSERT INTO \(table.name) VALUES (\(places))")
    for row in table.rows { try insertion.execute(arguments: StatementArguments(row.map(\.databaseValue))) }
  }
}
