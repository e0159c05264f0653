/// Keys whose values have keys themselves.
extension Key {
  /// A section, `usual` without keys; left out where the model has no such part.
  public static func part<Part: Sendable>(
    _ key: String, _ place: Place<Part?>, _ usual: Part, _ keys: [Key<Part>], _ summary: String
  ) -> Key {
    Key(
      FieldRule(key, .map(keys.map(\.rule)), summary),
      reading: { section, model in
        guard section.has(key) else { return }
        var part = usual
        keys.read(section.section(key), into: &part)
        model[keyPath: place] = part
      },
      writing: { model in
        let part = model[keyPath: place]
        return keys.lines(part ?? usual).map { ("\(key).\($0.path)", part == nil ? nil : $0.text) }
      },
      filling: { rule, _ in
        var rule = rule
        rule.shape = .map(keys.described(by: usual))
        return rule
      })
  }

  /// A list of sections, none with sections below, each made at its position before its keys are read. Left out where
  /// it is empty.
  public static func sections<Part>(
    _ key: String, _ place: Place<[Part]>, _ keys: [Key<Part>], count: ClosedRange<Int>,
    isDistinct: Bool = true, required: Bool = false, example: String = "", _ summary: String,
    new: @escaping @Sendable (SourcePosition) -> Part
  ) -> Key {
    precondition(!keys.contains(where: \.isSection), "a section in a list has no sections")
    let shape = Shape.list(.map(keys.map(\.rule)), count: count, isDistinct: isDistinct)
    return Key(FieldRule(key, shape, required: required, example: example, summary)) {
      $1[keyPath: place] = $0.sections(key).compactMap { section in
        guard var part = section.position.map(new) else { return nil }
        keys.read(section, into: &part)
        return part
      }
    } text: { model in
      let parts = model[keyPath: place]
      return parts.isEmpty ? nil : ScalarText.list(parts.map { ScalarText.mapping(keys.lines($0)) })
    }.filled { rule, _ in
      var rule = rule
      let part = new(SourcePosition(file: ""))
      rule.shape = .list(.map(keys.described(by: part)), count: count, isDistinct: isDistinct)
      return rule
    }
  }
}

extension Array {
  /// Takes the values of these keys from a section.
  public func read<Model>(_ section: Section, into model: inout Model) where Element == Key<Model> {
    for key in self { key.read(section, into: &model) }
  }

  /// The rules of these keys with the defaults that a model has.
  public func described<Model>(by model: Model) -> [FieldRule] where Element == Key<Model> {
    map { $0.described(by: model) }
  }

  /// The values of these keys: those of keys first, then those of sections.
  public func lines<Model>(_ model: Model) -> [Key<Model>.Line] where Element == Key<Model> {
    (filter { !$0.isSection } + filter(\.isSection)).flatMap { $0.lines(model) }
  }
}
