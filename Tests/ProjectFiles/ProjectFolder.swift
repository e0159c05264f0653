public import Foundation

/// The folder of the project, whose files tests read in place.
public enum ProjectFolder {
  /// Where `Package.swift` stands.
  public static let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
