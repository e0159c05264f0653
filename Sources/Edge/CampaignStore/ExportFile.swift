internal import GRDB
internal import Glibc

/// Tables for other programs in a SQLite file.
public enum ExportFile {
  /// A value of a row.
  public enum Value: Sendable {
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
  public struct Table: Sendable {
    public var name: String
    /// The name and type of each column.
    public var columns: [(name: String, type: String)]
    public var rows: [[Value]] = []

    /// A table without rows.
    public init(_ name: String, _ columns: [(name: String, type: String)]) {
      self.name = name
      self.columns = columns
    }
  }

  /// Makes or replaces a file. It appears whole or not at all.
  public static func write(_ tables: [Table], at path: String) throws(StoreError) {
    guard !isStore(path) else { throw .isStore(path: path) }
    let partial = path + ".partial"
    unlink(partial)
    defer { unlink(partial) }
    try CampaignStore.check(path) {
      let database = try DatabaseQueue(path: partial)
      try database.write { database in
        for table in tables { try write(table, database) }
      }
      try database.close()
    }
    guard rename(partial, path) == 0 else {
      throw .unusable(path: path, reason: String(cString: strerror(errno)))
    }
  }

  /// Whether a file is the store of a campaign, by the kind that SQLite writes into its header.
  private static func isStore(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var octets = [UInt8](repeating: 0, count: 4)
    let count = octets.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 68) }
    return count == 4 && octets.reduce(0) { $0 << 8 | Int32($1) } == CampaignStore.applicationID
  }

  private static func write(_ table: Table, _ database: Database) throws {
    let columns = table.columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
    try database.execute(sql: "CREATE TABLE \(table.name) (\(columns))")
    let places = table.columns.map { _ in "?" }.joined(separator: ", ")
    let insertion = try database.makeStatement(sql: "INSERT INTO \(table.name) VALUES (\(places))")
    for row in table.rows { try insertion.execute(arguments: StatementArguments(row.map(\.databaseValue))) }
  }
}
