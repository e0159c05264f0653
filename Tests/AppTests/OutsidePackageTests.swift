import Foundation
import ProjectFiles
import Testing

/// Its app and the app's tests are built here as targets that see what is public alone (Package.swift).
@Suite("A package outside this one")
struct OutsidePackageTests {
  private static let folder = ProjectFolder.url.appending(path: "Tests/OutsidePackage")

  /// SwiftPM plans the whole package before it builds any target.
  @Test("is planned with the products by path")
  func plan() throws {
    let products = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID())")
    defer { try? FileManager.default.removeItem(at: products) }
    let (status, text) = try Self.run([
      "swift", "build", "--package-path", Self.folder.path, "--scratch-path", products.path, "--target",
      "CLibrary",
    ])
    #expect(status == 0, "\(text.suffix(4000))")
  }

  /// Tests run on other threads.
  @Test("has an app that runs on the main thread")
  func mainThread() throws {
    let (status, text) = try Self.run([BuiltExecutable.mainQueue.path])
    let queues = ["com.apple.main-thread", "served", "served by a queue", "concurrent", "own"]
    #expect(text == queues.map { "\($0): true true\n" }.joined())
    #expect(status == 0)
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    // What the test that runs this one was started with is not meant for another test run.
    process.environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("SWIFT_TESTING") && !["LLVM_PROFILE_FILE", "REFLECTOR_TESTED"].contains($0.key)
    }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test("has the lines that docs/phone-api.md shows")
  func page() throws {
    let page = try String(contentsOf: ProjectFolder.url.appending(path: "docs/phone-api.md"), encoding: .utf8)
    let test = try String(
      contentsOf: Self.folder.appending(path: "Tests/FinderTests/FinderTests.swift"), encoding: .utf8)
    let start = try #require(page.range(of: "import VirtualPhone\n\n"))
    let shown = page[start.upperBound...].prefix { $0 != "`" }.split(separator: "\n").filter {
      !$0.hasPrefix("#expect") && !$0.contains("writeCapture")
    }
    #expect(shown.count == 6)
    for line in shown { #expect(test.contains(line), "\(line)") }
  }
}
