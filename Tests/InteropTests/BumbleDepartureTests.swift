import Testing

extension BumbleTests {
  @Suite("A host of Bumble that is gone in the middle of a procedure")
  struct Departures {
    /// How a host goes.
    enum Departure: String, CaseIterable, CustomTestStringConvertible {
      case disconnects, resets, isKilled = "is killed"

      var testDescription: String { rawValue }

      var arguments: [String] {
        switch self {
        case .disconnects: ["--leave-after", "1"]
        case .resets: ["--reset-after", "1"]
        case .isKilled: []
        }
      }

      /// What the other host gets: remote user terminated, or supervision timeout. [Vol 1, Part F, 1.3]
      var reasonElsewhere: UInt8 { self == .disconnects ? 0x13 : 0x08 }
    }

    /// Shorter than a procedure, which then takes several.
    private static let subevents = ["--subevent", "10000"]
    /// By what the distance of a session may be wrong.
    private static let tolerance = 0.1

    @Test(
      "is to the other host what the specification says, and the next one finds all as before",
      arguments: Departure.allCases, [BumbleHost.Role.phone, .accessory])
    func departure(_ departure: Departure, of role: BumbleHost.Role) async throws {
      try await ServedAir.with(.phone, .accessory) { air in
        let accessory = try air.host(.accessory, role == .accessory ? departure.arguments : ["--stay"])
        let phone = try air.host(.phone, Self.subevents + (role == .phone ? departure.arguments : []))
        let (leaver, other) = role == .phone ? (phone, accessory) : (accessory, phone)
        try await expect(departure, of: leaver)
        #expect(try await other.next("disconnected").reason == departure.reasonElsewhere)
        if role == .accessory { _ = try air.host(.accessory) }
        let next = BumbleProcedure.all(in: try await air.host(.phone, "--procedures", "1").all())
        #expect(next.first?.isComplete == true)
        #expect(next.first?.metres().map { abs($0 - 3) < Self.tolerance } == true)
      }
    }

    private func expect(_ departure: Departure, of host: BumbleHost) async throws {
      try await host.next("subevent") { $0.counter == 1 && $0.procedureDone == 1 }
      switch departure {
      case .disconnects:
        try await host.next("leaving")
        #expect(try await host.next("disconnected").reason == 0x16)
        #expect(try await host.all().last?.event == "end", "no result comes after the link")
      case .resets:
        try await host.next("resetting")
        try await host.next("reset")
      case .isKilled: host.program.kill()
      }
    }

    @Test("leaves our phone with a timeout, and it ranges with the next accessory")
    func ourPhone() async throws {
      try await ServedAir.with(.accessory) { air in
        let lost = try air.host(.accessory)
        try await lost.next("subevent") { $0.counter == 1 }
        lost.program.kill()
        try await air.tool.next("disconnected: 0x08 Connection Timeout")
        let next = try air.host(.accessory)
        try await next.next("connected")
        try await air.tool.next(" m  (true 3.000 m, 72 tones)")
        #expect(!BumbleProcedure.all(in: next.events).contains { $0.doneStatuses.contains(15) })
      }
    }

    @Test("leaves our reflector free for the next phone")
    func ourReflector() async throws {
      try await ServedAir.with(.phone) { air in
        let lost = try air.host(.phone)
        try await lost.next("subevent") { $0.counter == 1 }
        lost.program.kill()
        let events = try await air.host(.phone, "--procedures", "1").all()
        #expect(BumbleProcedure.all(in: events).first?.isComplete == true)
      }
    }
  }
}
