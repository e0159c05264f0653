import Foundation
import ProjectFiles
import Testing

@Suite("A package outside this one")
struct OutsidePackageTests {
  private static let folder = ProjectFolder.url.appending(path: "Tests/OutsidePackage")

  @Test("builds with the products by path, its test of an app passes, and its app runs on the main thread")
  func build() throws {
    // Without its plan the build sees files that have come and gone since the last time.
    let plan = ProjectFolder.url.appending(path: ".build/outside/debug.yaml")
    if FileManager.default.fileExists(atPath: plan.path) { try FileManager.default.removeItem(at: plan) }
    let products = ProjectFolder.url.appending(path: ".build/outside")
    let (status, text) = try Self.run([
      "swift", "test", "--package-path", Self.folder.path, "--scratch-path", products.path,
      // A module at a time takes a fifth less than its files in turn.
      "-debug-info-format", "none", "-Xswiftc", "-whole-module-optimization", "-Xswiftc", "-num-threads",
      "-Xswiftc", "2",
    ])
    #expect(status == 0, "\(text.suffix(4000))")
    #expect(text.contains("Test run with 1 test in 0 suites passed"), "\(text.suffix(1000))")
    // Tests run on other threads than the main one.
    let onMainThread = try Self.run([products.appending(path: "debug/MainQueue").path])
    let queues = ["com.apple.main-thread", "served", "served by a queue", "concurrent", "own"]
    #expect(onMainThread.text == queues.map { "\($0): true true\n" }.joined())
    #expect(onMainThread.status == 0)
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
