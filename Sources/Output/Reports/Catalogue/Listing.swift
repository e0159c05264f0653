internal import Notation

/// What the program knows of one kind, a row each: a table for people, a document for programs.
package struct Listing {
  /// The kind and version of the JSON document; it grows when a key changes its meaning or goes away.
  package static let schemaName = "reflector/list/1"

  /// What stands in one place.
  package enum Cell: Equatable, Sendable {
    case text(String)
    case texts([String])

    var text: String {
      switch self {
      case .text(let text): text
      case .texts(let texts): texts.joined(separator: ", ")
      }
    }

    fileprivate var json: JSONValue {
      switch self {
      case .text(let text): .text(text)
      case .texts(let texts): .texts(texts)
      }
    }
  }

  package struct Column: Sendable {
    fileprivate var heading: String
    fileprivate var key: String
    fileprivate var minimum: Int?

    /// - Parameters:
    ///   - key: its name in JSON.
    ///   - heading: what stands above it; the key in capitals if nil.
    ///   - minimum: the least width it is cut to; nil if it is never cut.
    package init(_ key: String, heading: String? = nil, minimum: Int? = nil) {
      self.key = key
      self.heading = heading ?? key.uppercased()
      self.minimum = minimum
    }
  }

  /// Rows that belong together.
  private struct Group {
    var heading: String?
    var members: [(key: String, value: JSONValue)]
    var rows: [[Cell]] = []
  }

  private let columns: [Column]
  private var groups: [Group] = []
  /// What the rows come to in words, below the table.
  package var summary: String?

  /// A list without rows.
  package init(_ columns: Column...) { self.columns = columns }

  /// Begins rows that belong to one requirement set.
  package mutating func beginSet(_ id: String, title: String) {
    groups.append(Group(heading: "\(id): \(title)", members: [("set", .text(id))]))
  }

  /// Adds a row with a cell for each column.
  package mutating func append(_ cells: Cell...) {
    precondition(cells.count == columns.count, "a row has a cell for each column")
    if groups.isEmpty { groups.append(Group(heading: nil, members: [])) }
    groups[groups.count - 1].rows.append(cells)
  }

  /// Tables in a width, with a line feed at the end.
  package func text(width: Int) -> String {
    let tables = groups.map { group in
      var table = TextTable(columns.map { TextTable.Column($0.heading, minimum: $0.minimum) })
      for row in group.rows { table.append(row.map(\.text)) }
      return (group.heading.map { [$0] } ?? []) + table.lines(width: width)
    }
    let lines =
      Array(tables.joined(separator: [""]))
      + (summary.map { [""] + DisplayText.wrapped($0, to: min(width, 120)) } ?? [])
    return lines.map { $0 + "\n" }.joined()
  }

  /// The document for programs, with a line feed at its end.
  ///
  /// - Parameter topic: what is listed, as the user named it.
  package func json(topic: String, tool: ToolIdentity) -> String {
    Self.document.text((topic: topic, listing: self), tool: tool)
  }

  static let document = JSONDocument<(topic: String, listing: Listing)>(
    name: schemaName, title: "List",
    fields: [
      .init("topic", "What is listed.") { $0.topic },
      .shaped(
        "items", "A row each, by column.", .list(of: .table(of: .either(.text, .list(of: .text))))
      ) { .list($0.listing.items) },
      .init("summary", "What the rows come to.") { $0.listing.summary },
    ])

  private var items: [JSONValue] {
    groups.flatMap { group in
      group.rows.map { row in
        JSONValue.object(group.members + zip(columns, row).map { ($0.key, $1.json) })
      }
    }
  }
}
