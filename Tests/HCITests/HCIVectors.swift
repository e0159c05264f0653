import HCI
import Notation
import ProjectFiles
import Testing
import Wire

/// One packet of Tests/Fixtures/vectors-hci.json.
struct HCIVector: Decodable, Sendable, CustomTestStringConvertible {
  var id: String
  var h4Hex: String?
  var description: String
  var source: String

  var testDescription: String { id + (Self.skipped[id].map { ", parameters not read: \($0)" } ?? "") }

  static let all = (try? Fixture("vectors-hci.json").decode([HCIVector].self, "vectors")) ?? []

  /// Vectors whose parameters this module does not read, and why.
  static let skipped: [String: String] = {
    let attribute = "an ATT exchange, no HCI packet"
    return [
      "bluez-ras-mtu": attribute, "bluez-ras-primary": attribute, "bluez-ras-findbytype": attribute,
      "bluez-ras-chars": attribute, "bluez-ras-findinfo": attribute, "bluez-ras-features": attribute,
      "bluez-ras-cccd-on": attribute, "bluez-ras-cccd-excl": attribute,
    ]
  }()

  static let read = all.filter { skipped[$0.id] == nil }

  var octets: [UInt8] {
    get throws { try #require(h4Hex.flatMap { [UInt8](hex: $0) }) }
  }

  static func command<Command: HCICommand>(_ id: String) throws -> Command {
    guard case .command(let packet) = try packet(id) else { throw Missing(id: id) }
    return try Command(packet)
  }

  static func event<Event: HCIEvent>(_ id: String) throws -> Event {
    guard case .event(let packet) = try packet(id) else { throw Missing(id: id) }
    return try Event(packet)
  }

  private struct Missing: Error { var id: String }

  private static func packet(_ id: String) throws -> HCIPacket {
    guard let vector = all.first(where: { $0.id == id }) else { throw Missing(id: id) }
    return try HCIPacket(h4: vector.octets)
  }
}
