import Foundation
import Testing

/// docs/phone-api.md lists each symbol of the mirrored frameworks.
@Suite("The mirrored frameworks")
struct MirrorTests {
  @Test(
    "have the symbols that the page lists, no more and no less",
    arguments: [("VirtualCoreBluetooth", "CB", 200), ("VirtualAccessorySetupKit", "AS", 120)])
  func symbols(_ module: String, _ prefix: String, _ leastCount: Int) throws {
    let declared = try SourceTree.swiftFiles(below: "Sources/Edge/\(module)").flatMap {
      MirroredSymbols(in: $0, prefix: prefix)
    }
    let page = try SourceTree.text(of: "docs/phone-api.md")
    let listed = Self.symbols(of: page).filter { $0.hasPrefix(prefix) }
    #expect(declared.count > leastCount)
    #expect(Set(declared).subtracting(listed).sorted() == [], "not in docs/phone-api.md")
    #expect(Set(listed).subtracting(declared).sorted() == [], "not in the code")
    #expect(listed.count == Set(listed).count)
  }

  /// The types and constants of the tables of symbols, which stand first in their rows, and the members of the types.
  private static func symbols(of page: String) -> [String] {
    page.matches(of: #/\n\| `([^`]*)`([^|]*)\|(.*)/#).flatMap { row in
      let members = row.3.matches(of: #/`([^`]*)`/#).map { "\(row.1).\($0.1)" }
      return [String(row.1)] + members
    }
  }
}

/// The names of the public declarations of a file that swift-format has laid out.
struct MirroredSymbols: Sequence {
  private let prefix: String
  private var names: [String] = []
  /// The types around a line, each with its indentation and whether its members are public without the word.
  private var types: [(indentation: Int, name: String, isOpen: Bool)] = []

  /// - Parameter prefix: how the names of the framework begin.
  init(in file: SourceTree.File, prefix: String) {
    self.prefix = prefix
    var pending = ""
    for line in file.lines {
      pending += pending.isEmpty ? String(line) : " " + line.trimmingCharacters(in: .whitespaces)
      if pending.count(where: { $0 == "(" }) > pending.count(where: { $0 == ")" }) { continue }
      take(pending)
      pending = ""
    }
  }

  func makeIterator() -> IndexingIterator<[String]> { names.makeIterator() }

  private mutating func take(_ line: String) {
    let indentation = line.prefix { $0 == " " }.count
    let text = line.dropFirst(indentation)
    if text.isEmpty || text.hasPrefix("//") || text.hasPrefix("@") || text.hasPrefix("#") { return }
    types.removeAll { $0.indentation >= indentation }
    let form =
      /^((?:public|open|package|internal|private|fileprivate)(?:\(set\))? )?((?:(?:final|static|class|weak|convenience|override|mutating|internal\(set\)) )*)(class|struct|enum|protocol|extension|func|init|var|let|case|typealias)\b ?`?([\w.~=]*)`?(.*)/
    guard let match = text.firstMatch(of: form) else { return }
    let (access, kind, rest) = (match.1 ?? "", String(match.3), String(match.5))
    let outer = types.last
    let isPublic =
      access.hasPrefix("public") || access.hasPrefix("open")
      || (access.isEmpty && outer?.isOpen == true && kind != "init")
    let path = outer.map { $0.name + "." } ?? ""
    var name = path + match.4
    if kind == "func" || kind == "init" {
      name = path + (kind == "init" ? "init" : match.4) + Self.labels(of: rest)
    }
    let isType = ["class", "struct", "enum", "protocol", "extension"].contains(kind)
    if isType {
      let isOpen = kind == "protocol" || kind == "enum"
      types.append((indentation, kind == "extension" ? String(match.4) : name, isPublic && isOpen))
    } else if kind == "case", outer?.isOpen != true {
      return
    } else if indentation > (outer?.indentation ?? -2) + 2 {
      return
    }
    let isOwn = name.hasPrefix(prefix)
    // The empty method of a protocol's extension is the requirement again.
    if isPublic, isOwn, kind != "extension", !match.2.contains("override"), !names.contains(name) {
      names.append(name)
    }
  }

  /// `(_:for:)` of a parameter list.
  private static func labels(of rest: String) -> String {
    guard let open = rest.firstIndex(of: "(") else { return "" }
    var (depth, labels, word) = (0, "", "")
    for character in rest[open...] {
      switch character {
      case "(", "[", "<": depth += 1
      case ")", "]", ">": depth -= 1
      default: break
      }
      if depth == 0 { break }
      if depth == 1, character == ":" {
        labels += (word.split(separator: " ").first ?? "") + ":"
        word = ""
      } else if depth == 1, character == "," {
        word = ""
      } else if depth == 1, character != "(" {
        word.append(character)
      }
    }
    return "(\(labels))"
  }
}
