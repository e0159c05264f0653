import CoreTypes
import HCI
import Testing
import VirtualController

/// A defect between a controller and its host: some of what it sends, or is sent, is changed.
struct ControllerDefect: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The case that has to find it.
  let testCase: String
  /// The cases that cannot but find it too.
  var others: Set<String> = []
  /// Changes an event on its way to the host; nil drops it.
  var event: @Sendable (EventPacket) -> EventPacket? = { $0 }
  /// Changes a command on its way to the controller.
  var command: @Sendable (CommandPacket) -> CommandPacket = { $0 }

  /// Gives a controller the defect.
  func plant(in controller: VirtualController) {
    let probe = LinkProbe()
    probe.toHost = { [event] packet in
      guard case .event(let sent) = packet else { return [packet] }
      return event(sent).map { [.event($0)] } ?? []
    }
    probe.fromHost = { [command] packet in
      guard case .command(let sent) = packet else { return [packet] }
      return [.command(command(sent))]
    }
    controller.linkProbe = probe
  }
}

extension ControllerDefect {
  /// Changes the return parameters of one command, the status first.
  static func returned(
    _ opcodes: Opcode..., by change: @escaping @Sendable (inout [UInt8]) -> Void
  ) -> @Sendable (EventPacket) -> EventPacket? {
    { event in
      guard event.code == 0x0E, event.parameters.count > 4,
        opcodes.contains(where: {
          event.parameters[1...2] == [UInt8($0.rawValue & 0xFF), UInt8($0.rawValue >> 8)]
        })
      else { return event }
      var returned = Array(event.parameters[3...])
      change(&returned)
      return EventPacket(code: event.code, parameters: Array(event.parameters[..<3]) + returned)
    }
  }

  /// Answers one command with another status, where it had this one.
  static func status(
    of opcode: Opcode, _ status: ErrorCode, becomes other: ErrorCode
  ) -> @Sendable (EventPacket) -> EventPacket? {
    { event in
      let number = [UInt8(opcode.rawValue & 0xFF), UInt8(opcode.rawValue >> 8)]
      var changed = event
      if event.code == 0x0F, Array(event.parameters[2...3]) == number, event.parameters[0] == status.rawValue
      {
        changed.parameters[0] = other.rawValue
      }
      if event.code == 0x0E, Array(event.parameters[1...2]) == number, event.parameters[3] == status.rawValue
      {
        changed.parameters[3] = other.rawValue
      }
      return changed
    }
  }

  /// Changes the parameters of one LE meta event, the subevent code first.
  static func meta(
    _ subevent: UInt8, by change: @escaping @Sendable (inout [UInt8]) -> Void
  ) -> @Sendable (EventPacket) -> EventPacket? {
    { event in
      guard event.code == 0x3E, event.parameters.first == subevent else { return event }
      var changed = event
      change(&changed.parameters)
      return changed
    }
  }

  /// Changes that leave a controller legal: their cases pass.
  static let harmless: [Self] = [
    Self(
      testDescription: "no scanning", testCase: "HCI/DDI/BI-02",
      event: { event in
        returned(.readLocalSupportedCommands) { $0[1 + 37] &= ~0x40 }(event)
          .flatMap(status(of: .leSetExtendedScanEnable, .commandDisallowed, becomes: .unknownHCICommand))
      }),
    Self(
      testDescription: "one buffer for BR/EDR and LE", testCase: "HCI/BUF/BV-01",
      event: { event in
        returned(.leReadBufferSize, .leReadBufferSizeV2) { $0.replaceSubrange(1...3, with: [0, 0, 0]) }(event)
          .flatMap(returned(.readBufferSize) { ($0[1], $0[4]) = (251, 8) })
      }),
    Self(
      testDescription: "frequency compensation not available, with bit 15 clear", testCase: "HCI/RES/BV-02",
      event: meta(0x31) { $0[9] &= 0x7F }),
  ]

  static let all: [Self] = [
    Self(
      testDescription: "no buffer for data", testCase: "HCI/BUF/BV-01",
      event: returned(.leReadBufferSize) { $0[3] = 0 }),
    Self(
      testDescription: "completed packets of another handle", testCase: "HCI/BUF/BV-02",
      event: { event in
        guard event.code == 0x13, event.parameters.count == 5 else { return event }
        var changed = event
        changed.parameters[1] ^= 1
        return changed
      }),
    Self(
      testDescription: "nine configurations", testCase: "HCI/CAP/BV-01",
      event: returned(.leCSReadLocalSupportedCapabilities, .leCSReadLocalSupportedCapabilitiesV2) {
        $0[1] = 9
      }),
    Self(
      testDescription: "another number of configurations in [v2]", testCase: "HCI/CAP/BV-02",
      event: returned(.leCSReadLocalSupportedCapabilitiesV2) { $0[1] = 2 }),
    Self(
      testDescription: "no feature bit 46", testCase: "HCI/FEA/BV-01",
      event: { event in
        let page0 = returned(.leReadLocalSupportedFeatures) { $0[6] &= ~0x40 }(event)
        return page0.flatMap(returned(.leReadAllLocalSupportedFeatures) { $0[7] &= ~0x40 })
      }),
    Self(
      testDescription: "host support that does not show", testCase: "HCI/FEA/BV-02",
      event: { event in
        let page0 = returned(.leReadLocalSupportedFeatures) { $0[6] &= ~0x80 }(event)
        return page0.flatMap(returned(.leReadAllLocalSupportedFeatures) { $0[7] &= ~0x80 })
      }),
    Self(
      testDescription: "a command that is known and not announced", testCase: "HCI/CMD/BV-01",
      event: returned(.readLocalSupportedCommands) { $0[1 + 16] &= ~0x40 }),
    Self(
      testDescription: "LE Ping without its commands", testCase: "HCI/CMD/BV-05",
      event: returned(.readLocalSupportedCommands) { $0[1 + 32] &= ~0x30 }),
    Self(
      testDescription: "another code for an unknown handle", testCase: "HCI/ERR/BI-01",
      event: status(of: .leCSSecurityEnable, .unknownConnectionIdentifier, becomes: .commandDisallowed)),
    Self(
      testDescription: "another code for an unknown handle of cached values", testCase: "HCI/ERR/BI-01",
      event: status(
        of: .leCSWriteCachedRemoteFAETable, .unknownConnectionIdentifier, becomes: .commandDisallowed)),
    Self(
      testDescription: "remote capabilities with another T_FCS", testCase: "HCI/RCP/BV-01",
      others: ["HCI/RCP/BV-02"],
      event: meta(0x38) { $0[4 + 22] ^= 1 }),
    Self(
      testDescription: "a T_FCS that was not agreed on", testCase: "HCI/CFG/BV-01",
      event: meta(0x2F) { $0[$0.count - 2] = 10 }),
    Self(
      testDescription: "another code for an illegal configuration", testCase: "HCI/CFG/BI-01",
      others: ["HCI/CFG/BI-02", "HCI/ROL/BI-01", "HCI/CMD/BI-01"],
      event: status(of: .leCSCreateConfig, .invalidHCICommandParameters, becomes: .invalidLLParameters)),
    Self(
      testDescription: "another code for security started by the peripheral", testCase: "HCI/SEC/BI-01",
      event: status(of: .leCSSecurityEnable, .commandDisallowed, becomes: .unspecified)),
    Self(
      testDescription: "another code for procedures without a configuration", testCase: "HCI/PRC/BI-01",
      others: ["HCI/PRC/BI-02"],
      event: status(of: .leCSProcedureEnable, .invalidHCICommandParameters, becomes: .unspecified)),
    Self(
      testDescription: "an event mask that is not heeded", testCase: "HCI/EVT/BV-01",
      command: { command in
        var changed = command
        if command.opcode == .leSetEventMask, command.parameters.count == 8 { changed.parameters[5] |= 0x40 }
        return changed
      }),
    Self(
      testDescription: "results that are cut short", testCase: "HCI/RES/BV-01",
      others: ["HCI/RES/BV-02"],
      event: { event in
        event.code == 0x3E && event.parameters.first == 0x32 && event.parameters[5] == 0 ? nil : event
      }),
    Self(
      testDescription: "an event that ends too soon", testCase: "HCI/RES/BV-01", others: ["HCI/EVT/BV-03"],
      event: meta(0x14) { $0.removeLast() }),
  ]
}
