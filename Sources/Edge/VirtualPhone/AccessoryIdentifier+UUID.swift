package import Foundation
package import PhoneSystem

extension AccessoryIdentifier {
  /// As apps write it.
  package var uuid: UUID {
    octets.withUnsafeBytes { bytes in
      UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }

  /// The name that a UUID stands for.
  package init(_ uuid: UUID) { self.init(octets: withUnsafeBytes(of: uuid.uuid) { Array($0) }) }
}
