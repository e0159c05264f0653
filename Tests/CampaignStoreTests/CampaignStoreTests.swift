import CampaignStore
import Campaigns
import Foundation
import RangeStudy
import Testing
import Verdicts

@Suite("The store of a campaign")
struct CampaignStoreTests {
  /// A folder that goes away with the test.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit {
      do { try FileManager.default.removeItem(at: url) } catch { Issue.record("\(error)") }
    }

    func path(_ name: String) -> String { url.appending(path: name).path }
  }

  private static let edition = Edition(
    campaign: "test", tool: "reflector 1", document: "text", sources: [.init(path: "a", digest: "00")],
    unitCount: 10)
  private static let session = StoreSession(host: "here", processors: 2, jobs: 1, shard: nil)

  private static func failed(_ requirement: String) -> UnitResult {
    .checked(
      CheckVerdicts(
        verdict: .fail, rows: [.init(requirement: requirement, verdict: .fail, reason: "late")]))
  }

  private static func result(of unit: Int) -> UnitResult {
    unit % 2 == 0 ? .ranged(ChunkTally()) : failed("CS-A0\(unit)")
  }

  /// A store with some units done.
  private func store(at path: String, units: [Int]) throws -> CampaignStore {
    let store = try CampaignStore(path: path, .writing)
    let edition = try store.add(Self.edition)
    let session = try store.begin(Self.session, of: edition)
    for unit in units {
      try store.add(Self.result(of: unit), unit: unit, edition: edition, session: session)
    }
    return store
  }

  @Test("gives back what it took, in the order of the units, and editions apart")
  func roundTrip() throws {
    let folder = try Folder()
    try store(at: folder.path("a.sqlite"), units: [3, 0, 2]).close()
    let read = try CampaignStore(path: folder.path("a.sqlite"), .reading)
    var found: [(Int, UnitResult)] = []
    try read.results(of: 1) { found.append(($0, $1)) }
    #expect(found.map(\.0) == [0, 2, 3])
    #expect(found[2].1 == Self.failed("CS-A03"))
    #expect(try read.result(of: 2, in: 1) == .ranged(ChunkTally()))
    #expect(try read.result(of: 1, in: 1) == nil)
    #expect(try read.done(in: 1, of: 10) == IndexSet([0, 2, 3]))
    #expect(try read.doneCount(in: 2) == 0)
    #expect(try read.editions().map(\.edition) == [Self.edition])
  }

  @Test("is one plain file when it is closed")
  func plain() throws {
    let folder = try Folder()
    try store(at: folder.path("a.sqlite"), units: [0]).close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.sqlite"])
  }

  @Test(
    "is known for a store while it is written", arguments: [CampaignStore.Access.writing, .sharedWriting])
  func kind(_ access: CampaignStore.Access) throws {
    let folder = try Folder()
    let store = try CampaignStore(path: folder.path("a.sqlite"), access)
    #expect(CampaignStore.isStore(folder.path("a.sqlite")))
    _ = try store.add(Self.edition)
    #expect(CampaignStore.isStore(folder.path("a.sqlite")))
    try store.close()
    #expect(CampaignStore.isStore(folder.path("a.sqlite")))
  }

  @Test("is written by one, and says by whom")
  func lock() throws {
    let folder = try Folder()
    let first = try store(at: folder.path("a.sqlite"), units: [0])
    let error = #expect(throws: StoreError.self) {
      try CampaignStore(path: folder.path("a.sqlite"), .writing)
    }
    #expect(error?.description.contains("in use by process \(getpid()) on \(Machine.name)") == true)
    #expect(StoreLock.holder(of: folder.path("a.sqlite")) == "process \(getpid()) on \(Machine.name)")
    let reader = try CampaignStore(path: folder.path("a.sqlite"), .reading)
    #expect(try reader.doneCount(in: 1) == 1)
    try first.close()
    #expect(StoreLock.holder(of: folder.path("a.sqlite")) == nil)
    try CampaignStore(path: folder.path("a.sqlite"), .writing).close()
  }

  @Test("keeps the units under way of a process that was killed, and of no other")
  func lostUnits() throws {
    let folder = try Folder()
    let path = folder.path("a.sqlite")
    let first = try store(at: path, units: [0])
    for unit in [12_345, 7, 8] { first.lock?.begin(unit) }
    first.lock?.end(12_345)
    #expect(StoreLock.lostRun(of: path) == nil)
    let left = try Data(contentsOf: folder.url.appending(path: "a.sqlite.lock"))
    try first.close()
    #expect(StoreLock.lostRun(of: path) == nil)
    try left.write(to: folder.url.appending(path: "a.sqlite.lock"))
    let lost = StoreLock.LostRun(process: "process \(getpid()) on \(Machine.name)", units: [7, 8])
    #expect(StoreLock.lostRun(of: path) == lost)
    let second = try CampaignStore(path: path, .writing)
    #expect(second.lock?.lost == lost)
    #expect(StoreLock.lostRun(of: path) == nil)
    try second.close()
    let third = try CampaignStore(path: path, .writing)
    #expect(third.lock?.lost == nil)
    third.lock?.begin(3)
    third.lock?.end(3)
    let idle = try Data(contentsOf: folder.url.appending(path: "a.sqlite.lock"))
    try third.close()
    try idle.write(to: folder.url.appending(path: "a.sqlite.lock"))
    #expect(StoreLock.lostRun(of: path) == nil)
  }

  @Test("is written by one, by whatever name, also before it is there", arguments: ["link", "sub/link"])
  func linkedLock(_ link: String) throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "sub"), withIntermediateDirectories: false)
    let target = link == "link" ? "a.sqlite" : "../a.sqlite"
    try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
    let first = try store(at: folder.path(link), units: [0])
    for name in ["a.sqlite", link] {
      let error = #expect(throws: StoreError.self, "\(name)") {
        try CampaignStore(path: folder.path(name), .writing)
      }
      #expect(error?.description.contains("in use by process \(getpid())") == true)
      #expect(StoreLock.holder(of: folder.path(name)) != nil)
    }
    try first.close()
    #expect(StoreLock.holder(of: folder.path("a.sqlite")) == nil)
  }

  @Test("is refused and left as it is where it is damaged, no store, or not there")
  func damage() throws {
    let folder = try Folder()
    try store(at: folder.path("a.sqlite"), units: Array(0..<9)).close()
    var octets = try Data(contentsOf: folder.url.appending(path: "a.sqlite"))
    let page = Int(octets[16]) << 8 | Int(octets[17])
    // A page of a table's tree, whose header begins it.
    octets.replaceSubrange(page * 3..<page * 3 + 64, with: Data(repeating: 0xA5, count: 64))
    let files: [(name: String, octets: Data, text: String)] = [
      ("damaged", octets, "is damaged"), ("text", Data("no database, but text".utf8), "is no store"),
      ("cut", octets.prefix(page * 3), "is damaged"),
    ]
    for file in files {
      try file.octets.write(to: folder.url.appending(path: file.name))
      for access in [CampaignStore.Access.reading, .writing] {
        let error = #expect(throws: StoreError.self, "\(file.name)") {
          try CampaignStore(path: folder.path(file.name), access)
        }
        #expect(error?.description.contains(file.text) == true, "\(error.map { "\($0)" } ?? "none")")
      }
      #expect(try Data(contentsOf: folder.url.appending(path: file.name)) == file.octets)
    }
    let missing = #expect(throws: StoreError.self) { try CampaignStore(path: folder.path("none"), .reading) }
    #expect(missing?.description.contains("there is no store") == true)
  }

  @Test(
    "with an octet that changed has the same results or is refused",
    arguments: 1...200 as ClosedRange<UInt64>)
  func changedOctet(_ seed: UInt64) throws {
    let folder = try Folder()
    let path = folder.path("a.sqlite")
    try store(at: path, units: Array(0..<9)).close()
    var octets = try Data(contentsOf: folder.url.appending(path: "a.sqlite"))
    // SplitMix64, whose first number already is of good quality.
    var bits = seed &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    let used = octets.indices.filter { octets[$0] != 0 }
    let place = used[Int(bits >> 8 % UInt64(used.count))]
    octets[place] ^= UInt8(1 << (bits & 7))
    try octets.write(to: folder.url.appending(path: "a.sqlite"))
    do throws(StoreError) {
      let read = try CampaignStore(path: path, .reading)
      let editions = try read.editions()
      var found: [UnitResult] = []
      try read.results(of: 1) { found.append($1) }
      #expect(editions.map(\.edition) == [Self.edition], "octet \(place)")
      #expect(found == (0..<9).map(Self.result(of:)), "octet \(place)")
    } catch {
      #expect(try Data(contentsOf: folder.url.appending(path: "a.sqlite")) == octets, "\(error)")
    }
  }

  @Test("with units that are none of the campaign is refused")
  func foreignUnits() throws {
    let folder = try Folder()
    let store = try store(at: folder.path("a.sqlite"), units: [0])
    let units = CampaignUnits(studies: [], checks: CampaignChecks([], seedCount: 1), p90WithinMetres: nil)
    let error = #expect(throws: StoreError.self) { try store.tally(of: units, in: 1) }
    #expect(error?.description.contains("unit 0 is none of the campaign") == true)
  }

  @Test("with a unit that no campaign has is refused before it runs", arguments: [-5, 10, Int.max])
  func impossibleUnit(_ unit: Int) throws {
    let folder = try Folder()
    let store = try store(at: folder.path("a.sqlite"), units: [0])
    let session = try store.begin(Self.session, of: 1)
    try store.add(.ranged(ChunkTally()), unit: unit, edition: 1, session: session)
    let error = #expect(throws: StoreError.self) { try store.done(in: 1, of: 10) }
    #expect(error?.description.contains("unit \(unit) is none of the campaign") == true)
  }

  @Test("counts a unit of several shards once, and refuses one that differs")
  func merge() throws {
    let folder = try Folder()
    let whole = try store(at: folder.path("whole"), units: [])
    try store(at: folder.path("a"), units: [0, 1, 2]).close()
    try store(at: folder.path("b"), units: [2, 3]).close()
    for (name, count) in [("a", 3), ("b", 1), ("a", 0)] {
      #expect(try whole.merge([(folder.path(name), 1)], into: 1) == count)
    }
    #expect(try whole.done(in: 1, of: 10) == IndexSet(0...3))
    let wrong = try store(at: folder.path("c"), units: [])
    let session = try wrong.begin(Self.session, of: 1)
    try wrong.add(Self.failed("CS-A09"), unit: 3, edition: 1, session: session)
    try wrong.add(Self.failed("CS-A05"), unit: 5, edition: 1, session: session)
    try wrong.close()
    try store(at: folder.path("d"), units: [0, 7]).close()
    try store(at: folder.path("e"), units: [9]).close()
    let error = #expect(throws: StoreError.self) {
      try whole.merge(["d", "c", "e"].map { (folder.path($0), 1) }, into: 1)
    }
    #expect(error?.description.contains("whole and \(folder.path("c")) have other results of unit 3") == true)
    #expect(try whole.done(in: 1, of: 10) == IndexSet([0, 1, 2, 3, 7]))
    #expect(try whole.result(of: 7, in: 1) == Self.failed("CS-A07"))
  }

  @Test("tells editions apart, and what changed")
  func editions() throws {
    let folder = try Folder()
    let store = try store(at: folder.path("a"), units: [0])
    var later = Self.edition
    later.sources[0].digest = "01"
    #expect(later.differences(from: Self.edition) == ["a"])
    later.tool = "reflector 2"
    #expect(later.differences(from: Self.edition).count == 2)
    #expect(try store.number(of: later) == nil)
    #expect(try store.add(later) == 2 && store.number(of: later) == 2)
    #expect(try store.number(of: Self.edition) == 1)
    #expect(try store.doneCount(in: 2) == 0)
  }
}
