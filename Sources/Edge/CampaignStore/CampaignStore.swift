internal import Foundation
internal import GRDB
internal import Glibc

/// The results of a campaign in a SQLite file.
///
/// A unit and that it is done are one transaction, so that the end of the process or of the machine loses only units under
/// way, and none is done twice. Each edition of a campaign (its file, what it names, and the version of the tool) has
/// results of its own. [docs/campaigns.md has the tables]
package final class CampaignStore {
  /// How a store is opened.
  package enum Access: Sendable {
    /// To look into it, while another process may write.
    case reading
    /// To write results; the only process that does.
    case writing
    /// The same, in a folder that several machines share.
    case sharedWriting
  }

  /// As `application_id` of SQLite has it: "refl".
  private static let applicationID: Int32 = 0x7265_666C
  /// How long a writer waits for readers, in seconds: to read a large store takes minutes, and ends no run.
  private static let writerPatience = 3_600.0
  /// How long a reader waits for a writer, in seconds.
  private static let readerPatience = 60.0

  /// The file.
  package let path: String
  /// Whether its rows have digests. Those of the first version of the tables get them from the first writer.
  let hasDigests: Bool
  private let database: DatabaseQueue
  private let access: Access
  /// Nil if it is open for reading.
  package let lock: StoreLock?
  /// What was opened, which stays open where another file or none takes its place.
  private let file: OpenedFile?

  /// Opens a store; one that does not exist is made if it is to be written.
  ///
  /// - Parameter objection: why a store with these editions, the oldest first, is not opened; nil to open it.
  /// - Throws: `StoreError` if there is none to read, if another process writes, if the file is damaged or of another
  ///   kind, or if there is an objection. Nothing is changed then.
  package init(
    path: String, _ access: Access,
    objection: (_ editions: [(number: Int64, edition: Edition)]) -> String? = { _ in nil }
  ) throws(StoreError) {
    self.path = path
    self.access = access
    let isThere = FileManager.default.fileExists(atPath: path)
    guard isThere || access != .reading else { throw .missing(path: path) }
    lock = access == .reading ? nil : try StoreLock(of: path)
    (database, hasDigests) = try Self.check(path) {
      if isThere {
        let found = try Self.openForReading(path)
        let contents = try found.read { try Self.look(through: $0, path, access) }
        if let reason = objection(contents.editions) { throw StoreError.refused(reason: reason) }
        if access == .reading { return (found, contents.hasDigests) }
        try found.close()
      }
      let database = try Self.openForWriting(path, access)
      try StoreSchema.migrator.migrate(database)
      return (database, true)
    }
    file = OpenedFile(path)
  }

  /// Opens a store to look into it; nil if there is none, or if the process that made it was killed before it wrote.
  package static func existing(_ path: String) throws(StoreError) -> CampaignStore? {
    do throws(StoreError) {
      return try CampaignStore(path: path, .reading)
    } catch {
      if case .missing = error { return nil }
      throw error
    }
  }

  /// Whether a file is the store of a campaign, by the header of SQLite and the kind in it.
  package static func isStore(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { Glibc.close(descriptor) }
    var octets = [UInt8](repeating: 0, count: 72)
    let count = octets.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return count == octets.count && octets.starts(with: Array("SQLite format 3\0".utf8))
      && octets.suffix(4).reduce(0) { $0 << 8 | Int32($1) } == applicationID
  }

  private static func openForWriting(_ path: String, _ access: Access) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(writerPatience)
    configuration.prepareDatabase { database in
      // Before there are tables, and not in a log, so that a file is known for what it is at any moment.
      if try Int32.fetchOne(database, sql: "PRAGMA application_id") != applicationID {
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      }
      // Machines that share a folder do not share memory, which a write-ahead log needs.
      let mode = access == .writing ? "WAL" : "TRUNCATE"
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = \(mode)")
      try database.execute(sql: "PRAGMA synchronous = NORMAL")
    }
    return try DatabaseQueue(path: plainName(path), configuration: configuration)
  }

  /// Opens a file of which nothing is changed, but that SQLite ends what a process has begun that was killed.
  private static func openForReading(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = !FileManager.default.isWritableFile(atPath: path)
    configuration.busyMode = .timeout(readerPatience)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
    return try DatabaseQueue(path: plainName(path), configuration: configuration)
  }

  /// A path that SQLite takes for the name of a file: to it, `file:` begins an address with options, and `:` a name for
  /// memory.
  private static func plainName(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

  /// The editions, and whether rows have digests. Throws if a file is damaged, of another kind, or without anything to read.
  private static func look(
    through database: Database, _ path: String, _ access: Access
  ) throws -> (editions: [(number: Int64, edition: Edition)], hasDigests: Bool) {
    let found = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? "nothing"
    guard found == "ok" else { throw StoreError.damaged(path: path, reason: found) }
    let kind = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let isEmpty = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_master") == 0
    guard kind == applicationID || (kind == 0 && isEmpty) else { throw StoreError.foreign(path: path) }
    guard try database.tableExists("edition") else {
      guard try StoreSchema.migrator.appliedIdentifiers(database).isEmpty else {
        throw StoreError.damaged(path: path, reason: "a table is missing")
      }
      // The process that made it was killed before it wrote.
      if access == .reading { throw StoreError.missing(path: path) }
      return ([], true)
    }
    guard try !StoreSchema.migrator.hasBeenSuperseded(database) else { throw StoreError.newer(path: path) }
    guard let hasDigests = try StoreSchema.hasDigests(database) else {
      throw StoreError.damaged(path: path, reason: "its tables have no version")
    }
    // What cannot be read is found before anything is written.
    let editions = try editions(database, at: hasDigests ? path : nil)
    let orphans = "SELECT EXISTS (SELECT 1 FROM unit WHERE edition NOT IN (SELECT number FROM edition))"
    guard try Bool.fetchOne(database, sql: orphans) == false else {
      throw StoreError.damaged(path: path, reason: "an edition of its units is missing")
    }
    if hasDigests, access != .reading { try StoredUnit.checkAll(database, at: path) }
    return (editions, hasDigests)
  }

  /// Does something with the database, and says in our words what SQLite says.
  static func check<Value>(_ path: String, _ body: () throws -> Value) throws(StoreError) -> Value {
    do {
      return try body()
    } catch let error as StoreError {
      throw error
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    } catch is RowDecodingError {
      throw .damaged(path: path, reason: "a value has another type than its column")
    } catch is DecodingError {
      throw .damaged(path: path, reason: "an edition has no list of its files")
    } catch {
      throw .unusable(path: path, reason: "\(error)")
    }
  }

  /// Ends the use of the store, which then is one file that can be copied and read anywhere.
  package func close() throws(StoreError) {
    try Self.check(path) {
      if access != .reading {
        try database.writeWithoutTransaction { database in
          do {
            try database.execute(sql: "PRAGMA busy_timeout = 0")
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
          } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // Somebody reads and needs the log; the next writer takes it away.
          }
        }
      }
      try database.close()
    }
    lock?.release()
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try Self.check(path) { try database.read(body) }
  }

  func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try Self.check(path) { try database.writeWithoutTransaction(body) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    // SQLite writes on to a log that nobody finds again.
    guard OpenedFile(path) == file else { throw .moved(path: path) }
    return try Self.check(path) { try database.write(body) }
  }
}

// MARK: Editions

/// A campaign as a version of the tool understands it: results of two editions are never mixed.
package struct Edition: Sendable, Equatable {
  /// A file that the campaign names.
  package struct Source: Sendable, Equatable, Codable {
    /// As the campaign or the user names it.
    package var path: String
    /// SHA-256 of its octets and of those it extends, hex.
    package var digest: String

    package init(path: String, digest: String) {
      self.path = path
      self.digest = digest
    }
  }

  /// The name of the campaign.
  package var campaign: String
  /// Name and version of the tool.
  package var tool: String
  /// The campaign file.
  package var document: String
  /// What it names, in its order.
  package var sources: [Source]
  /// The number of units.
  package var unitCount: Int

  package init(campaign: String, tool: String, document: String, sources: [Source], unitCount: Int) {
    self.campaign = campaign
    self.tool = tool
    self.document = document
    self.sources = sources
    self.unitCount = unitCount
  }

  /// The digest of a source by its path; nil if the edition has no such source.
  package func digest(of path: String) -> String? { sources.first { $0.path == path }?.digest }

  /// What differs from another edition, in words; empty where nothing does.
  package func differences(from other: Edition) -> [String] {
    var differences: [String] = []
    if document != other.document { differences.append("the campaign file") }
    if tool != other.tool { differences.append("the version of the tool (\(other.tool), now \(tool))") }
    for source in sources where other.sources.contains(where: { $0.path == source.path && $0 != source }) {
      differences.append(source.path)
    }
    return differences.isEmpty && self != other ? ["what the campaign names"] : differences
  }
}

extension [(number: Int64, edition: Edition)] {
  /// The number of an edition; nil if it is not there.
  package func number(of edition: Edition) -> Int64? { last { $0.edition == edition }?.number }
}

extension CampaignStore {
  /// The editions with their numbers, the oldest first.
  package func editions() throws(StoreError) -> [(number: Int64, edition: Edition)] {
    try read { try Self.editions($0, at: hasDigests ? path : nil) }
  }

  /// Throws if one does not match its digest.
  ///
  /// - Parameter path: the store, for the message; nil where editions have no digest.
  private static func editions(
    _ database: Database, at path: String?
  ) throws -> [(number: Int64, edition: Edition)] {
    try EditionRow.order(Column("number")).fetchAll(database).map { row in
      if let path, row.digest != row.edition.contentDigest {
        throw StoreError.damaged(path: path, reason: "an edition does not match its digest")
      }
      return (row.number ?? 0, row.edition)
    }
  }

  /// Gives the rows of the first version of the tables their digests.
  static func addDigests(_ database: Database) throws {
    for row in try EditionRow.fetchAll(database) {
      try database.execute(
        sql: "UPDATE edition SET digest = ? WHERE number = ?",
        arguments: [row.edition.contentDigest, row.number])
    }
    try StoredUnit.addDigests(database)
  }

  /// The number of an edition; nil if it is not there.
  package func number(of edition: Edition) throws(StoreError) -> Int64? {
    try editions().number(of: edition)
  }

  /// Adds an edition unless it is there, and gives its number.
  package func add(_ edition: Edition) throws(StoreError) -> Int64 {
    if let number = try number(of: edition) { return number }
    return try write { database in
      var row = EditionRow(edition)
      try row.insert(database)
      return row.number ?? 0
    }
  }
}

extension Edition {
  /// The digest of all that it says.
  fileprivate var contentDigest: Data {
    var digest = RowDigest()
    for text in [campaign, tool, document] + sources.flatMap({ [$0.path, $0.digest] }) { digest.add(text) }
    digest.add(unitCount)
    return digest.value
  }
}

private struct EditionRow: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "edition"
  var number: Int64?
  var campaign: String
  var tool: String
  var document: String
  var sources: [Edition.Source]
  var unitCount: Int
  /// Nil in the first version of the tables.
  var digest: Data?

  init(_ edition: Edition) {
    campaign = edition.campaign
    tool = edition.tool
    document = edition.document
    sources = edition.sources
    unitCount = edition.unitCount
    digest = edition.contentDigest
  }

  var edition: Edition {
    Edition(campaign: campaign, tool: tool, document: document, sources: sources, unitCount: unitCount)
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { number = inserted.rowID }
}
