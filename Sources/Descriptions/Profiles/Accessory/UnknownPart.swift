public import CoreTypes
public import Documents

extension UnknownPart {
  /// The word for how an accessory behaves where no declared value says it.
  public static let conduct = "conduct"

  /// That nobody saw it, and where the profile says so.
  public var sentence: String {
    let what = path == Self.conduct ? "the conduct" : path
    return "\(what) was not seen (\(position.file):\(position.line))"
  }

  /// The single feature that is unknown; nil if the part is no feature.
  var feature: FeatureSet.Feature? { FeatureSet.Feature.allCases.first { $0.path == path } }
}

extension FeatureSet.Feature {
  /// The dotted path by which `unknown` names the feature.
  public var path: String { "features.\(word)" }
}

extension AccessoryProfile {
  /// Whether nobody has seen how the accessory behaves.
  public var isConductUnknown: Bool { unknown.contains { $0.path == UnknownPart.conduct } }

  /// What is unknown of the value or the section at `path`; nil if all of it is known. A feature leaves the others
  /// known.
  public func unknownPart(of path: String) -> UnknownPart? {
    unknown.first {
      $0.path != UnknownPart.conduct && ($0.feature == nil ? $0.touches(path) : $0.path == path)
    }
  }

  /// The features of which nobody has seen whether the accessory has them, where the others are known.
  public var openFeatures: [FeatureSet.Feature] { unknown.compactMap(\.feature) }

  /// The features that the virtual accessory has: an open one counts in its favour.
  public var actingFeatures: FeatureSet {
    var acting = features
    for feature in openFeatures { acting[feature] = true }
    return acting
  }
}

/// The key `unknown` of a profile.
enum UnknownRules {
  static let rule = FieldRule(
    "unknown", .list(.text(.partPath), count: 0...300), example: "[]",
    "Dotted paths of keys and sections with unknown values, single features as features.le-ping, and conduct "
      + "for unknown behaviour.")

  /// The paths that may be unknown: all that stand for something of the accessory itself.
  static let paths = AccessoryKeys.schema.sourcedFields.flatMap { DocumentSchema.paths([$0]) }

  /// What is wrong with the list: a path that no key has, or one that has a value all the same.
  static func errors(in root: Section, declarations: [DeclaredValue]) -> [DocumentError] {
    let known = paths + FeatureSet.Feature.allCases.map(\.path) + [UnknownPart.conduct]
    let listed = root.texts("features")
    return parts(in: root).compactMap { part -> DocumentError? in
      let problem: DocumentError.Problem
      if !known.contains(part.path) {
        let nearest = NearestWord.match(part.path, in: known)
        problem = .contradiction(
          "found '\(Excerpt.of(part.path))', expected the dotted path of a key or a section, or conduct",
          other: nil,
          fix: nearest.map { "Did you mean '\($0)'?" } ?? "See docs/keys/accessory.md for the keys.")
      } else if let value = declarations.first(where: { part.hides($0.path) }) {
        problem = .contradiction(
          "found \(part.path), which has a value, expected what has none", other: value.position,
          fix: "Remove it here, or remove the value.")
      } else if let feature = part.feature, listed.contains(feature.word) {
        problem = .contradiction(
          "found \(part.path), which features lists, expected what it does not list",
          other: declarations.first { $0.path == "features" }?.position,
          fix: "Remove it here, or remove it from features.")
      } else {
        return nil
      }
      return DocumentError(problem, at: part.position, path: "unknown")
    }
  }

  /// The list as it stands.
  static func parts(in root: Section) -> [UnknownPart] {
    zip(root.texts("unknown"), root.positions("unknown")).map(UnknownPart.init)
  }
}
