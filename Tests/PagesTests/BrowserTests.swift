import Foundation
import Pages
import ProjectFiles
import Ranging
import Testing

@Suite(
  "Pages in a browser",
  .enabled(if: Browser.environment.python != nil || Browser.environment.isRequired, Browser.missing))
struct BrowserTests {
  @Test("open from the disk without a message, a request or a fault that a checker of WCAG finds")
  func pages() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { Browser.remove(folder) }
    let studies = [
      try SamplePages.study("reference", distances: [1, 3, 9]),
      try SamplePages.study("reference", distances: [1, 3, 9], environment: "office"),
    ]
    let ids = ["CS-A01", "CS-A03", "CS-A07", "CS-A10", "AND-01", "AND-08"]
    let pages = [
      "failure.html": try SamplePages.check(["defective/tfcs-100-stretched"], ["apple-ios27-cs"], only: ids)
        .html,
      "several.html": try SamplePages.check(
        ["reference", "nordic-nrf54l15-ipt"], ["apple-ios27-cs", "android16-ranging-cs"], only: ids
      ).html,
      "hostile.html": CheckPageTests.everywhere("\"><img src=x onerror=alert(1)>'\u{301} onfocus='alert(1)")
        .html,
      "recording.html": try AnalysisPageTests.html("recording-ranging-service.pcapng", [.ml, .mmse]),
      "gate.html": try GatePageTests.html(fault: "tfcs-100-stretched"),
      "study.html": RangePage([studies[0]], command: "reflector range").html(tool: SamplePages.tool),
      "studies.html": RangePage(studies, command: "reflector range").html(tool: SamplePages.tool),
    ]
    for (name, text) in pages { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let (status, text) = try Browser.look(at: pages.keys.sorted().map { folder.appending(path: $0) })
    #expect(status == 0 && text.hasSuffix("looked at \(pages.count)\n"), "\(text)")
  }
}

/// Chromium, driven by `Browser/look.py`.
enum Browser {
  static let environment = PythonEnvironment("browser", module: "selenium")
  /// Said when the tests that need a browser are skipped.
  static let missing = Comment(rawValue: environment.missing)

  /// The exit status and the output of a look at pages.
  static func look(at pages: [URL]) throws -> (status: Int32, text: String) {
    let python = try #require(environment.python, missing)
    let process = Process()
    process.executableURL = python
    process.arguments =
      [ProjectFolder.url.appending(path: "Tests/PagesTests/Browser/look.py").path] + pages.map(\.path)
    process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  /// Removes a folder that a test made.
  static func remove(_ folder: URL) {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      Issue.record("\(folder.path) cannot be removed: \(error)")
    }
  }
}
