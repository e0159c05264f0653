package import ConformanceTester
package import Documents
package import Profiles
package import Verdicts

/// Finds the declared values behind failures: values are turned back to those of the profile template, and the failed
/// requirement runs again.
///
/// The suspects of a requirement do not depend on which others fail.
package struct SuspectSearch {
  /// The accessory with values in place of its own; nil if they contradict each other.
  package typealias Reading = @Sendable ([DocumentSetting]) -> AccessoryProfile?

  /// A declared value and what takes its place.
  struct Candidate {
    let declared: DeclaredValue
    let usual: DeclaredValue?

    /// What takes the place of the value.
    var setting: DocumentSetting {
      usual.map(DocumentSetting.init) ?? DocumentSetting(leavingOut: declared.path)
    }
  }

  let request: CheckRequest
  let reading: Reading
  let goesOn: () -> Bool
  /// Values that differ from those of the template, then flags that do not.
  let candidates: [Candidate]
  let differingCount: Int

  /// - Parameters:
  ///   - request: the check that had the failures.
  ///   - reading: reads the same accessory with other values.
  ///   - goesOn: asked before each run; if it returns false, nothing more is found.
  package init(
    _ request: CheckRequest, reading: @escaping Reading, while goesOn: @escaping () -> Bool = { true }
  ) {
    self.request = request
    self.reading = reading
    self.goesOn = goesOn
    let declarations = request.profile.declarations
    let usual = ProfileTemplate.declarations
    let absent = usual.filter { value in !declarations.contains { $0.path == value.path } }
    let found =
      declarations.compactMap { declared -> Candidate? in
        let value = usual.first { $0.path == declared.path }
        if let value, value.isSame(as: declared) { return nil }
        return Candidate(declared: declared, usual: value)
      }
      + absent.compactMap { value in
        Self.absence(of: value.path, in: declarations).map { Candidate(declared: $0, usual: value) }
      }
    // Keys that go together stand together, so that halves contradict themselves seldom.
    let places = Dictionary(uniqueKeysWithValues: AccessoryProfile.paths.enumerated().map { ($1, $0) })
    let known = found.filter { candidate in
      !request.profile.unknown.contains { $0.hides(candidate.declared.path) }
    }
    let differing = known.sorted { (places[$0.declared.path] ?? .max) < (places[$1.declared.path] ?? .max) }
    differingCount = differing.count
    candidates =
      differing
      + declarations.filter { declared in
        !differing.contains { $0.declared.path == declared.path }
      }.compactMap(Self.opposite)
  }

  /// A flag that is as in the template, turned round.
  private static func opposite(of declared: DeclaredValue) -> Candidate? {
    guard let text = ["true": "false", "false": "true"][declared.text] else { return nil }
    let other = DeclaredValue(path: declared.path, text: text, position: declared.position, source: .assumed)
    return Candidate(declared: declared, usual: other)
  }

  /// A key that a file lacks, at the place of the value that shares most of its path; nil if none shares any.
  private static func absence(of path: String, in declarations: [DeclaredValue]) -> DeclaredValue? {
    func shared(_ declared: DeclaredValue) -> Int {
      zip(path.split(separator: "."), declared.path.split(separator: ".")).prefix { $0 == $1 }.count
    }
    guard let neighbour = declarations.max(by: { shared($0) < shared($1) }), shared(neighbour) > 0 else {
      return nil
    }
    return DeclaredValue(path: path, text: "absent", position: neighbour.position, source: .assumed)
  }

  /// Adds the suspects of each failed requirement to a report.
  package func annotate(_ report: inout CheckReport) {
    guard !candidates.isEmpty else { return }
    for place in report.requirements.indices where report.requirements[place].standing == .fail {
      let requirement = report.requirements[place]
      guard requirement.level != .info else { continue }
      // A set that is the least for one requirement may be more than another one needs, so each has its own search.
      var search = CureSearch(of: requirement, among: self)
      report.requirements[place].suspects = search.suspects()
    }
  }
}

extension DeclaredValue {
  fileprivate func isSame(as other: DeclaredValue) -> Bool {
    if let items, let others = other.items { return Set(items) == Set(others) }
    return text == other.text || Double(text).map { $0 == Double(other.text) } ?? false
  }
}
