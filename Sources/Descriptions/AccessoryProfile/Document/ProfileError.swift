/// One thing that is wrong with a file a user wrote, at one place, with the fix.
public struct ProfileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Sendable, Equatable {
    /// The file system refused; `reason` is its own words.
    case unreadable(reason: String)
    /// The file has more than `ProfileDocument.maximumOctets`.
    case tooLarge(octets: Int)
    /// An octet that no UTF-8 text has, counted from 0.
    case notText(octet: UInt8, offset: Int)
    /// Nothing but white space and comments.
    case empty
    /// The YAML reader's complaint.
    case syntax(String)
    /// A tab where YAML wants spaces.
    case tab
    /// A part of YAML that no profile needs, as an anchor, and the text that uses it.
    case refusedYAML(kind: String, found: String)
    /// A second document in the stream.
    case severalDocuments
    /// Lists and mappings inside one another beyond the limit.
    case tooDeep(maximum: Int)
    /// A list or a mapping where a key should be.
    case keyNotText
    /// The key stands on `firstLine` already.
    case duplicateKey(String, firstLine: Int)
    /// A key that the schema does not know here.
    case unknownKey(String, nearest: String?, legal: [String])
    /// A key that must be there.
    case missingKey(String, example: String)
    /// The schema line names another kind or version of document.
    case wrongSchema(found: String, expected: String)
    /// Not the kind of value that the key takes.
    case wrongType(found: String, expected: String, fix: String)
    /// A number with a unit behind it; `corrected` is the number in the key's own unit, if that is legal.
    case wrongUnit(found: String, expected: String, corrected: String?)
    /// A number beyond its limits.
    case outOfRange(found: String, expected: String, nearest: String?)
    /// A word that is not in the list.
    case unknownWord(found: String, expected: [String], nearest: String?)
    /// Twice the same item in a list of different ones.
    case repeatedItem(String)
    /// Two statements that cannot both be true.
    case contradiction(String, other: SourcePosition?, fix: String)
    /// A value that no entry of `sources` covers.
    case noSource
    /// An entry of `sources` that covers no value of this file.
    case idleSource(nearest: String?)
    /// A source that `references` does not explain.
    case unknownReference(String, nearest: String?)
    /// A file that extends itself, or one that extends a third.
    case extendsTooDeep(base: String)
    /// A file that extends itself, by way of others; from the first of them back to it.
    case extendsCycle(files: [String])
  }

  public var position: SourcePosition
  /// The dotted path of the value, as `channel_sounding.t_fcs_us`; empty for the file as a whole.
  public var path: String
  public var problem: Problem

  /// Names a problem at a place.
  public init(_ problem: Problem, at position: SourcePosition, path: String = "") {
    self.problem = problem
    self.position = position
    self.path = path
  }

  /// What was found, what was expected, and what to do.
  public var problemText: String { problem.message(in: position.file) }

  /// One line: place, value, what was found, what was expected, and what to do.
  public var description: String {
    "\(position): " + (path.isEmpty ? "" : "\(Excerpt.of(path)): ") + problem.message(in: position.file)
  }
}

/// Everything that is wrong with a file, in the order of its lines; never empty.
public struct ProfileErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// How many are kept; the later ones are often consequences.
  public static let maximumCount = 20

  /// In the order of files and lines.
  public let errors: [ProfileError]

  /// Keeps the first of `errors` by place.
  public init(_ errors: [ProfileError]) {
    precondition(!errors.isEmpty, "a refusal has a reason")
    let sorted = errors.sorted { SourcePosition.precedes($0.position, $1.position) }
    self.errors = Array(sorted.prefix(Self.maximumCount))
  }

  /// A refusal for one reason.
  public init(_ problem: ProfileError.Problem, at position: SourcePosition, path: String = "") {
    self.init([ProfileError(problem, at: position, path: path)])
  }

  /// One line for each error.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}
