public import Foundation

/// A Python with packages that `make test` sets up, for tests that need something from outside.
public struct PythonEnvironment: Sendable {
  /// The Python that `REFLECTOR_NAME_PYTHON` names, else that of `make need-name`; nil if it lacks the module.
  public let python: URL?
  /// Whether a test must fail rather than be skipped without it.
  public let isRequired: Bool
  /// Said when tests are skipped.
  public let missing: String

  /// - Parameters:
  ///   - name: as `bumble`.
  ///   - module: what the Python must be able to import.
  public init(_ name: String, module: String) {
    let environment = ProcessInfo.processInfo.environment
    let variable = "REFLECTOR_\(name.uppercased())_PYTHON"
    let named = environment[variable] ?? ""
    let url =
      named.isEmpty ? ProjectFolder.url.appending(path: ".build/\(name)/bin/python") : URL(filePath: named)
    python = Self.imports(module, url) ? url : nil
    isRequired = environment["CI"] == "true" || environment["REFLECTOR_REQUIRE_\(name.uppercased())"] == "1"
    missing = "no \(name): make need-\(name) installs it, or name a Python that has it in \(variable)"
  }

  private static func imports(_ module: String, _ python: URL) -> Bool {
    guard FileManager.default.isExecutableFile(atPath: python.path) else { return false }
    let process = Process()
    process.executableURL = python
    process.arguments = ["-c", "import \(module)"]
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      return false
    }
    process.waitUntilExit()
    return process.terminationReason == .exit && process.terminationStatus == 0
  }
}
