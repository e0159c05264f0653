/// Gives each run a capture of its own, named by its profile.
struct CaptureNames {
  private let folder: String
  private var given: Set<String> = []

  init(folder: String) {
    self.folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// The path without an ending. `set` tells apart the runs of one profile.
  mutating func next(for profile: String, set: String?) -> String {
    let stem = DataLibrary.stem(profile)
    let name = (stem.isEmpty ? "accessory" : stem) + (set.map { ".\($0)" } ?? "")
    var unique = name
    var number = 1
    while !given.insert(unique).inserted {
      number += 1
      unique = "\(name)-\(number)"
    }
    return "\(folder)/\(unique)"
  }
}
