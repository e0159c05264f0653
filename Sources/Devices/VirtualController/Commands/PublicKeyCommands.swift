internal import CoreTypes
internal import CryptoToolbox
internal import HCI
internal import SimulationKernel

/// The key pair that a controller made for its host, and whether it is at work on a key.
struct PublicKeyState {
  var pair: P256KeyPair?
  var isBusy = false
}

extension CommandHandlers {
  mutating func addPublicKeyCommands() {
    begin(LEReadLocalP256PublicKeyCommand.self) { controller, _ in controller.makeKeyPair() }
    begin(LEGenerateDHKeyCommand.self) { controller, command in
      controller.makeDHKey(x: command.keyX, y: command.keyY, pair: controller.hostState.keys.pair)
    }
    begin(LEGenerateDHKeyV2Command.self) { controller, command in
      switch command.keyType {
      case .generated:
        controller.makeDHKey(x: command.keyX, y: command.keyY, pair: controller.hostState.keys.pair)
      case .debug: controller.makeDHKey(x: command.keyX, y: command.keyY, pair: .debug)
      default: .invalidHCICommandParameters
      }
    }
  }
}

extension VirtualController {
  /// The time that a key takes.
  private static let keyTime = Picoseconds.milliseconds(2)

  /// Makes a new key pair and then tells the host. [Vol 4, Part E, 7.8.36]
  fileprivate func makeKeyPair() -> ErrorCode {
    guard !hostState.keys.isBusy else { return .commandDisallowed }
    var pair: P256KeyPair?
    while pair == nil { pair = P256KeyPair(privateKey: keyRandom.octets(32)) }
    workOnKey { controller in
      controller.hostState.keys.pair = pair
      controller.send(
        LEReadLocalP256PublicKeyCompleteEvent {
          $0.keyX = pair?.publicKey.x.reversed() ?? []
          $0.keyY = pair?.publicKey.y.reversed() ?? []
        })
    }
    return .success
  }

  /// Makes the key shared with a peer and then tells the host; a point that is not on the curve gives no key.
  /// [Vol 4, Part E, 7.8.37]
  fileprivate func makeDHKey(x: [UInt8], y: [UInt8], pair: P256KeyPair?) -> ErrorCode {
    guard !hostState.keys.isBusy, let pair else { return .commandDisallowed }
    let key = pair.dhKey(with: P256PublicKey(x: x.reversed(), y: y.reversed()))
    workOnKey { controller in
      controller.send(
        LEGenerateDHKeyCompleteEvent {
          $0.status = key == nil ? .invalidHCICommandParameters : .success
          $0.dhKey = key?.reversed() ?? [UInt8](repeating: 0xFF, count: 32)
        })
    }
    return .success
  }

  /// Lets time pass and then ends with `finish`, unless the host reset the controller in between.
  private func workOnKey(_ finish: @escaping (VirtualController) -> Void) {
    hostState.keys.isBusy = true
    let resets = resetCount
    simulation.schedule(after: Self.keyTime) { [self] in
      guard resetCount == resets else { return }
      hostState.keys.isBusy = false
      finish(self)
    }
  }
}

extension P256KeyPair {
  /// The pair that lets an observer decrypt what is tried out. [Vol 3, Part H, 2.3.5.6.1]
  fileprivate static let debug = P256KeyPair(
    privateKey: [
      0x3F, 0x49, 0xF6, 0xD4, 0xA3, 0xC5, 0x5F, 0x38, 0x74, 0xC9, 0xB3, 0xE3, 0xD2, 0x10, 0x3F, 0x50,
      0x4A, 0xFF, 0x60, 0x7B, 0xEB, 0x40, 0xB7, 0x99, 0x58, 0x99, 0xB8, 0xA6, 0xCD, 0x3C, 0x1A, 0xBD,
    ])
}
