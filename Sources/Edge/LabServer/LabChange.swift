internal import Documents
internal import Foundation
internal import Lab
internal import Profiles
internal import RadioModel

/// A change that a page requests. It names each thing that changes and nothing else, so that what other pages change
/// meanwhile stays.
struct LabChange: Decodable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case phone, accessory, walls, newWalls, values, choices
    case environment, phoneName, paused, speed, position, bench
  }

  enum WallEnd: String, CodingKeyRepresentable, Decodable {
    case start, end
  }

  private struct AnyValue: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// In metres, x and y.
  var phone: [Double]?
  /// In metres, x and y.
  var accessory: [Double]?
  /// The places of the ends that move, in metres, x and y, by the id of their wall; nil for a wall to remove.
  var walls: [Int: [WallEnd: [Double]]?]?
  /// The walls to add: in metres, x and y of both ends.
  var newWalls: [[Double]]?
  /// Numbers by the path of a control.
  var values: [String: Double]?
  /// By the path of a control, each number that is added to a list, `true`, or removed, `false`.
  var choices: [String: [Int: Bool]]?
  var environment: String?
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

  /// A scene with the changes of places and walls.
  func scene(from scene: LabScene) throws(LabRefusal) -> LabScene {
    var scene = scene
    if let phone { scene.phone = try Self.position(phone) }
    if let accessory { scene.accessory = try Self.position(accessory) }
    for (id, ends) in (walls ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let index = scene.walls.firstIndex(where: { $0.id == id }) else {
        throw LabRefusal("Found wall \(id), which the plan does not have; another page may have removed it.")
      }
      guard let ends else {
        scene.walls.remove(at: index)
        continue
      }
      if let start = ends[.start] { scene.walls[index].start = try Self.position(start) }
      if let end = ends[.end] { scene.walls[index].end = try Self.position(end) }
    }
    for wall in newWalls ?? [] {
      guard wall.count == 4 else { throw LabRefusal("A wall has four coordinates.") }
      scene.addWall(from: try Self.position(Array(wall[..<2])), to: try Self.position(Array(wall[2...])))
    }
    if let problem = scene.problem { throw LabRefusal(problem) }
    return scene
  }

  /// The settings, by path, of the controls that change the present accessory, whose file has `base`.
  func settings(
    of accessory: AccessoryProfile, from base: AccessoryProfile
  ) throws(LabRefusal) -> [String: [DocumentSetting]] {
    var settings: [String: [DocumentSetting]] = [:]
    for (path, number) in values ?? [:] {
      guard let turned = LabControl.of(path)?.settings(number, in: base) else {
        throw LabRefusal("Found \(number) for \(path), expected a value of its control.")
      }
      settings[path] = turned
    }
    for (path, choices) in choices ?? [:] {
      guard let turned = LabControl.of(path)?.settings(choosing: choices, in: accessory) else {
        throw LabRefusal(
          "Found the choices \(choices.keys.sorted()) for \(path), expected some of its control.")
      }
      settings[path] = turned
    }
    return settings
  }

  private static func position(_ numbers: [Double]) throws(LabRefusal) -> Position {
    guard numbers.count == 2 else { throw LabRefusal("A place has two coordinates.") }
    return Position(xMetres: numbers[0], yMetres: numbers[1])
  }
}

/// The reason for a refused request, a sentence.
struct LabRefusal: Error, Hashable {
  let reason: String
  let status: Int

  init(_ reason: String, status: Int = 400) {
    self.reason = reason
    self.status = status
  }
}
