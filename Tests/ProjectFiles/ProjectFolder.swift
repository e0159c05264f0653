public import Foundation

/// The folder of the project, whose files tests read in place.
public enum ProjectFolder {
  /// Where `Package.swift` stands.
  public static let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}

/// The executables of the package, which are built beside the test bundle.
public enum BuiltExecutable {
  /// The command `reflector`.
  public static let reflector: URL = {
    let bundle = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    return bundle.deletingLastPathComponent().appending(path: "reflector")
  }()
}
