import CoreTypes
import HCI
import Testing

@testable import VirtualController

@Suite("A host's preference of PHYs")
struct PHYPreferenceTests {
  /// All_PHYs, TX_PHYs and RX_PHYs with the status, for a controller of LE 1M and LE 2M.
  private static let preferences: [(all: UnpreferredPHYs, tx: PHYSet, rx: PHYSet, status: ErrorCode)] = [
    (0, 1, 1, .success), (0, 3, 2, .success), (3, 0, 0, .success), (1, 0, 2, .success), (2, 2, 0, .success),
    (1, 4, 1, .success), (2, 1, 0x80, .success),
    (0, 0, 1, .invalidHCICommandParameters), (0, 1, 0, .invalidHCICommandParameters),
    (1, 1, 0, .invalidHCICommandParameters), (2, 0, 1, .invalidHCICommandParameters),
    (0, 4, 1, .unsupportedFeatureOrParameterValue), (0, 1, 5, .unsupportedFeatureOrParameterValue),
    (0, 8, 1, .unsupportedFeatureOrParameterValue), (1, 0, 0x81, .unsupportedFeatureOrParameterValue),
  ]

  @Test("for new links is refused without a PHY, or with one that is reserved or not supported")
  func defaults() {
    for (all, tx, rx, status) in Self.preferences {
      let bench = ControllerBench()
      let host = bench.central
      host.send(LESetDefaultPHYCommand { ($0.allPHYs, $0.txPHYs, $0.rxPHYs) = (all, tx, rx) })
      bench.run(.milliseconds(1))
      #expect(host.status(of: LESetDefaultPHYCommand.self) == status, "\(all), \(tx), \(rx)")
      let (keptTX, keptRX) = (host.controller.hostState.preferredTX, host.controller.hostState.preferredRX)
      #expect(keptTX == (status == .success && !all.contains(.anyTX) ? tx : nil), "\(all), \(tx), \(rx)")
      #expect(keptRX == (status == .success && !all.contains(.anyRX) ? rx : nil), "\(all), \(tx), \(rx)")
    }
  }

  /// The PHYs of a link after `asker`, a host, asked for LE 2M in both directions.
  private func phys(_ bench: ControllerBench, afterRequestOf asker: BenchHost) -> LEPHYUpdateCompleteEvent? {
    #expect(bench.connect())
    asker.send(LESetPHYCommand { ($0.connectionHandle, $0.txPHYs, $0.rxPHYs) = (asker.handle, 2, 2) })
    bench.run(.seconds(1))
    #expect(asker.status(of: LESetPHYCommand.self) == .success)
    return bench.central.last { if case .lePHYUpdateComplete(let event) = $0 { event } else { nil } }
  }

  @Test("for new links does not keep the host from another PHY on a link")
  func laterRequest() {
    let bench = ControllerBench()
    bench.central.send(LESetDefaultPHYCommand { ($0.txPHYs, $0.rxPHYs) = (1, 1) })
    let update = phys(bench, afterRequestOf: bench.central)
    #expect(update?.status == .success && update?.txPHY == .le2M && update?.rxPHY == .le2M)
  }

  @Test("for new links is what a request of the peer meets, in each direction by itself")
  func peerRequest() {
    let bench = ControllerBench()
    bench.central.send(LESetDefaultPHYCommand { ($0.allPHYs, $0.txPHYs) = (2, 1) })
    let update = phys(bench, afterRequestOf: bench.peripheral)
    #expect(update?.status == .success && update?.txPHY == .le1M && update?.rxPHY == .le2M)
  }

  @Test("for a link is refused in the same way")
  func link() {
    for (all, tx, rx, status) in Self.preferences {
      let bench = ControllerBench()
      #expect(bench.connect())
      bench.central.send(
        LESetPHYCommand {
          $0.connectionHandle = bench.central.handle
          ($0.allPHYs, $0.txPHYs, $0.rxPHYs) = (all, tx, rx)
        })
      bench.run(.milliseconds(1))
      #expect(bench.central.status(of: LESetPHYCommand.self) == status, "\(all), \(tx), \(rx)")
    }
  }
}
