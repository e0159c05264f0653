import Foundation
import ProjectFiles
import Testing

@Suite(
  "The page of a lab",
  .enabled(
    if: Browser.environment.python != nil || Browser.environment.isRequired,
    Comment(rawValue: Browser.environment.missing)))
struct LabServerTests {
  @Test("is used by a person and left alone by strangers")
  func use() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let lab = try RunningLab(["nordic-nrf54l15-ipt", "--capture", folder.path])
    let (status, text) = try Browser.run(
      "lab.py",
      [
        lab.address,
        ProjectFolder.url.appending(path: "Tests/Fixtures/recording-ranging-service.pcapng").path,
      ])
    #expect(status == 0 && text == "used the lab\n", "\(text)")
    let end = try lab.end()
    #expect(end.status == 0)
    let capture = folder.appending(path: "nordic-nrf54l15-ipt.lab.pcapng").path
    #expect(end.text == "The capture is in \(capture)\n")
    #expect(FileManager.default.fileExists(atPath: capture))
  }

  @Test("ends without a word of its server while a page is open")
  func openPage() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let lab = try RunningLab(["reference", "--capture", folder.path])
    let page = Process()
    let events = Pipe()
    page.executableURL = URL(filePath: "/usr/bin/env")
    let script = "import sys,urllib.request as u\nfor line in u.urlopen(sys.argv[1]): print(1, flush=True)"
    page.arguments = ["python3", "-c", script, lab.address.replacing(/lab$/, with: "events")]
    page.standardOutput = events
    page.standardError = FileHandle.nullDevice
    try page.run()
    #expect(!events.fileHandleForReading.availableData.isEmpty)
    let end = try lab.end()
    page.waitUntilExit()
    #expect(end.status == 0)
    #expect(end.text == "The capture is in \(folder.path)/reference.lab.pcapng\n")
  }

  @Test("ends with status 2 and says why where the capture has no room")
  func fullDisk() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let lab = try RunningLab(["reference", "--capture", folder.path], mostKilobytes: 8)
    let capture = folder.appending(path: "reference.lab.pcapng")
    func count() throws -> Int {
      FileManager.default.fileExists(atPath: capture.path) ? try Data(contentsOf: capture).count : 0
    }
    for _ in 0..<3_000 where try count() < 7_000 { usleep(10_000) }
    usleep(500_000)
    let end = try lab.end()
    #expect(end.status == 2)
    #expect(
      end.text.contains("the capture is not complete: cannot write \(capture.path): File too large"),
      "\(end.text)")
  }
}

/// A lab in a process of its own.
private struct RunningLab {
  let address: String
  private let process = Process()
  private let output = Pipe()

  /// - Parameter mostKilobytes: the size at which the system refuses to let files grow; nil for none.
  init(_ arguments: [String], mostKilobytes: Int? = nil) throws {
    process.currentDirectoryURL = ProjectFolder.url
    let arguments = ["lab", "--no-open"] + arguments
    if let mostKilobytes {
      process.executableURL = URL(filePath: "/bin/bash")
      let script = "trap '' XFSZ; ulimit -f \(mostKilobytes); exec \"$@\""
      process.arguments = ["-c", script, "bash", BuiltExecutable.reflector.path] + arguments
    } else {
      process.executableURL = BuiltExecutable.reflector
      process.arguments = arguments
    }
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.hasSuffix("ends it.\n") {
      let octets = output.fileHandleForReading.availableData
      if octets.isEmpty { break }
      text += String(decoding: octets, as: UTF8.self)
    }
    address = text.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http") }.map(String.init) ?? ""
  }

  /// Ends the lab as Control-C does; the exit status, and what was written since the lab was ready.
  func end() throws -> (status: Int32, text: String) {
    process.interrupt()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
