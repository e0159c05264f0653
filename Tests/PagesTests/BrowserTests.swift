import Foundation
import Pages
import ProjectFiles
import Ranging
import Testing

@Suite(
  "Pages in a browser",
  .enabled(
    if: Browser.environment.python != nil || Browser.environment.isRequired,
    Comment(rawValue: Browser.environment.missing)))
struct BrowserTests {
  @Test("open from the disk without a message, a request or a fault that a checker of WCAG finds")
  func pages() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
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
    let (status, text) = try Browser.run(
      "look.py", pages.keys.sorted().map { folder.appending(path: $0).path })
    #expect(status == 0 && text.hasSuffix("looked at \(pages.count)\n"), "\(text)")
  }
}
