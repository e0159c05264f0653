import Documents
import Foundation
import Profiles
import ProjectFiles

/// Profiles for tests: files in memory, and those the project ships.
enum Fixture {
  /// The least profile that is complete. The line numbers below count from `schema`.
  static let least = """
    schema: reflector/accessory/1
    identity: { vendor: Example, chipset: EX1 }
    sources: { core: assumed, features: assumed, channel_sounding: assumed, advertising: assumed, security: assumed }
    core:
      version: 6.3
    features: [channel-sounding, channel-sounding-enhancement-1]
    channel_sounding:
      roles: [reflector]
      antennas: 1
      antenna_paths: 1
      t_ip1_us: [145]
      t_ip2_us: [145]
      t_fcs_us: [100, 150]
      t_pm_us: [40]
      t_sw_us: 0
    advertising:
      interval_ms: 100
      services: [0x185B]
    security:
      bonding: true
      persistent_keys: true

    """

  /// The least profile with one text in place of another, which must be there.
  static func least(_ old: String, _ new: String) -> String {
    precondition(least.contains(old), "the fixture has no '\(old)'")
    return least.replacingOccurrences(of: old, with: new)
  }

  /// Gives files from memory; the first is `p.yaml`.
  static func loader(_ text: String, _ others: [String: String] = [:]) -> DocumentLoader {
    { (file: String) throws(DocumentErrors) -> [UInt8] in
      if file == "p.yaml" { return Array(text.utf8) }
      guard let other = others[file] else {
        throw DocumentErrors(.unreadable(reason: "no such file"), at: SourcePosition(file: file))
      }
      return Array(other.utf8)
    }
  }

  static func profile(_ text: String, _ others: [String: String] = [:]) throws -> AccessoryProfile {
    try AccessoryProfile.read(file: "p.yaml", load: loader(text, others))
  }

  /// What reading refuses, as one text; empty if it does not.
  static func refusal(_ text: String, _ others: [String: String] = [:]) -> String {
    do {
      _ = try AccessoryProfile.read(file: "p.yaml", load: loader(text, others))
      return ""
    } catch {
      return error.description
    }
  }

  /// The YAML files of a folder of `Profiles`, in order.
  static func shipped(_ folder: String) -> [String] {
    let path = ProjectFolder.url.appending(path: "Profiles/\(folder)").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { "Profiles/\(folder)/\($0)" }
  }

  static func load(_ file: String) throws(DocumentErrors) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: ProjectFolder.url.appending(path: file).path) else {
      throw DocumentErrors(.unreadable(reason: "no such file"), at: SourcePosition(file: file))
    }
    return Array(data)
  }
}
