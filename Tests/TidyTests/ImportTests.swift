import Foundation
import ProjectFiles
import Testing

/// Folders, docs/architecture.md, Package.swift and imports say the same.
@Suite("Targets")
struct ImportTests {
  @Test("every folder on a floor is a row of docs/architecture.md, in the order of the floors")
  func folders() throws {
    let rows = try TargetTable.rows()
    #expect(rows.count > 10)
    #expect(Set(rows.map(\.target)).count == rows.count)
    let rowPlaces = rows.map { "\($0.floor)/\($0.target)" }.sorted()
    let base = ProjectFolder.url.appending(path: "Sources")
    let places = try Self.folders(of: base).flatMap { floor in
      try Self.folders(of: base.appending(path: floor)).map { "\(floor)/\($0)" }
    }
    #expect(places.sorted() == rowPlaces)
  }

  @Test("a target imports what Package.swift lists for it, no more and no less")
  func manifest() throws {
    let declared = try Manifest.dependencies()
    for folder in ["Sources", "Tests"] {
      let files = try SourceTree.swiftFiles(below: folder)
      for (target, files) in Dictionary(grouping: files, by: \.target) {
        guard let listed = declared[target] else {
          // What is compiled by other means: the fuzz targets, and a package beside this one.
          #expect(["Fuzz", "OutsidePackage"].contains(target), "\(target) is not in Package.swift")
          continue
        }
        let imported = Set(files.flatMap(\.imports)).subtracting(Self.ofTheToolchain)
        #expect(
          imported.isSubset(of: listed), "\(target) imports \(imported.subtracting(listed)), not listed")
        // A test that runs the executable has to have it built.
        let needless = listed.subtracting(imported).subtracting(
          folder == "Tests" ? ["ReflectorCommand"] : [])
        #expect(needless.isEmpty, "\(target) does not import \(needless), which Package.swift lists")
      }
    }
  }

  @Test("a target stands on those above it, and takes from outside what its row says")
  func floors() throws {
    var above = Set<String>()
    let files = Dictionary(grouping: try SourceTree.swiftFiles(below: "Sources"), by: \.target)
    let rows = try TargetTable.rows()
    let own = Set(rows.map(\.target))
    for row in rows {
      for file in files[row.target] ?? [] {
        for name in file.imports {
          let isAllowed = own.contains(name) ? above.contains(name) : row.outside.contains(name)
          #expect(isAllowed, "\(file.path) imports \(name), which docs/architecture.md does not allow")
          #expect(!row.never.contains(name), "\(file.path) imports \(name), which its row forbids")
        }
      }
      #expect(row.never.isSubset(of: own), "\(row.target) forbids what is no target")
      let imported = Set((files[row.target] ?? []).flatMap(\.imports))
      #expect(row.outside.isSubset(of: imported), "\(row.target) does not import all of \(row.outside)")
      above.insert(row.target)
    }
  }

  @Test("what only this package sees is not public, from Dissection on but for what is inlined")
  func access() throws {
    let products = Set(
      try SourceTree.text(of: "Package.swift").matches(of: /\.library\(name: "\w+", targets: \["(\w+)"\]\)/)
        .map { String($0.1) })
    #expect(products.count == 5)
    // A string can have a line that begins with the word.
    let declaration =
      /^ *(?:@\w+ )*public (?:import|static|final|override|convenience|mutating|private|fileprivate|internal|struct|class|enum|protocol|extension|func|var|let|init|subscript|typealias)\b/
    let targets = try TargetTable.rows().map(\.target).drop { $0 != "Dissection" }
    #expect(targets.count > 30)
    let files = Dictionary(grouping: try SourceTree.swiftFiles(below: "Sources"), by: \.target)
    for target in targets where !products.contains(target) && !Self.inlined.contains(target) {
      for file in files[target] ?? [] {
        for (number, line) in file.lines.enumerated()
        where line.contains("public ") && line.prefixMatch(of: declaration) != nil {
          Issue.record("\(file.path):\(number + 1): no product shows what is public here, expected package")
        }
      }
    }
  }

  @Test("what stands in a library product compiles where there is no Glibc")
  func portability() throws {
    let declared = try Manifest.dependencies()
    var needed: Set = ["VirtualPhone", "VirtualAccessorySetupKit"]
    var count = 0
    while count < needed.count {
      count = needed.count
      for target in needed { needed.formUnion(declared[target] ?? []) }
    }
    #expect(needed.contains("Capture"))
    for file in try SourceTree.swiftFiles(below: "Sources")
    where needed.contains(file.target) && file.target != "CLibrary" {
      #expect(!file.imports.contains("Glibc"), "\(file.path) imports Glibc, expected CLibrary")
    }
  }

  /// The compiler inlines and specialises public functions of these into the targets after them.
  private static let inlined: Set = ["VirtualController", "VirtualHost", "Initiator"]

  private static let ofTheToolchain: Set = [
    "Foundation", "FoundationNetworking", "FoundationXML", "Glibc", "Musl", "Darwin", "Dispatch",
    "Synchronization", "Testing", "XCTest",
  ]

  private static func folders(of place: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: [.isDirectoryKey])
      .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
      .map(\.lastPathComponent)
  }
}

/// The table of targets in docs/architecture.md.
enum TargetTable {
  struct Row {
    let floor: String
    let target: String
    let outside: Set<String>
    let never: Set<String>
  }

  static func rows() throws -> [Row] {
    var rows: [Row] = []
    for line in try SourceTree.text(of: "docs/architecture.md").split(separator: "\n") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count == 7, cells[2].hasPrefix("`") else { continue }
      rows.append(
        Row(
          floor: cells[1].isEmpty ? rows.last?.floor ?? "" : cells[1],
          target: cells[2].trimmingCharacters(in: ["`"]), outside: names(in: cells[4]),
          never: names(in: cells[5])))
    }
    return rows
  }

  private static func names(in cell: String) -> Set<String> {
    Set(cell.matches(of: /`(\w+)`/).map { String($0.1) })
  }
}

/// The targets of Package.swift with the modules that they list.
enum Manifest {
  static func dependencies() throws -> [String: Set<String>] {
    let text = try SourceTree.text(of: "Package.swift")
    var modules: [Substring: String] = [:]
    for match in text.matches(of: /let (\w+) = Target\.Dependency\.product\(name: "(\w+)"/) {
      modules[match.1] = String(match.2)
    }
    var found: [String: Set<String>] = [:]
    let declarations =
      /(?:library|executable|tests|\.target)\(\s*(?:name: )?"(?:\w+\/)?(\w+)"((?:,\s*(?:dependencies: \[\s*)?(?:"\w+"|\w+(?!\w|:)))*)/
    for match in text.matches(of: declarations) {
      let listed = match.2.replacing("dependencies: [", with: "").split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      found[String(match.1)] = Set(
        listed.filter { !$0.isEmpty }.map { modules[$0[...]] ?? $0.trimmingCharacters(in: ["\""]) })
    }
    return found
  }
}
