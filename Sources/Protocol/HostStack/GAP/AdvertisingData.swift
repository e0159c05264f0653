/// Advertising or scan response data as AD structures. [Vol 3, Part C, 11]
public struct AdvertisingData: Hashable, Sendable {
  /// The octets of a legacy advertising PDU.
  public static let legacyLimit = 31

  /// The structures in order.
  public var structures: [ADStructure]
  /// What follows the last whole structure: padding from a length of 0 on, or a structure that is cut off.
  public private(set) var remainder: [UInt8] = []

  public init(_ structures: [ADStructure] = []) { self.structures = structures }

  /// Reads any octets; what is no structure stays in `remainder`.
  public init(parsing octets: [UInt8]) {
    structures = []
    var start = 0
    while start < octets.count {
      let length = Int(octets[start])
      guard length > 0, start + length < octets.count else { break }
      structures.append(
        ADStructure(ADType(rawValue: octets[start + 1]), Array(octets[start + 2..<start + 1 + length])))
      start += 1 + length
    }
    remainder = Array(octets[start...])
  }

  /// The octets, the remainder included.
  public var encoded: [UInt8] { structures.flatMap(\.encoded) + remainder }

  /// Whether the data is structures and zeros only.
  public var isWellFormed: Bool { remainder.allSatisfy { $0 == 0 } }

  /// The data followed by a scan response.
  public func merged(with scanResponse: AdvertisingData) -> AdvertisingData {
    AdvertisingData(structures + scanResponse.structures)
  }

  /// Flags; nil if there are none.
  public var flags: AdvertisingFlags? {
    first(.flags).flatMap { $0.first }.map(AdvertisingFlags.init(rawValue:))
  }

  /// The service UUIDs of all lists, complete or not, in order.
  public var serviceUUIDs: [BluetoothUUID] {
    structures.flatMap { structure -> [BluetoothUUID] in
      let length: Int
      switch structure.type {
      case .incompleteServiceUUIDs16, .completeServiceUUIDs16: length = 2
      case .incompleteServiceUUIDs32, .completeServiceUUIDs32: length = 4
      case .incompleteServiceUUIDs128, .completeServiceUUIDs128: length = 16
      default: return []
      }
      return structure.data.records(of: length)?.compactMap(BluetoothUUID.init(octets:)) ?? []
    }
  }

  /// The complete name, else the shortened one; nil if there is none. Octets that are not UTF-8 are replaced.
  public var localName: String? {
    (first(.completeLocalName) ?? first(.shortenedLocalName)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The power of the advertiser in dBm; nil if it is not given.
  public var txPowerLevel: Int8? {
    first(.txPowerLevel).flatMap { $0.count == 1 ? Int8(bitPattern: $0[0]) : nil }
  }

  /// Company identifiers and their data, in order.
  public var manufacturerData: [(company: UInt16, data: [UInt8])] {
    structures.filter { $0.type == .manufacturerSpecificData && $0.data.count >= 2 }
      .map { ($0.data.handle(at: 0), Array($0.data.dropFirst(2))) }
  }

  /// Service UUIDs and their data, in order.
  public var serviceData: [(uuid: BluetoothUUID, data: [UInt8])] {
    structures.compactMap { structure in
      let length: Int
      switch structure.type {
      case .serviceData16: length = 2
      case .serviceData32: length = 4
      case .serviceData128: length = 16
      default: return nil
      }
      guard structure.data.count >= length else { return nil }
      return BluetoothUUID(octets: Array(structure.data.prefix(length)))
        .map { ($0, Array(structure.data.dropFirst(length))) }
    }
  }

  private func first(_ type: ADType) -> [UInt8]? { structures.first { $0.type == type }?.data }
}
