/// What is wrong with a key of an app's property list, in words: what was found and what was expected.
public struct PropertyListError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

extension AppDescription {
  /// Takes the keys of an Info.plist, as property lists hold them. Throws the first that is wrong.
  public init(file: String, keys: [String: Any]) throws(PropertyListError) {
    self.init(file: file)
    let list = PropertyListKeys(keys: keys)
    for key in Self.supportKeys where keys[key] != nil { supports[key] = try list.strings(key) }
    services = try list.services("NSAccessorySetupBluetoothServices")
    companyIDs = try list.companies("NSAccessorySetupBluetoothCompanyIdentifiers")
    names = try list.strings("NSAccessorySetupBluetoothNames")
  }
}

private struct PropertyListKeys {
  let keys: [String: Any]

  func strings(_ key: String) throws(PropertyListError) -> [String] {
    var strings: [String] = []
    for item in try items(key) {
      guard let text = item as? String else {
        throw Self.error(item, key, "strings; write it in <string>")
      }
      strings.append(text)
    }
    return strings
  }

  func services(_ key: String) throws(PropertyListError) -> [AttributeUUID] {
    var services: [AttributeUUID] = []
    for text in try strings(key) {
      guard let service = AttributeUUID(propertyListText: text) else {
        throw Self.error(text, key, "a UUID as 185B or in full")
      }
      services.append(service)
    }
    return services
  }

  /// Strings are hexadecimal, as Apple's documentation has them; public examples have numbers too.
  func companies(_ key: String) throws(PropertyListError) -> [UInt16] {
    var companies: [UInt16] = []
    for item in try items(key) {
      let digits = (item as? String).map { $0.lowercased().hasPrefix("0x") ? $0.dropFirst(2) : $0[...] }
      guard let company = digits.map({ UInt16($0, radix: 16) }) ?? UInt16("\(item)") else {
        throw Self.error(item, key, "hex digits as 012D, or a number from 0 to 65535")
      }
      companies.append(company)
    }
    return companies
  }

  private func items(_ key: String) throws(PropertyListError) -> [Any] {
    guard let value = keys[key] else { return [] }
    guard let items = value as? [Any] else { throw Self.error(value, key, "an array; write it in <array>") }
    return items
  }

  private static func error(_ found: Any, _ key: String, _ expected: String) -> PropertyListError {
    PropertyListError(description: "found \(word(found)) under \(key), expected \(expected).")
  }

  /// A value for people: what holds others by its kind.
  private static func word(_ value: Any) -> String {
    switch value {
    case is [String: Any]: "a dictionary"
    case is [Any]: "an array"
    default: "'\(value)'"
    }
  }
}
