package import Documents

/// Values of a profile that keep a requirement from passing: with other values in place of all of them it passes.
package struct Suspect: Hashable, Sendable {
  /// One of them.
  package struct Value: Hashable, Sendable {
    /// What the file declares. The text is `absent` and the place that of a neighbour where the file lacks the key.
    package var declared: DeclaredValue
    /// A value with which the requirement passes, as YAML text; nil if it passes without one.
    package var passing: String?
    /// The items of the passing list that the declared one lacks, where these are all that it needs; else empty.
    package var lacking: [String]

    package init(_ declared: DeclaredValue, passing: String?, lacking: [String] = []) {
      self.declared = declared
      self.passing = passing
      self.lacking = lacking
    }
  }

  /// In the order of the file, one or more.
  package var values: [Value]

  package init(_ values: [Value]) {
    precondition(!values.isEmpty, "a suspect has a value")
    self.values = values
  }

  /// As `radio.pll_settling_tau_us is 40 (a.yaml:7:3); passes with 12`.
  package var sentence: String {
    let found = values.map { value in
      let declared = value.declared
      let what =
        value.lacking.isEmpty ? "is \(declared.text)" : "lacks \(value.lacking.joined(separator: ", "))"
      return "\(declared.path) \(what) (\(declared.place))"
    }
    return found.joined(separator: " and ") + "; \(cure)"
  }

  /// As `passes with 12`.
  package var cure: String {
    guard values.count > 1 else {
      let value = values[0]
      if !value.lacking.isEmpty { return "passes with \(value.lacking.count == 1 ? "it" : "them")" }
      return value.passing.map { "passes with \($0)" } ?? "passes without it"
    }
    let wanted = values.map { value in
      let path = value.declared.path
      guard value.lacking.isEmpty else { return "\(value.lacking.joined(separator: ", ")) in \(path)" }
      return value.passing.map { "\(path) \($0)" } ?? "no \(path)"
    }
    return "passes with " + wanted.joined(separator: " and ")
  }
}
