import Analysis
import Capture
import Foundation
import ProjectFiles
import Ranging
import Testing

/// What fuzzing once found, and what it begins with, kept where every run of the tests reads it.
@Suite("The corpus of the fuzzer")
struct CorpusTests {
  private static let folder = ProjectFolder.url.appending(path: "Tests/FuzzTests")

  /// As `analysis/NAME`.
  private static let kept: [String] = FuzzTarget.all.flatMap { target in
    files(in: folder.appendingPathComponent("corpus/\(target.name)")).map { "\(target.name)/\($0)" }
  }

  private static func files(in folder: URL) -> [String] {
    guard let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String })
    else {
      return []
    }
    return names.sorted()
  }

  private static func octets(_ name: String, in folder: URL) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  @Test("every input that once ended the program no longer does", arguments: kept)
  func replay(name: String) throws {
    let target = try #require(FuzzTarget.all.first { name.hasPrefix($0.name + "/") })
    let octets = try Self.octets("corpus/\(name)", in: Self.folder)
    #expect(octets.count < 20_000)
    _ = target.run(octets)
  }

  @Test("each folder of the corpus is that of a target")
  func folders() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appendingPathComponent("corpus").path)
    #expect(Set(names).isSubset(of: FuzzTarget.all.map(\.name)))
  }
}

/// The recordings that fuzzing begins with, and what is made of them.
@Suite("The seeds of the fuzzer")
struct SeedTests {
  private static let seeds = Result { () throws -> [String: [UInt8]] in
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("seeds-\(UUID())")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-B", ProjectFolder.url.appending(path: "Tests/FuzzTests/seeds.py").path(), folder.path,
    ]
    process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"]
    try process.run()
    process.waitUntilExit()
    let analysis = folder.appendingPathComponent("analysis")
    let names = try FileManager.default.contentsOfDirectory(atPath: analysis.path)
    return try names.reduce(into: [:]) { seeds, name in
      seeds[name] = Array(try Data(contentsOf: analysis.appendingPathComponent(name)))
    }
  }

  /// Sniffers do not receive steps.
  private static let withoutProcedures = ["air.pcap", "link.pcap", "ppi.pcap", "sniffer.pcap"]
  /// The logs tell of results, if of more then without times, and these link types do not say which packets were decrypted.
  private static let withoutConfiguration = [
    "silicon-labs-log.txt", "waves-log.txt", "link.pcap", "ppi.pcap",
  ]
  /// Sessions of an upper tester.
  private static let withoutHost = [
    "session-mode-1.pcapng", "session-mode-3.pcapng", "session-sub-mode.pcapng",
    "session-few-channels.pcapng",
  ]

  @Test("every format has a seed, and each is sound")
  func sound() throws {
    let seeds = try Self.seeds.get()
    var formats: Set<RecordingFormat> = []
    for (name, octets) in seeds {
      let reader = try RecordingReader(octets: octets)
      while try reader.next() != nil {}
      #expect(reader.warningCount == 0, "\(name)")
      formats.insert(reader.format)
    }
    #expect(formats == Set(RecordingFormat.allCases))
  }

  @Test("a seed has what there is to read: link, pairing, services, configuration, results of both ends")
  func depth() throws {
    for (name, octets) in try Self.seeds.get() {
      let analyzer = RecordingAnalyzer(
        [.init(try RecordingReader(octets: octets), name: name)], estimators: [.ml])
      var procedures: [ProcedureAnalysis] = []
      while let procedure = try analyzer.nextProcedure() { procedures.append(procedure) }
      #expect(analyzer.recordings[0].problemCount == 0, "\(name)")
      #expect(procedures.isEmpty == Self.withoutProcedures.contains(name), "\(name)")
      guard !Self.withoutConfiguration.contains(name) else { continue }
      let connection = try #require(analyzer.connections.first { !$0.configurations.isEmpty }, "\(name)")
      #expect(connection.peer.capabilities != nil && connection.schedule != nil, "\(name)")
      guard !Self.withoutHost.contains(name) else { continue }
      #expect(connection.isEncrypted && connection.isSecured, "\(name)")
    }
  }

  @Test("mutants differ, many are sound, and a seed makes the same one again")
  func mutations() throws {
    for (name, octets) in try Self.seeds.get() {
      let mutants = (0..<64).map { RecordingMutator.mutated(octets, seed: $0) }
      #expect(Set(mutants).count > 48, "\(name)")
      let sound = mutants.count(where: Self.isSound)
      #expect(sound >= 20, "\(name): \(sound) of 64")
      #expect(RecordingMutator.mutated(octets, seed: 7) == mutants[7], "\(name)")
    }
  }

  private static func isSound(_ octets: [UInt8]) -> Bool {
    do {
      let reader = try RecordingReader(octets: octets)
      while try reader.next() != nil {}
      return reader.damageCount == 0
    } catch {
      return false
    }
  }
}
