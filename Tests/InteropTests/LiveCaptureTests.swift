import Foundation
import ProjectFiles
import Testing

extension BumbleTests {
  @Suite(
    "Wireshark reads what serve captures",
    .enabled(if: WiresharkGate.installed != nil, WiresharkGate.missing))
  struct LiveCaptures {
    private let gate: WiresharkGate
    private let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pcapng")

    init() throws { gate = try #require(WiresharkGate.installed) }

    private func serve(
      _ roles: BumbleHost.Role..., arguments: [String] = [], body: (ServedAir) async throws -> Void
    ) async throws {
      defer { try? FileManager.default.removeItem(at: file) }
      try await ServedAir.with(roles, arguments: ["--capture", file.path] + arguments, body)
    }

    @Test("while it runs, and after it was killed, nothing but whole packets")
    func whileItRuns() async throws {
      try await serve(.phone) { air in
        let phone = try air.host(.phone)
        try await phone.next("continue") { $0.procedureDone == 0 }
        let early = try frameCount()
        #expect(early > 0)
        // What the phone reported by now may all have happened before Wireshark counted.
        var late = early
        while late == early {
          try await phone.next("continue") { $0.procedureDone == 0 }
          late = try frameCount()
        }
        air.tool.kill()
        #expect(try await air.tool.exitStatus() == nil)
        #expect(try frameCount() >= late)
        #expect(try complaints() == [])
      }
    }

    @Test("and has nothing against the session of two hosts")
    func cleanSession() async throws {
      try await serve(.phone, .accessory) { air in
        let accessory = try air.host(.accessory)
        _ = try await air.host(.phone, "--procedures", "2").all()
        _ = try await accessory.all()
        air.tool.interrupt()
        #expect(try await air.tool.exitStatus() == 0)
        #expect(try complaints() == [])
        for opcode in ["0x30", "0x31", "0x32", "0x33", "0x34", "0x03", "0x02"] {
          #expect(try gate.count(in: file.path, where: "btle.control_opcode == \(opcode)") > 0, "\(opcode)")
        }
        for interface in ["hci-initiator", "hci-reflector"] {
          #expect(try gate.count(in: file.path, where: #"frame.interface_name == "\#(interface)""#) > 0)
        }
      }
    }

    @Test("with each step, for a Wireshark that has the dissector")
    func steps() async throws {
      let script = ProjectFolder.url.appending(path: "Wireshark/reflector.lua").path
      try await serve(.phone, arguments: ["--steps"]) { air in
        _ = try await air.host(.phone, "--procedures", "2").all()
        air.tool.interrupt()
        #expect(try await air.tool.exitStatus() == 0)
        #expect(try gate.loading(script).count(in: file.path, where: "csstep.initiator.i") > 100)
        #expect(try complaints(gate.loading(script)) == [])
      }
    }

    @Test("and what a tap between a host and its controller took", arguments: [false, true])
    func tapped(isInterrupted: Bool) async throws {
      let tapped = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pcapng")
      defer { try? FileManager.default.removeItem(at: tapped) }
      try await serve(.phone) { air in
        let (tap, port) = try await air.tap(.phone, into: tapped.path)
        let phone = try air.host(.phone, at: port, ["--procedures", "2"])
        if isInterrupted {
          try await phone.next("continue") { $0.procedureDone == 0 }
          tap.interrupt()
        } else {
          _ = try await phone.all()
        }
        #expect(try await tap.exitStatus() == 0)
        #expect(try gate.complaints(about: tapped.path, in: .all, tolerating: .notes).filter(isOurs) == [])
        // What passed the tap is what our own controller had.
        let results = #"bthci_evt.le_meta_subevent == 0x31 && !(frame.interface_name == "hci-reflector")"#
        let count = try gate.count(in: tapped.path, where: results)
        #expect(count > 0)
        if !isInterrupted { #expect(try count == gate.count(in: file.path, where: results)) }
      }
    }

    /// Wireshark 4.0 knows no events of Channel Sounding, and takes some for malformed.
    private func isOurs(_ complaint: String) -> Bool {
      gate.decodesChannelSounding && !complaint.contains("0x20a5")
    }

    /// What Wireshark has against the capture, but for a command that is younger than Wireshark 4.6: LE CS Read
    /// Local Supported Capabilities [v2].
    private func complaints(_ gate: WiresharkGate? = nil) throws -> [String] {
      let gate = gate ?? self.gate
      return try gate.lines(
        of: file.path,
        where: "(_ws.malformed || _ws.expert.severity >= 6291456) && !(bthci_evt.opcode == 0x20a5)",
        in: gate.widestScope, showing: ["frame.number", "_ws.col.Info", "_ws.expert.message"])
    }

    private func frameCount() throws -> Int { try gate.count(in: file.path, where: "frame") }
  }
}
