internal import GRDB

/// The tables of a store, each with what is not said by the names of its columns.
///
/// - `edition`: `campaign` is the id, `document` the text of the campaign file, `sources` the path and SHA-256 of each file.
/// - `session`: a run of the command. `shard` is as `3/40`, null for a whole campaign.
/// - `unit`: one that is done. `verdict` is null for a chunk, `tally` (sums and histogram) for a check.
/// - `verdict`: of a requirement, whose `place` in its set counts from 0. `reason` is null for a pass.
enum StoreSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.create(table: "edition") { table in
        table.autoIncrementedPrimaryKey("number")
        table.column("campaign", .text).notNull()
        table.column("tool", .text).notNull()
        table.column("document", .text).notNull()
        table.column("sources", .jsonText).notNull()
        table.column("unitCount", .integer).notNull()
      }
      try database.create(table: "session") { table in
        table.primaryKey("id", .text)
        table.column("edition", .integer).notNull().references("edition")
        table.column("host", .text).notNull()
        table.column("processors", .integer).notNull()
        table.column("jobs", .integer).notNull()
        table.column("shard", .text)
        table.column("started", .text).notNull()
      }
      try database.create(table: "unit") { table in
        table.column("edition", .integer).notNull().references("edition")
        table.column("number", .integer).notNull()
        table.column("session", .text).notNull().references("session")
        table.column("verdict", .text)
        table.column("tally", .blob)
        table.primaryKey(["edition", "number"])
      }
      try database.create(table: "verdict", options: .withoutRowID) { table in
        table.column("edition", .integer).notNull()
        table.column("unit", .integer).notNull()
        table.column("place", .integer).notNull()
        table.column("requirement", .text).notNull()
        table.column("verdict", .text).notNull()
        table.column("reason", .text)
        table.primaryKey(["edition", "unit", "place"])
        table.foreignKey(["edition", "unit"], references: "unit", columns: ["edition", "number"])
      }
    }
    migrator.registerMigration("2") { database in
      for table in ["edition", "unit"] {
        try database.alter(table: table) { $0.add(column: "digest", .blob) }
      }
      try CampaignStore.addDigests(database)
    }
    return migrator
  }

  /// Whether the rows of a store have digests, as from version 2 on; nil if its tables are of no version.
  static func hasDigests(_ database: Database) throws -> Bool? {
    let versions = try migrator.completedMigrations(database)
    let hasColumn = try database.columns(in: "unit").contains { $0.name == "digest" }
    return versions.isEmpty || versions.contains("2") != hasColumn ? nil : hasColumn
  }
}
