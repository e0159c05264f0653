/// A way to spoil a value that is right, in one respect.
package struct Flaw<Value>: Sendable {
  /// What is wrong, for people.
  package let name: String
  /// Makes it wrong.
  package let spoil: @Sendable (inout Value) -> Void

  package init(_ name: String, _ spoil: @escaping @Sendable (inout Value) -> Void) {
    self.name = name
    self.spoil = spoil
  }
}
