import Foundation
import ProjectFiles
import Testing

@Suite("The bill of materials of a release")
struct BillOfMaterialsTests {
  private static let pins = """
    {"pins": [{"identity": "yams", "location": "https://github.com/jpsim/Yams.git",
      "state": {"revision": "2e7c", "version": "6.2.0"}}]}
    """

  private static func written(with swift: String) throws -> DebianRoot.Ended {
    let script = ProjectFolder.url.appending(path: "Pipelines/sbom.py").path
    return try host(
      "bash", "-c", "echo '\(pins)' | python3 '\(script)' 0.1.0 '\(swift)'")
  }

  @Test("names packages, the libraries that come with Swift, and SQLite, each with its version")
  func components() throws {
    let bill = try Self.written(
      with: "Swift version 6.3.1 (swift-6.3.1-RELEASE)\nTarget: x86_64-unknown-linux-gnu")
    try #require(bill.status == 0, "\(bill.log)")
    let document = try JSONSerialization.jsonObject(with: Data(bill.log.utf8)) as? [String: Any]
    let components = try #require(document?["components"] as? [[String: Any]])
    let identifiers = components.compactMap { $0["purl"] as? String }
    #expect(identifiers.contains("pkg:swift/github.com/jpsim/Yams@6.2.0"))
    for name in ["swift", "swift-foundation", "swift-foundation-icu", "swift-corelibs-libdispatch"] {
      #expect(identifiers.contains("pkg:github/swiftlang/\(name)@swift-6.3.1-RELEASE"))
    }
    let sqlite = try #require(components.first { $0["name"] as? String == "sqlite" })
    #expect((sqlite["version"] as? String)?.hasPrefix("3.") == true)
  }

  @Test("is refused with a Swift that is no release")
  func unreleased() throws {
    let bill = try Self.written(with: "Swift version 6.4-dev (LLVM 0a1b, Swift 2c3d)")
    #expect(
      bill.status == 1 && bill.log.contains("sbom.py: found no release in 'Swift version 6.4-dev"),
      "\(bill.log)")
  }
}
