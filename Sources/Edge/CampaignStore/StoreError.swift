internal import GRDB

/// What is wrong with a store.
package enum StoreError: Error, CustomStringConvertible {
  case missing(path: String)
  /// Another process writes to it.
  case inUse(path: String, holder: String)
  /// It is no store, or that of another program.
  case foreign(path: String)
  case damaged(path: String, reason: String)
  /// A later version of the tool has written it.
  case newer(path: String)
  case full(path: String)
  /// What was opened is no longer at its path.
  case moved(path: String)
  case unusable(path: String, reason: String)
  /// The caller objects to its editions.
  case refused(reason: String)
  /// Two stores have other results of one unit.
  case differs(unit: Int, paths: [String])

  /// A unit that does not match its digest.
  static func altered(unit: Int, path: String) -> StoreError {
    .damaged(path: path, reason: "unit \(unit) does not match its digest")
  }

  init(_ error: DatabaseError, path: String) {
    let reason =
      error.message?.replacing("\n", with: " ") ?? "error \(error.extendedResultCode.rawValue) of SQLite"
    self =
      switch error.resultCode {
      case .SQLITE_NOTADB: .foreign(path: path)
      case .SQLITE_CORRUPT: .damaged(path: path, reason: reason)
      case .SQLITE_FULL: .full(path: path)
      // A full disk has no room for the index of the log.
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .full(path: path)
      case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_DBMOVED: .moved(path: path)
      default: .unusable(path: path, reason: reason)
      }
  }

  /// The message for people.
  package var description: String {
    switch self {
    case .missing(let path):
      "there is no store \(path); 'reflector campaign run' makes it, or name another with --store"
    case .inUse(let path, let holder):
      "\(path) is in use by \(holder); wait for its end, or name another store with --store"
    case .foreign(let path): "\(path) is no store of a campaign; name a store, or a new file with --store"
    case .damaged(let path, let reason):
      "\(path) is damaged (\(reason.replacing("\n", with: " "))); nothing was changed. Take a copy of it from before, or begin anew with --store"
    case .newer(let path): "a later version of reflector has written \(path); use that version"
    case .full(let path):
      "the disk is full: \(path) has all units but those under way. Make room, and run the campaign again"
    case .moved(let path):
      "\(path) was moved, removed or replaced while it was in use. Put it back, or go on with what is there"
    case .unusable(let path, let reason): "cannot use \(path): \(reason)"
    case .refused(let reason): reason
    case .differs(let unit, let paths):
      "\(paths.joined(separator: " and ")) have other results of unit \(unit): one of the machines computes wrongly;"
        + " nothing of the second was merged. 'reflector campaign replay' computes the unit again"
    }
  }
}
