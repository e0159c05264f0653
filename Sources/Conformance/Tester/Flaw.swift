/// A way to spoil a value that is right, in one respect.
struct Flaw<Value>: Sendable {
  let name: String
  let spoil: @Sendable (inout Value) -> Void

  init(_ name: String, _ spoil: @escaping @Sendable (inout Value) -> Void) {
    self.name = name
    self.spoil = spoil
  }
}
