internal import Foundation

/// Chromium, driven by the scripts of `Tests/Tools/browser`.
public enum Browser {
  /// The Python with the driver.
  public static let environment = PythonEnvironment("browser", module: "selenium")

  /// Why no script can run.
  public struct Missing: Error {
    public let reason: String
  }

  /// The exit status and the output of a script.
  public static func run(_ script: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
    guard let python = environment.python else { throw Missing(reason: environment.missing) }
    let process = Process()
    process.executableURL = python
    process.arguments =
      [ProjectFolder.url.appending(path: "Tests/Tools/browser/\(script)").path] + arguments
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
}
