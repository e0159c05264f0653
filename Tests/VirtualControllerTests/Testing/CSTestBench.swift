import ChannelSounding
import CoreTypes
import HCI
import SimulationKernel

@testable import VirtualController

/// Override_Parameters_Data field by field.
struct OverrideData {
  var config: UInt16 = 0
  var octets: [UInt8] = []

  /// The whole channel map with selection #3b.
  static var channelMap: OverrideData {
    OverrideData(config: 0, octets: CSChannelMap.allowed.octets + [0, 0, 2])
  }

  static func channels(_ channels: [UInt8]) -> OverrideData {
    OverrideData(config: 1, octets: [UInt8(channels.count)] + channels)
  }

  /// With bit `bit` and its octets; bits in ascending order.
  func with(_ bit: Int, _ octets: [UInt8]) -> OverrideData {
    OverrideData(config: config | 1 << UInt16(bit), octets: self.octets + octets)
  }
}

extension LECSTestCommand {
  /// A test that every device can do: mode-2 on all channels, with the mandatory times.
  static func basic(
    role: CSRole, _ data: OverrideData = .channelMap, _ change: (inout LECSTestCommand) -> Void = { _ in }
  ) -> LECSTestCommand {
    LECSTestCommand {
      $0.configuration.role = role
      $0.subeventLen = 100_000
      ($0.overrideConfig, $0.overrideParametersData) = (data.config, data.octets)
      change(&$0)
    }
  }
}

extension ControllerBench {
  /// Starts the test in the peripheral's controller as the reflector, then in the central's as the initiator.
  func startTest(_ data: OverrideData = .channelMap, _ change: (inout LECSTestCommand) -> Void = { _ in }) {
    peripheral.send(LECSTestCommand.basic(role: .reflector, data, change))
    run(.milliseconds(20))
    central.send(LECSTestCommand.basic(role: .initiator, data, change))
    run(.milliseconds(1))
  }
}

extension BenchHost {
  var testEnds: [ErrorCode] {
    events.compactMap { if case .leCSTestEndComplete(let event) = $0 { event.status } else { nil } }
  }

  /// The results with the handle of a test.
  var testResults: [LECSSubeventResultEvent] {
    events.compactMap { event in
      guard case .leCSSubeventResult(let result) = event,
        result.connectionHandle == LECSSubeventResultEvent.testHandle
      else { return nil }
      return result
    }
  }
}
