import Foundation
import ProjectFiles
import TestSupport
import Testing

@testable import Documents
@testable import Profiles

@Suite("The JSON Schema that an editor holds a file to")
struct EditorSchemaTests {
  private func files(in folder: String) throws -> [String] {
    let path = ProjectFolder.url.appending(path: "Profiles/\(folder)").path
    return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".yaml") }.sorted()
      .map {
        "Profiles/\(folder)/\($0)"
      }
  }

  /// What an editor reads of a value.
  private func json(_ node: DocumentNode) -> Any {
    switch node.content {
    case .map(let entries): return Dictionary(uniqueKeysWithValues: entries.map { ($0.key, json($0.value)) })
    case .list(let items): return items.map(json)
    case .scalar(let text, let isQuoted):
      if isQuoted { return text }
      if let number = ScalarText.integer(text) { return number }
      if let number = ScalarText.number(text) { return number }
      return ["true": true, "false": false][text] ?? text
    }
  }

  private func complaints(_ schema: String, _ text: String) throws -> [String] {
    let document = try Document(octets: Array(text.utf8), file: "p.yaml")
    let data = try JSONSerialization.data(withJSONObject: json(document.root))
    return try SchemaValidator(schema).complaints(String(decoding: data, as: UTF8.self))
  }

  @Test("takes the shipped files, files that extend others, and those that leave keys unknown")
  func editors() throws {
    for (folder, schema) in [
      ("accessories", ProfileSchema.json), ("phones", ProfileSchema.phoneJSON),
      ("environments", ProfileSchema.environmentJSON),
    ] {
      for file in try files(in: folder) {
        #expect(
          try complaints(schema, String(contentsOf: ProjectFolder.url.appending(path: file), encoding: .utf8))
            == [], "\(file)")
      }
    }
    let part = "schema: reflector/accessory/1\n"
    for more in [
      "extends: base.yaml\ncore: { subversion: 7 }\n", "unknown: [core, features]\nsecurity: {}\n",
    ] {
      #expect(try complaints(ProfileSchema.json, part + more) == [])
    }
    #expect(try complaints(ProfileSchema.json, part + "core: { subversion: 7 }\n") != [])
    let file = ProjectFolder.url.appending(path: "Profiles/accessories/reference.yaml")
    let incomplete = try String(contentsOf: file, encoding: .utf8).replacing("  version: 6.3\n", with: "")
    #expect(try complaints(ProfileSchema.json, incomplete).contains { $0.contains("lacks version") })
  }
}
