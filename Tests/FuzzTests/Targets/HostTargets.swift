import CoreTypes
import HCI
import HostStack
import SimulationKernel
import Wire

/// What comes over a link to the host.
enum HostTargets {
  /// One octet says what the rest is.
  static func payloads(_ octets: [UInt8]) {
    var input = FuzzInput(octets)
    let kind = input.octet()
    let rest = input.remainder()
    do {
      switch kind & 3 {
      case 0:
        let pdu = try ATTPDU(decoding: rest)
        precondition(pdu.encoded() == rest, "an ATT PDU comes back as it was")
      case 1:
        let pdu = try SMPPDU(decoding: rest)
        precondition(pdu.encoded() == rest, "an SMP PDU comes back as it was")
      case 2:
        let command = try SignallingCommand(decoding: rest)
        precondition(command.encoded() == rest, "a signalling command comes back as it was")
      default: advertisingData(rest)
      }
    } catch {
      _ = "\(error)"
    }
  }

  private static func advertisingData(_ octets: [UInt8]) {
    let data = AdvertisingData(parsing: octets)
    precondition(data.encoded == octets, "advertising data comes back as it was")
    _ = (data.flags, data.serviceUUIDs, data.localName, data.txPowerLevel)
    _ = (data.manufacturerData, data.serviceData, data.isWellFormed)
    let descriptor = AccessoryDescriptor(
      serviceUUID: BluetoothUUID(0x185B), companyIdentifier: 0x004C, nameSubstring: "a",
      manufacturerData: .init(octets: [1, 2], mask: [0xFF, 0x0F]), serviceData: .init(octets: [1], mask: [1]))
    _ = descriptor.match(data)
  }

  /// An octet for the side, then fragments of ACL data, each after an octet that says what the host does.
  static func link(_ octets: [UInt8]) {
    var input = FuzzInput(octets)
    var secrets = RandomStream(seed: 1)
    let isCentral = input.octet() & 1 == 0
    var link = HostLink(
      role: isCentral ? .central : .peripheral, handle: 1, localAddress: DeviceAddress(1, kind: .public),
      peerAddress: DeviceAddress(2, kind: .public), aclLength: 27,
      database: GATTDatabase([.genericAccess(deviceName: "a"), .genericAttribute(), .ranging(features: 1)]),
      policy: PairingPolicy(), pairingSecrets: PairingSecrets(using: &secrets))
    while !input.isEmpty {
      let kind = input.octet()
      let actions =
        switch kind >> 4 {
        case 1: link.start(.discoverServices(nil))
        case 2: link.secure()
        case 3 where isCentral: link.startPairing()
        case 4: link.encryptionChanged(isEncrypted: true, status: .success)
        case 5: link.pairingTimedOut()
        case 6: frame(to: &link, channel: UInt16(kind & 7), input.piece())
        default:
          link.receive(ACLPacket(handle: 1, packetBoundary: .init(rawValue: kind & 3), data: input.piece()))
        }
      _ = actions.count
    }
  }

  /// A whole frame, so that not every input has to find the L2CAP header first.
  private static func frame(to link: inout HostLink, channel: UInt16, _ payload: [UInt8]) -> [HostAction] {
    let frame = L2CAPFrame(ChannelID(rawValue: channel), payload)
    return link.receive(ACLPacket(handle: 1, packetBoundary: .firstFlushable, data: frame.encoded()))
  }
}
