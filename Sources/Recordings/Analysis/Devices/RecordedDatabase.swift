package import HostStack

/// What a GATT server was seen to hold: what a client discovered, read and wrote, each with its frame.
package struct RecordedDatabase: Sendable {
  /// A service. [Vol 3, Part G, 3.1]
  package struct Service: Hashable, Sendable {
    package var uuid: BluetoothUUID
    package var handles: HandleRange
    package var isPrimary: Bool
    package var frame: Int
  }

  /// A characteristic. [Vol 3, Part G, 3.3]
  package struct Characteristic: Hashable, Sendable {
    /// The attribute type of its value.
    package var uuid: BluetoothUUID
    /// What a client may do.
    package var properties: CharacteristicProperties
    /// The handle of the declaration.
    package var declarationHandle: UInt16
    /// The handle of the value.
    package var valueHandle: UInt16
    package var frame: Int
  }

  /// An attribute whose type is known, as that of a descriptor.
  package struct Attribute: Hashable, Sendable {
    package var handle: UInt16
    package var type: BluetoothUUID
    package var frame: Int
  }

  /// The octets of an attribute that were read, or written.
  package struct Value: Hashable, Sendable {
    package var handle: UInt16
    /// At most 512 octets.
    package var octets: [UInt8]
    /// The frame that shows it, the last if it was read in parts.
    package var frame: Int
  }

  /// A request that the server refused.
  package struct Refusal: Hashable, Sendable {
    /// The attribute; 0 where the request is of none.
    package var handle: UInt16
    package var request: UInt8
    package var reason: ATTErrorCode
    package var frame: Int
  }

  private static let keptAttributes = 4096
  private static let keptValues = 512
  private static let keptRefusals = 64
  private static let longestValue = 512

  /// The services in the order of their handles.
  package private(set) var services: [Service] = []
  /// The characteristics in the order of their handles.
  package private(set) var characteristics: [Characteristic] = []
  /// Other attributes whose type is known, in the order of their handles.
  package private(set) var attributes: [Attribute] = []
  /// What was last read of attributes, in the order of their handles.
  package private(set) var values: [Value] = []
  /// What clients wrote last to Client Characteristic Configurations, in the order of their handles.
  package private(set) var subscriptions: [Value] = []
  /// The first requests that were refused; that no attribute was found is no refusal.
  package private(set) var refusals: [Refusal] = []
  /// The frame that shows that there is no further primary service; nil where no client asked for all of them.
  package private(set) var servicesEnd: Int?
  /// The last handle of those, from the first on, of which a client knows all primary services; 0 at first.
  private var knownEnd: UInt16 = 0
  /// Services that a client looked for and that are not there.
  package private(set) var absentServices: [Seen<BluetoothUUID>] = []
  /// Whether requests or answers are missing, so that nothing is known to be absent.
  private var hasGap = false

  package init() {}

  /// How much is known.
  var attributeCount: Int { services.count + characteristics.count + attributes.count + values.count }

  /// The first service with a UUID; nil if none was seen.
  package func service(_ uuid: BluetoothUUID) -> Service? { services.first { $0.uuid == uuid } }

  /// The first characteristic with a UUID; nil if none was seen.
  package func characteristic(_ uuid: BluetoothUUID) -> Characteristic? {
    characteristics.first { $0.uuid == uuid }
  }

  /// The characteristics of a service, in the order of their handles.
  package func characteristics(of service: Service) -> [Characteristic] {
    characteristics.filter { service.handles.contains($0.declarationHandle) }
  }

  /// What was last read of an attribute; nil if nothing was.
  package func value(of handle: UInt16) -> Value? { values.first { $0.handle == handle } }

  /// The type of an attribute; nil where it is unknown.
  package func type(of handle: UInt16) -> BluetoothUUID? {
    characteristics.first { $0.valueHandle == handle }?.uuid
      ?? attributes.first { $0.handle == handle }?.type
  }

  // MARK: What frames show

  /// Notes that a request or an answer is missing: the next answer may belong to another request.
  mutating func seeGap() { (hasGap, servicesEnd, absentServices) = (true, nil, []) }

  mutating func see(service: Service) {
    guard attributeCount < Self.keptAttributes, !services.contains(where: { $0.isSame(as: service) }) else {
      return
    }
    services.insert(
      service, at: services.firstIndex { $0.handles.start > service.handles.start } ?? services.count)
  }

  /// Takes that a client has all primary services of some handles. A client that has stored services asks for a part.
  mutating func see(allServicesIn handles: HandleRange, _ frame: Int) {
    guard handles.start <= knownEnd || handles.start == knownEnd + 1, handles.end > knownEnd else { return }
    knownEnd = handles.end
    if knownEnd == 0xFFFF, !hasGap { servicesEnd = frame }
  }

  mutating func see(characteristic: Characteristic) {
    let place = characteristics.firstIndex { $0.declarationHandle >= characteristic.declarationHandle }
    if let place, characteristics[place].declarationHandle == characteristic.declarationHandle { return }
    guard attributeCount < Self.keptAttributes else { return }
    characteristics.insert(characteristic, at: place ?? characteristics.count)
  }

  mutating func see(attribute: Attribute) {
    let place = attributes.firstIndex { $0.handle >= attribute.handle }
    if let place, attributes[place].handle == attribute.handle { return }
    guard attributeCount < Self.keptAttributes else { return }
    attributes.insert(attribute, at: place ?? attributes.count)
  }

  /// Takes octets of a value from an offset on.
  mutating func see(_ octets: [UInt8], of handle: UInt16, from offset: Int = 0, _ frame: Int) {
    Self.see(octets, of: handle, from: offset, frame, in: &values)
  }

  /// Takes what a client wrote to the configuration of a characteristic.
  mutating func see(subscription octets: [UInt8], of handle: UInt16, _ frame: Int) {
    Self.see(octets, of: handle, from: 0, frame, in: &subscriptions)
  }

  private static func see(
    _ octets: [UInt8], of handle: UInt16, from offset: Int, _ frame: Int, in values: inout [Value]
  ) {
    let place = values.firstIndex { $0.handle >= handle }
    let isKnown = place.map { values[$0].handle == handle } ?? false
    if let place, isKnown {
      // A part behind a gap has no place.
      guard offset <= values[place].octets.count else { return }
      let whole = Array((values[place].octets.prefix(offset) + octets).prefix(longestValue))
      if values[place].octets != whole { values[place] = Value(handle: handle, octets: whole, frame: frame) }
    } else if offset == 0, values.count < keptValues {
      values.insert(
        Value(handle: handle, octets: Array(octets.prefix(longestValue)), frame: frame),
        at: place ?? values.count)
    }
  }

  mutating func see(refusal: Refusal) {
    if refusals.count < Self.keptRefusals { refusals.append(refusal) }
  }

  mutating func see(absent uuid: BluetoothUUID, _ frame: Int) {
    guard !hasGap, service(uuid) == nil, absentServices.count < Self.keptRefusals,
      !absentServices.contains(where: { $0.value == uuid })
    else { return }
    absentServices.append(Seen(uuid, frame: frame))
  }
}

extension RecordedDatabase.Service {
  fileprivate func isSame(as other: RecordedDatabase.Service) -> Bool {
    uuid == other.uuid && handles == other.handles
  }
}
