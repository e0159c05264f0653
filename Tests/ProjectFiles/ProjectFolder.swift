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
  public static let reflector = folder.appending(path: "reflector")
  /// An app whose queues the main thread serves.
  public static let mainQueue = folder.appending(path: "MainQueue")

  private static let folder = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    .deletingLastPathComponent()
}
