import Testing

/// Hosts of Bumble in our air. One session at a time, for each has three programs.
@Suite(
  .serialized, .enabled(if: Bumble.python != nil || Bumble.isRequired, Bumble.missing),
  .timeLimit(.minutes(2)))
enum BumbleTests {}

extension BumbleTests {
  @Suite("Bumble measures the true distance")
  struct Ranging {
    private static let distances = [1.0, 5.0, 20.0]
    private static let tolerance = 0.05
    private static let procedureCount = 5
    private static let accessoryMilestones: Set = [
      "power on", "advertising", "connected", "encrypted", "paired", "config", "procedures",
    ]
    private static let phoneMilestones: Set = [
      "power on", "found", "connected", "encrypted", "paired", "capabilities", "config", "security",
      "procedures",
    ]

    @Test("as the phone, with our reflector", arguments: distances)
    func phone(metres: Double) async throws {
      let events = try await ServedAir.with(.phone, arguments: ["--distance", "\(metres)", "--once"]) { air in
        let events = try await air.host(.phone, "--procedures", "\(Self.procedureCount)").all()
        #expect(try await air.tool.exitStatus() == 0)
        #expect(air.tool.said.contains("encrypted"))
        return events
      }
      let procedures = try expectSession(of: events, Self.phoneMilestones)
      expect(procedures.compactMap { $0.metres() }, metres)
    }

    @Test("as the accessory, with our phone", arguments: distances)
    func accessory(metres: Double) async throws {
      let arguments = ["--distance", "\(metres)", "--procedures", "\(Self.procedureCount)"]
      let (events, said) = try await ServedAir.with(.accessory, arguments: arguments) { air in
        let events = try await air.host(.accessory).all()
        #expect(try await air.tool.exitStatus() == 0)
        return (events, air.tool.said)
      }
      let procedures = try expectSession(of: events, Self.accessoryMilestones)
      #expect(
        procedures.flatMap(\.tones).allSatisfy { $0.i > 0 && $0.q == 0 },
        "inline PCT leaves the reflector nothing to tell")
      expect(said.compactMap(estimate), metres)
    }

    @Test("or it is told who refused, and why")
    func refusal() async throws {
      try await ServedAir.with(.accessory) { air in
        _ = try air.host(.accessory, "--conduct", "no-role")
        let told = try await air.tool.next("a refusal") { $0.hasPrefix("phone: ") ? $0 : nil }
        #expect(told.contains("configuration failed: 0x20") && told.hasSuffix("; trying again"))
        #expect(told.contains("the accessory refused, because its host has not enabled the reflector role"))
      }
    }

    @Test("as both, in our air", arguments: distances)
    func both(metres: Double) async throws {
      let (phone, accessory) = try await meeting(metres: metres)
      expect(phone.compactMap { $0.metres() }, metres)
      #expect(accessory.flatMap(\.tones).allSatisfy { $0.q == 0 })
    }

    @Test("as both without inline PCT, by the tones of both sides")
    func withoutInlinePCT() async throws {
      let (phone, accessory) = try await meeting(metres: 5, "--no-ipt")
      #expect(phone.map(\.counter) == accessory.map(\.counter))
      #expect(accessory.flatMap(\.tones).contains { $0.q != 0 })
      expect(zip(phone, accessory).compactMap { $0.metres($1) }, 5)
    }

    /// What two hosts parsed.
    private func meeting(
      metres: Double, _ arguments: String...
    ) async throws -> (phone: [BumbleProcedure], accessory: [BumbleProcedure]) {
      try await ServedAir.with(.phone, .accessory, arguments: ["--distance", "\(metres)"]) { air in
        let accessory = try air.host(.accessory)
        let phone = try air.host(.phone, ["--procedures", "\(Self.procedureCount)"] + arguments)
        let parsed = (
          try expectSession(of: try await phone.all(), Self.phoneMilestones),
          try expectSession(of: try await accessory.all(), Self.accessoryMilestones)
        )
        air.tool.interrupt()
        #expect(try await air.tool.exitStatus() == 0)
        return parsed
      }
    }

    /// Expects that `milestones` were reported in any order, then procedures that came about as a whole.
    private func expectSession(
      of events: [HostEvent], _ milestones: Set<String>, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [BumbleProcedure] {
      let reached = Set(events.map(\.event))
      #expect(milestones.subtracting(reached).isEmpty, sourceLocation: sourceLocation)
      let procedures = Array(BumbleProcedure.all(in: events).prefix(Self.procedureCount))
      #expect(procedures.count == Self.procedureCount, sourceLocation: sourceLocation)
      for procedure in procedures {
        #expect(procedure.isComplete, sourceLocation: sourceLocation)
        #expect(procedure.toneSteps.allSatisfy { $0.tones.count == 2 }, sourceLocation: sourceLocation)
        #expect(
          Set(procedure.toneSteps.map(\.channel)).count == BumbleProcedure.channelCount,
          sourceLocation: sourceLocation)
      }
      return procedures
    }

    /// The distance of a line such as `procedure 3  4.998 m  (true 5.000 m, 72 tones)`.
    private func estimate(_ line: String) -> Double? {
      line.firstMatch(of: /^procedure \d+  (\S+) m  \(true/).flatMap { Double($0.1) }
    }

    private func expect(
      _ estimates: [Double], _ metres: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(estimates.count == Self.procedureCount, sourceLocation: sourceLocation)
      #expect(
        estimates.median.map { abs($0 - metres) < Self.tolerance } ?? false, "\(estimates)",
        sourceLocation: sourceLocation)
    }
  }
}
