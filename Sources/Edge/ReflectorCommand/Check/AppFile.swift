internal import Documents
internal import Foundation
internal import Profiles

/// The Info.plist of an app, as far as it tells of accessories.
enum AppFile {
  /// Reads the property list of an app. Throws what is wrong with it, and how to put it right.
  static func read(_ path: String) throws(BadInput) -> AppDescription {
    let octets = try InputFile.octets(
      path, limit: Document.maximumOctets, fix: "Give the app's Info.plist.")
    let root: Any
    do {
      root = try PropertyListSerialization.propertyList(from: Data(octets), format: nil)
    } catch {
      throw BadInput("\(path): found no property list, expected the app's Info.plist as XML or binary.")
    }
    guard let keys = root as? [String: Any] else {
      throw BadInput("\(path): found a property list that is no dictionary, expected the app's Info.plist.")
    }
    do throws(PropertyListError) {
      return try AppDescription(file: path, keys: keys)
    } catch {
      throw BadInput("\(path): \(error)")
    }
  }
}
