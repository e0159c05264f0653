import Documents
import Testing

@testable import Profiles
@testable import Reflector

@Suite("Every key of an accessory profile")
struct ProfileKeyTests {
  @Test("is in the table of changes below")
  func table() {
    func leaves(_ rules: [FieldRule], _ path: String) -> [String] {
      rules.flatMap { rule in
        if case .map(let below) = rule.shape { return leaves(below, path + rule.key + ".") }
        return [path + rule.key]
      }
    }
    let lists = [
      KeyChange.changes, KeyChange.identity, KeyChange.claims, KeyChange.limits, KeyChange.barriers,
    ]
    let changed = lists.joined().map(\.path)
    #expect(changed.sorted() == leaves(AccessoryKeys.schema.fields, "").sorted())
  }

  @Test(
    "has an effect on the controller, the Ranging Service, on the air or on a link",
    arguments: KeyChange.changes)
  func effect(change: KeyChange) throws {
    var before = Example()
    for (path, value) in change.beside { before[path] = value.isEmpty ? nil : value }
    var after = before
    after[change.path] = change.value
    let (one, other) = (try before.profile(), try after.profile())
    if "\(one.controllerDescription(of: 1))" != "\(other.controllerDescription(of: 1))" { return }
    if one.rangingConfiguration != other.rangingConfiguration { return }
    let (then, now) = (Encounter(one), Encounter(other))
    try then.meet()
    try now.meet()
    #expect(then.packets != now.packets)
  }

  @Test("keeps phones from connecting, or has another effect", arguments: KeyChange.barriers)
  func barrier(change: KeyChange) throws {
    let encounter = Encounter(try Example([(change.path, change.value)]).profile())
    #expect(throws: (any Error).self) { try encounter.connect() }
  }

  @Test("says what is not known, or has another effect", arguments: KeyChange.limits)
  func limit(change: KeyChange) throws {
    #expect(try Example([(change.path, change.value)]).profile().unknown != Example().profile().unknown)
  }

  @Test("tells the tester what to expect, or has another effect", arguments: KeyChange.claims)
  func claim(change: KeyChange) throws {
    #expect(try Example([(change.path, change.value)]).profile().gatt != Example().profile().gatt)
  }

  @Test("names the accessory in reports, or has another effect", arguments: KeyChange.identity)
  func identity(change: KeyChange) throws {
    #expect(try Example([(change.path, change.value)]).profile().identity != Example().profile().identity)
  }
}
