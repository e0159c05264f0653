/// A test case as the catalogue lists it: what a report prints of a case that was not run.
public struct CaseEntry: Hashable, Sendable {
  /// The id, the same for ever: `CS/TIM/BV-01`.
  public var id: String
  /// What the case is about.
  public var title: String
  /// The id of the public test specification that the case follows; nil for one of our own.
  public var publicID: String?
  /// How the case is done and read.
  public var procedure: String

  public init(id: String, title: String, publicID: String?, procedure: String) {
    self.id = id
    self.title = title
    self.publicID = publicID
    self.procedure = procedure
  }
}
