internal import Documents
internal import Foundation
internal import Profiles

/// The Info.plist of an app, as far as it tells of accessories.
enum AppFile {
  /// Reads the property list of an app. Throws what is wrong with it, and how to put it right.
  static func read(_ path: String) throws(BadInput) -> AppDescription {
    let octets: [UInt8]
    do throws(DocumentErrors) {
      octets = try InputFile.octets(path)
    } catch {
      throw BadInput([error])
    }
    let root: Any
    do {
      root = try PropertyListSerialization.propertyList(from: Data(octets), format: nil)
    } catch {
      throw BadInput("\(path): found no property list, expected the app's Info.plist as XML or binary.")
    }
    guard let keys = root as? [String: Any] else {
      throw BadInput("\(path): found a property list that is no dictionary, expected the app's Info.plist.")
    }
    var app = AppDescription(file: path)
    for key in AppDescription.supportKeys where keys[key] != nil {
      app.supports[key] = try strings(key, keys, path)
    }
    app.services = try services(keys, path)
    app.companyIDs = try companies(keys, path)
    app.names = try strings("NSAccessorySetupBluetoothNames", keys, path)
    return app
  }

  private static func items(_ key: String, _ keys: [String: Any], _ path: String) throws(BadInput) -> [Any] {
    guard let value = keys[key] else { return [] }
    guard let items = value as? [Any] else {
      throw BadInput("\(path): found \(word(value)) under \(key), expected an array; write it in <array>.")
    }
    return items
  }

  /// A value for people: what holds others by its kind.
  private static func word(_ value: Any) -> String {
    switch value {
    case is [String: Any]: "a dictionary"
    case is [Any]: "an array"
    case is Data: "data"
    default: "'\(value)'"
    }
  }

  private static func strings(
    _ key: String, _ keys: [String: Any], _ path: String
  ) throws(BadInput) -> [String] {
    var strings: [String] = []
    for item in try items(key, keys, path) {
      guard let text = item as? String else {
        throw BadInput("\(path): found \(word(item)) under \(key), expected strings; write it in <string>.")
      }
      strings.append(text)
    }
    return strings
  }

  private static func services(_ keys: [String: Any], _ path: String) throws(BadInput) -> [AttributeUUID] {
    let key = "NSAccessorySetupBluetoothServices"
    var services: [AttributeUUID] = []
    for text in try strings(key, keys, path) {
      guard let service = AttributeUUID(propertyListText: text) else {
        throw BadInput("\(path): found '\(text)' under \(key), expected a UUID as 185B or in full.")
      }
      services.append(service)
    }
    return services
  }

  /// Public examples have numbers, and strings of numbers.
  private static func companies(_ keys: [String: Any], _ path: String) throws(BadInput) -> [UInt16] {
    let key = "NSAccessorySetupBluetoothCompanyIdentifiers"
    var companies: [UInt16] = []
    for item in try items(key, keys, path) {
      let text = "\(item)"
      let number =
        text.lowercased().hasPrefix("0x") ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text)
      guard let number else {
        throw BadInput("\(path): found \(word(item)) under \(key), expected a number from 0 to 65535.")
      }
      companies.append(number)
    }
    return companies
  }
}
