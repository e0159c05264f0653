import CoreTypes
import CryptoToolbox
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("What a controller says of itself and its links")
struct InformationCommandsTests {
  @Test("a name is kept until the next reset")
  func name() throws {
    let bench = ControllerBench()
    let name = Array("accessory".utf8) + [UInt8](repeating: 0, count: 239)
    bench.central.send(WriteLocalNameCommand { $0.localName = name })
    bench.central.send(ReadLocalNameCommand())
    bench.run(.milliseconds(1))
    #expect(bench.central.returned(ReadLocalNameCommand.self)?.localName == name)
    bench.central.send(ResetCommand())
    bench.central.send(ReadLocalNameCommand())
    bench.run(.milliseconds(1))
    #expect(bench.central.returned(ReadLocalNameCommand.self)?.localName.allSatisfy { $0 == 0 } == true)
  }

  @Test("the host's support of LE is kept until the next reset")
  func hostSupport() {
    let bench = ControllerBench()
    bench.central.send(WriteLEHostSupportCommand { $0.leSupportedHost = .enabled })
    for support in [.enabled, .disabled] as [EnableState] {
      bench.central.send(ReadLEHostSupportCommand())
      bench.run(.milliseconds(1))
      #expect(bench.central.returned(ReadLEHostSupportCommand.self)?.leSupportedHost == support)
      bench.central.send(ResetCommand())
    }
  }

  @Test("the data lengths are those of the device, whatever page or version is asked for")
  func lengths() throws {
    let bench = ControllerBench { central, _ in central.identity.maxDataOctets = 123 }
    bench.central.send(LEReadMaximumDataLengthCommand())
    bench.central.send(LEReadBufferSizeCommand())
    bench.central.send(LEReadBufferSizeV2Command())
    bench.central.send(ReadBufferSizeCommand())
    bench.run(.milliseconds(1))
    let length = try #require(bench.central.returned(LEReadMaximumDataLengthCommand.self))
    #expect(length.supportedMax.tx.octets == 123 && length.supportedMax.rx.microseconds == 1096)
    let first = try #require(bench.central.returned(LEReadBufferSizeCommand.self))
    let second = try #require(bench.central.returned(LEReadBufferSizeV2Command.self))
    #expect(first.leACLDataPacketLength == second.leACLDataPacketLength)
    #expect(first.totalNumLEACLDataPackets == second.totalNumLEACLDataPackets)
    #expect(second.totalNumISODataPackets == 0)
    let classic = try #require(bench.central.returned(ReadBufferSizeCommand.self))
    #expect(classic.aclDataPacketLength == 0 && classic.totalNumACLDataPackets == 0)
  }

  @Test("page 0 of the LMP features says LE only, and there is no other")
  func extendedFeatures() throws {
    let bench = ControllerBench()
    bench.central.send(ReadLocalExtendedFeaturesCommand())
    bench.run(.milliseconds(1))
    let page = try #require(bench.central.returned(ReadLocalExtendedFeaturesCommand.self))
    #expect(page.extendedLMPFeatures == 0x60 << 32 && page.maxPageNumber == 0)
    bench.central.send(ReadLocalExtendedFeaturesCommand { $0.pageNumber = 1 })
    bench.run(.milliseconds(1))
    #expect(bench.central.status(of: ReadLocalExtendedFeaturesCommand.self) == .invalidHCICommandParameters)
  }

  @Test("every state is supported, directed advertising among them")
  func states() {
    let bench = ControllerBench()
    bench.central.send(LEReadSupportedStatesCommand())
    bench.run(.milliseconds(1))
    let states = bench.central.returned(LEReadSupportedStatesCommand.self)?.leStates ?? 0
    #expect(states == 0x03FF_FFFF_FFFF)
  }

  @Test("a link tells its strength, power, channels and PHYs, and no link has none")
  func link() throws {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.run(.milliseconds(200))
    let handle = bench.central.handle
    for each in [handle, bench.central.unusedHandle] {
      bench.central.send(ReadRSSICommand { $0.handle = each })
      bench.central.send(LEReadPHYCommand { $0.connectionHandle = each })
      bench.central.send(LEReadChannelMapCommand { $0.connectionHandle = each })
      bench.central.send(ReadTransmitPowerLevelCommand { $0.connectionHandle = each })
      bench.run(.milliseconds(1))
      guard each == handle else { break }
      #expect((-100 ... -20).contains(try #require(bench.central.returned(ReadRSSICommand.self)).rssi))
      #expect(bench.central.returned(LEReadPHYCommand.self)?.txPHY == .le1M)
      #expect(bench.central.returned(LEReadChannelMapCommand.self)?.channelMap == 0x1F_FFFF_FFFF)
      let power = bench.central.returned(ReadTransmitPowerLevelCommand.self)
      #expect(power?.status == .success && power?.txPowerLevel == bench.central.controller.transmitPowerLevel)
    }
    #expect(bench.central.status(of: ReadRSSICommand.self) == .unknownConnectionIdentifier)
    #expect(bench.central.status(of: LEReadPHYCommand.self) == .unknownConnectionIdentifier)
    #expect(bench.central.status(of: LEReadChannelMapCommand.self) == .unknownConnectionIdentifier)
    #expect(bench.central.status(of: ReadTransmitPowerLevelCommand.self) == .unknownConnectionIdentifier)
  }

  @Test("the PHYs and channels that are read are those in use")
  func updated() {
    let bench = ControllerBench()
    #expect(bench.connect())
    let handle = bench.central.handle
    bench.central.send(LESetPHYCommand { ($0.connectionHandle, $0.txPHYs, $0.rxPHYs) = (handle, 2, 2) })
    bench.central.send(LESetHostChannelClassificationCommand { $0.channelMap = 0x15_5555_5555 })
    bench.run(.seconds(2))
    bench.central.send(LEReadPHYCommand { $0.connectionHandle = handle })
    bench.central.send(LEReadChannelMapCommand { $0.connectionHandle = handle })
    bench.run(.milliseconds(1))
    let phy = bench.central.returned(LEReadPHYCommand.self)
    #expect(phy?.txPHY == .le2M && phy?.rxPHY == .le2M)
    #expect(bench.central.returned(LEReadChannelMapCommand.self)?.channelMap == 0x15_5555_5555)
  }

  @Test("a link ends only for a reason that a host may give", arguments: 0...0x45 as ClosedRange<UInt8>)
  func disconnectionReasons(reason: UInt8) {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.central.send(
      DisconnectCommand {
        $0.connectionHandle = bench.central.handle
        $0.reason = ErrorCode(rawValue: reason)
      })
    bench.run(.milliseconds(1))
    let isLegal = [0x05, 0x13, 0x14, 0x15, 0x1A, 0x29, 0x3B].contains(reason)
    #expect(
      bench.central.status(of: DisconnectCommand.self) == (isLegal ? .success : .invalidHCICommandParameters))
  }

  @Test("two controllers make key pairs that share a key")
  func keys() throws {
    let bench = ControllerBench()
    for host in [bench.central, bench.peripheral] { host.send(LEReadLocalP256PublicKeyCommand()) }
    bench.run(.milliseconds(5))
    let keys = [bench.central, bench.peripheral].compactMap { host in
      host.last { if case .leReadLocalP256PublicKeyComplete(let event) = $0 { event } else { nil } }
    }
    try #require(keys.count == 2 && keys[0] != keys[1])
    for (index, host) in [bench.central, bench.peripheral].enumerated() {
      let peer = keys[1 - index]
      host.send(LEGenerateDHKeyCommand { ($0.keyX, $0.keyY) = (peer.keyX, peer.keyY) })
    }
    bench.run(.milliseconds(5))
    let shared = [bench.central, bench.peripheral].compactMap { sharedKey($0) }
    #expect(shared.count == 2 && shared[0].status == .success && shared[0].dhKey == shared[1].dhKey)
  }

  private func sharedKey(_ host: BenchHost) -> LEGenerateDHKeyCompleteEvent? {
    host.last { if case .leGenerateDHKeyComplete(let event) = $0 { event } else { nil } }
  }

  @Test("a key is refused before there is a pair, while one is made, and for a point beside the curve")
  func refusedKeys() throws {
    let bench = ControllerBench()
    let host = bench.central
    host.send(LEGenerateDHKeyCommand())
    bench.run(.milliseconds(1))
    #expect(host.status(of: LEGenerateDHKeyCommand.self) == .commandDisallowed)
    host.send(LEReadLocalP256PublicKeyCommand())
    host.send(LEReadLocalP256PublicKeyCommand())
    bench.run(.milliseconds(1))
    #expect(host.status(of: LEReadLocalP256PublicKeyCommand.self) == .commandDisallowed)
    bench.run(.milliseconds(5))
    host.send(LEGenerateDHKeyV2Command { $0.keyType = 2 })
    host.send(LEGenerateDHKeyCommand { $0.keyX[0] = 1 })
    bench.run(.milliseconds(5))
    #expect(host.status(of: LEGenerateDHKeyV2Command.self) == .invalidHCICommandParameters)
    #expect(sharedKey(host)?.status == .invalidHCICommandParameters)
    #expect(sharedKey(host)?.dhKey.allSatisfy { $0 == 0xFF } == true)
  }

  @Test("the debug key pair has the public key that every device knows")
  func debugKey() throws {
    let bench = ControllerBench()
    let peer = try #require(P256KeyPair(privateKey: [UInt8](repeating: 0, count: 31) + [2]))
    bench.central.send(
      LEGenerateDHKeyV2Command {
        ($0.keyX, $0.keyY) = (peer.publicKey.x.reversed(), peer.publicKey.y.reversed())
        $0.keyType = 1
      })
    bench.run(.milliseconds(5))
    // [Vol 3, Part H, 2.3.5.6.1]
    let debugX: [UInt8] = [
      0x20, 0xB0, 0x03, 0xD2, 0xF2, 0x97, 0xBE, 0x2C, 0x5E, 0x2C, 0x83, 0xA7, 0xE9, 0xF9, 0xA5, 0xB9,
      0xEF, 0xF4, 0x91, 0x11, 0xAC, 0xF4, 0xFD, 0xDB, 0xCC, 0x03, 0x01, 0x48, 0x0E, 0x35, 0x9D, 0xE6,
    ]
    let debugY: [UInt8] = [
      0xDC, 0x80, 0x9C, 0x49, 0x65, 0x2A, 0xEB, 0x6D, 0x63, 0x32, 0x9A, 0xBF, 0x5A, 0x52, 0x15, 0x5C,
      0x76, 0x63, 0x45, 0xC2, 0x8F, 0xED, 0x30, 0x24, 0x74, 0x1C, 0x8E, 0xD0, 0x15, 0x89, 0xD2, 0x8B,
    ]
    let expected = try #require(peer.dhKey(with: P256PublicKey(x: debugX, y: debugY)))
    #expect(sharedKey(bench.central)?.dhKey == expected.reversed())
  }
}
