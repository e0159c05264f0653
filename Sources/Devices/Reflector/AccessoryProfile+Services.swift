internal import HostStack
internal import Profiles

extension GATTService {
  /// A service as a profile describes it, with the values that it has when a link begins.
  init?(_ description: ServiceDescription) {
    guard let uuid = BluetoothUUID(octets: description.uuid.octets) else { return nil }
    self.init(uuid, description.characteristics.compactMap(GATTCharacteristic.init))
  }
}

extension GATTCharacteristic {
  fileprivate init?(_ description: CharacteristicDescription) {
    guard let uuid = BluetoothUUID(octets: description.uuid.octets) else { return nil }
    let descriptors =
      description.summary.isEmpty
      ? [] : [GATTDescriptor(.characteristicUserDescription, value: Array(description.summary.utf8))]
    self.init(
      uuid, CharacteristicProperties(rawValue: description.properties.rawValue),
      security: AttributeSecurity(description.security), value: description.firstValue,
      descriptors: descriptors)
  }
}

extension AttributeSecurity {
  init(_ security: CharacteristicDescription.Security) {
    switch security {
    case .open: self = .open
    case .encrypted: self = .encrypted
    case .authenticated: self = .authenticated
    }
  }
}

extension CharacteristicDescription {
  /// The value when a link begins.
  fileprivate var firstValue: [UInt8] {
    switch behaviour {
    case .constant, .echo: value
    case .counter, .ramp, .sink: octets(firstNumber)
    }
  }

  /// The number that a counter, a ramp or a sink shows when a link begins.
  var firstNumber: Int { behaviour == .ramp ? Int(rampStart) : 0 }

  /// The number that a counter or a ramp shows an interval after `number`.
  func number(after number: Int) -> Int {
    guard behaviour == .ramp else { return number + 1 }
    let isRising = rampEnd >= rampStart
    let next = number + (isRising ? Int(rampStep) : -Int(rampStep))
    return (isRising ? next <= rampEnd : next >= rampEnd) ? next : Int(rampStart)
  }

  /// A number as the value shows it, least significant octet first; one that is too large begins anew at 0.
  func octets(_ number: Int) -> [UInt8] {
    (0..<(behaviour == .ramp ? 2 : 4)).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
