internal import Foundation
internal import Lab
internal import RadioModel

/// A change that a page requests.
struct LabChange: Decodable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case phone, accessory, walls, values, environment, phoneName, paused, speed, position, bench
  }

  /// A value of any kind.
  private struct AnyValue: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// In metres, x and y.
  var phone: [Double]?
  /// In metres, x and y.
  var accessory: [Double]?
  /// In metres, x and y of both ends.
  var walls: [[Double]]?
  /// Numbers by the path of a control.
  var values: [String: [Double]]?
  /// The name of a place.
  var environment: String?
  /// The name of a phone.
  var phoneName: String?
  var paused: Bool?
  /// Virtual seconds in a second.
  var speed: Double?
  /// The procedure of the recording to show, from 0.
  var position: Int?
  /// Whether to leave the recording.
  var bench: Bool?

  /// Reads JSON. Throws `LabRefusal`.
  init(_ octets: Data) throws(LabRefusal) {
    let keys: [String]
    do {
      self = try JSONDecoder().decode(LabChange.self, from: octets)
      keys = try JSONDecoder().decode([String: AnyValue].self, from: octets).keys.sorted()
    } catch {
      throw LabRefusal("The change cannot be read.")
    }
    if let key = keys.first(where: { CodingKeys(stringValue: $0) == nil }) {
      let known = CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")
      throw LabRefusal("Found the key '\(key)', expected one of \(known).")
    }
  }

  /// A scene with the places that are named; the same one if there are none.
  func scene(from scene: LabScene) throws(LabRefusal) -> LabScene {
    if phone == nil, accessory == nil, walls == nil { return scene }
    var scene = scene
    if let phone { scene.phone = try Self.position(phone) }
    if let accessory { scene.accessory = try Self.position(accessory) }
    if let walls {
      scene.walls = []
      for wall in walls {
        guard wall.count == 4 else { throw LabRefusal("A wall has four coordinates.") }
        scene.walls.append(
          LabScene.Wall(
            from: try Self.position(Array(wall[..<2])), to: try Self.position(Array(wall[2...]))))
      }
    }
    if let problem = scene.problem { throw LabRefusal(problem) }
    return scene
  }

  private static func position(_ numbers: [Double]) throws(LabRefusal) -> Position {
    guard numbers.count == 2 else { throw LabRefusal("A place has two coordinates.") }
    return Position(xMetres: numbers[0], yMetres: numbers[1])
  }
}

/// The reason for a refused request, a sentence.
struct LabRefusal: Error, Hashable {
  let reason: String
  /// That of HTTP.
  let status: Int

  init(_ reason: String, status: Int = 400) {
    self.reason = reason
    self.status = status
  }
}
