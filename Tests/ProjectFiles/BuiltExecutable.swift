public import Foundation

/// The executables of the package, which are built beside the test bundle.
public enum BuiltExecutable {
  /// The command `reflector`.
  public static let reflector: URL = {
    let bundle = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    return bundle.deletingLastPathComponent().appending(path: "reflector")
  }()
}
