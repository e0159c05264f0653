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

    @Test("as the phone, with our reflector", arguments: distances)
    func phone(metres: Double) async throws {
      let events = try await ServedAir.with(.phone, arguments: ["--distance", "\(metres)", "--once"]) { air in
        let events = try await air.host(.phone, "--procedures", "\(Self.procedureCount)").all()
        #expect(await air.tool.exitStatus() == 0)
        return events
      }
      let procedures = try expectSession(
        of: events,
        ["power on", "found", "connected", "encrypted", "paired", "capabilities", "config", "security"])
      expect(procedures.compactMap { $0.metres() }, metres)
    }

    /// Expects that `milestones` were told of in any order, then procedures that came about as a whole.
    private func expectSession(
      of events: [HostEvent], _ milestones: Set<String>, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [BumbleProcedure] {
      let reached = Set(events.prefix { $0.event != "procedures" }.map(\.event))
      #expect(reached.isSuperset(of: milestones), sourceLocation: sourceLocation)
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
