internal import CoreTypes
internal import CryptoToolbox
internal import Faults
internal import LinkLayer

/// One direction of an encrypted link: its cipher and the number of packets it has seen. [Vol 6, Part E, 2]
struct LinkDirectionCipher {
  private let cipher: LinkCipher
  private let isFromCentral: Bool
  /// packetCounter of the next packet.
  private(set) var counter: UInt64

  init(_ keys: LinkKeys, isFromCentral: Bool, counter: UInt64 = 0) {
    cipher = LinkCipher(sessionKey: keys.sessionKey, iv: keys.iv)
    self.isFromCentral = isFromCentral
    self.counter = counter
  }

  /// Ciphertext and MIC of the next packet.
  mutating func seal(_ payload: [UInt8], header: UInt8) -> [UInt8] {
    defer { counter += 1 }
    return cipher.encrypt(headerOctet: header, payload: payload, counter: counter, fromCentral: isFromCentral)
  }

  /// The plaintext of the next packet; nil if its MIC is wrong.
  mutating func open(_ octets: [UInt8], header: UInt8) -> [UInt8]? {
    defer { counter += 1 }
    return cipher.decrypt(headerOctet: header, payload: octets, counter: counter, fromCentral: isFromCentral)
  }
}

/// Both directions of a link, each encrypted or in the clear.
struct LinkEncryption {
  /// From this end to the peer; nil in the clear.
  var transmit: LinkDirectionCipher?
  /// From the peer to this end; nil in the clear.
  var receive: LinkDirectionCipher?
  /// Where packet counters begin in a defective device.
  private var leftCounters: (transmit: UInt64, receive: UInt64) = (0, 0)

  /// Decrypts what arrives from now on at the end that has `role`.
  mutating func startReceiving(_ keys: LinkKeys, role: LinkRole) {
    receive = LinkDirectionCipher(keys, isFromCentral: role == .peripheral, counter: leftCounters.receive)
  }

  /// Encrypts what is queued from now on at the end that has `role`.
  mutating func startTransmitting(_ keys: LinkKeys, role: LinkRole) {
    transmit = LinkDirectionCipher(keys, isFromCentral: role == .central, counter: leftCounters.transmit)
  }

  /// Takes over what a defective device does not clear between two links.
  mutating func inherit(_ leftovers: FaultSet, from former: LinkEncryption) {
    if leftovers.contains(.encryptionKeptOverLinks) {
      (transmit, receive) = (former.transmit, former.receive)
    }
    guard leftovers.contains(.packetCountersKeptOverLinks) else { return }
    leftCounters = (former.transmit?.counter ?? 0, former.receive?.counter ?? 0)
  }
}
