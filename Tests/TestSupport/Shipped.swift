package import ConformanceTester
public import Documents
internal import Faults
internal import Foundation
public import Profiles
internal import ProjectFiles
internal import Synchronization

/// The shipped files, read in place.
public enum Shipped {
  private static let profiles = Memo<AccessoryProfile>()
  private static let phones = Memo<PhoneProfile>()
  private static let environments = Memo<EnvironmentPreset>()
  private static let sets = Memo<RequirementSet>()

  public static func path(_ folder: String, _ name: String) -> String {
    ProjectFolder.url.appending(path: "Profiles/\(folder)/\(name).yaml").path
  }

  /// Reads a file that must be there.
  public static func load(_ file: String) throws(DocumentErrors) -> [UInt8] {
    do {
      return Array(try Data(contentsOf: URL(filePath: file)))
    } catch {
      preconditionFailure("\(file) cannot be read: \(error)")
    }
  }

  /// The names of the files in `Profiles/FOLDER`, without those in folders of that.
  public static func names(in folder: String) -> [String] {
    let path = ProjectFolder.url.appending(path: "Profiles/\(folder)").path
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".yaml") }
        .map { String($0.dropLast(".yaml".count)) }.sorted()
    } catch {
      preconditionFailure("\(path) cannot be listed: \(error)")
    }
  }

  /// The profile `Profiles/accessories/NAME.yaml`; `defective/FAULT` is the accessory that shows a fault, with it.
  public static func profile(_ name: String) throws -> AccessoryProfile {
    if name.hasPrefix(defective) {
      guard let fault = Fault(id: String(name.dropFirst(defective.count))) else {
        preconditionFailure("there is no fault of \(name)")
      }
      var profile = try profile(fault.shownIn)
      profile.faults = [fault]
      return profile
    }
    return try profiles.value(name) { try AccessoryProfile.read(file: path("accessories", name), load: load) }
  }

  private static let defective = "defective/"

  /// The phone `Profiles/phones/NAME.yaml`.
  public static func phone(_ name: String) throws -> PhoneProfile {
    try phones.value(name) { try PhoneProfile.read(file: path("phones", name), load: load) }
  }

  /// The environment `Profiles/environments/NAME.yaml`.
  public static func environment(_ name: String) throws -> EnvironmentPreset {
    try environments.value(name) {
      try EnvironmentPreset.read(file: path("environments", name), load: load)
    }
  }

  /// The set `Profiles/requirements/NAME.yaml`.
  public static func requirements(_ name: String) throws -> RequirementSet {
    try sets.value(name) { try RequirementSet.read(file: path("requirements", name), load: load) }
  }

  /// A check of that profile against `apple-ios27-cs`.
  package static func request(
    _ name: String, seed: UInt64 = 1, distanceMetres: Double = 3, only ids: [String] = []
  ) throws -> CheckRequest {
    CheckRequest(
      profile: try profile(name), profilePath: "Profiles/accessories/\(name).yaml",
      profileDigest: String(repeating: "0", count: 64),
      requirements: try requirements("apple-ios27-cs"),
      phone: try phone("iphone-ios27"), environment: try environment("line-of-sight"),
      seed: seed, distanceMetres: distanceMetres, onlyIDs: ids)
  }
}

extension RequirementSet {
  /// Puts other values in the place of limits, so that tests are quick: `change` takes the name and the value of each
  /// limit, and gives the new value, or nil to keep it.
  public mutating func replaceLimits(_ change: (_ name: String, _ value: Double) -> Double?) {
    for requirement in requirements.indices {
      for index in requirements[requirement].limits.indices {
        let limit = requirements[requirement].limits[index]
        requirements[requirement].limits[index].value = change(limit.name, limit.value) ?? limit.value
      }
    }
  }
}

/// Values by name, each made once however many tests ask for it.
final class Memo<Value: Sendable>: Sendable {
  private let values = Mutex<[String: Value]>([:])

  /// The value called `name`, which `make` makes if nobody asked before.
  func value(_ name: String, make: () throws -> Value) throws -> Value {
    if let value = values.withLock({ $0[name] }) { return value }
    let value = try make()
    values.withLock { $0[name] = value }
    return value
  }
}
