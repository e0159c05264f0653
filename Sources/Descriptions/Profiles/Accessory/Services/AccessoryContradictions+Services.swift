internal import Documents
internal import Notation

/// What an accessory's own services cannot be.
extension AccessoryContradictions {
  /// The services that other keys stand for.
  private static let taken: [UInt16: String] = [
    0x1800: "the accessory has Generic Access anyway", 0x1801: "the accessory has Generic Attribute anyway",
    0x185B: "ranging_service stands for the Ranging Service",
  ]

  mutating func checkServices() {
    let gatt = root.section("gatt")
    for (section, service) in zip(gatt.sections("services"), profile.gatt.services) {
      if let reason = service.uuid.assigned.flatMap({ Self.taken[$0] }) {
        add(
          "found \(service.uuid), expected another service because \(reason)", section, "uuid",
          other: gatt.place("ranging_service"), fix: "Remove the service.")
      }
      let parts = section.sections("characteristics")
      checkUUIDs(parts, service.characteristics)
      for (part, characteristic) in zip(parts, service.characteristics) { check(characteristic, part) }
    }
  }

  /// Those of one service: a client distinguishes characteristics by their UUIDs, and attributes by their types.
  private mutating func checkUUIDs(_ sections: [Section], _ characteristics: [CharacteristicDescription]) {
    for (index, characteristic) in characteristics.enumerated() {
      let uuid = characteristic.uuid
      if let number = uuid.assigned, (0x2800...0x29FF).contains(number) {
        add(
          "found \(uuid), expected a characteristic because that is a declaration or a descriptor",
          sections[index], "uuid", other: sections[index].place, fix: "Write another UUID.")
      }
      let first = characteristics[..<index].firstIndex { $0.uuid == uuid }
      guard let first else { continue }
      add(
        "found \(uuid) twice in a service, expected each characteristic once", sections[index], "uuid",
        other: sections[first].place("uuid"), fix: "Write another UUID.")
    }
  }

  /// A phone distinguishes channels by their SPSMs.
  mutating func checkChannels() {
    let sections = root.sections("l2cap_channels")
    for (index, channel) in profile.channels.enumerated() {
      let first = profile.channels[..<index].firstIndex { $0.spsm == channel.spsm }
      guard let first else { continue }
      add(
        "found \(channel.spsm.hex(2)) twice, expected each channel once", sections[index], "spsm",
        other: sections[first].place("spsm"), fix: "Write another SPSM.")
    }
  }

  /// What its behaviour needs, and what it has no use for.
  private mutating func check(_ characteristic: CharacteristicDescription, _ section: Section) {
    let behaviour = characteristic.behaviour
    for needed in behaviour.needs where characteristic.properties.isDisjoint(with: needed) {
      let words = needed.words.joined(separator: " or ")
      add(
        "found no \(words), expected one because behaviour is \(behaviour.rawValue)", section, "properties",
        other: section.place("behaviour"), fix: "Add \(needed.words.first ?? "one"), or change behaviour.")
    }
    for key in CharacteristicDescription.Behaviour.keys where section.has(key) && !behaviour.has(key) {
      add(
        "found a value, expected none because behaviour is \(behaviour.rawValue)", section, key,
        other: section.place("behaviour"), fix: "Remove it, or change behaviour.")
    }
  }
}

extension CharacteristicDescription.Behaviour {
  /// Of each of these sets the characteristic has a property, else nothing shows the behaviour.
  fileprivate var needs: [CharacteristicDescription.Properties] {
    switch self {
    case .constant: []
    case .counter, .ramp: [[.read, .notify, .indicate]]
    case .echo: [[.write, .writeWithoutResponse], [.notify, .indicate]]
    case .sink: [[.write, .writeWithoutResponse]]
    }
  }
}
