import Foundation
import Testing
import VirtualCoreBluetooth
import VirtualPhone

@Suite("The attributes of a peripheral")
struct AttributeTests {
  @Test("are found in order of handle, are nil before, and leave out what the system keeps to itself")
  func discovery() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.connect()
    #expect(peripheral.services == nil)
    peripheral.discoverServices(nil)
    kitchen.world.run(for: .seconds(5))
    #expect(
      kitchen.diary.takeLines() == ["didDiscoverServices [\"\(Kitchen.service)\", \"180F\"] nil"])
    let service = try #require(peripheral.services?.first)
    #expect(service.characteristics == nil && service.includedServices == nil && service.isPrimary)
    peripheral.discoverIncludedServices(nil, for: service)
    peripheral.discoverCharacteristics(
      [CBUUID(string: "8D5A0003-4E2B-4C0B-9C51-1F60C0DE5EEE")], for: service)
    peripheral.discoverCharacteristics(nil, for: service)
    kitchen.world.run(for: .seconds(5))
    let all = (2...7).map { "\"8D5A000\($0)-4E2B-4C0B-9C51-1F60C0DE5EEE\"" }
    #expect(
      kitchen.diary.takeLines() == [
        "didDiscoverIncludedServices [] nil", "didDiscoverCharacteristics [\(all[1])] nil",
        "didDiscoverCharacteristics [\(all.joined(separator: ", "))] nil",
      ])
    let temperature = try #require(service.characteristics?.first)
    #expect(temperature.properties == [.read, .notify] && temperature.descriptors == nil)
    peripheral.discoverDescriptors(for: temperature)
    kitchen.world.run(for: .seconds(2))
    #expect(kitchen.diary.takeLines() == ["didDiscoverDescriptors [\"2902\", \"2901\"] nil"])
    let description = try #require(temperature.descriptors?.last)
    peripheral.readValue(for: description)
    kitchen.world.run(for: .seconds(2))
    #expect(kitchen.diary.takeLines() == ["didUpdateDescriptor Temperature in 0.1 degrees nil"])
    #expect(description.value as? String == "Temperature in 0.1 degrees")
  }

  @Test("are all found where the app passes an empty array, as where it passes nil")
  func emptyFilter() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.connect()
    peripheral.discoverServices([])
    kitchen.world.run(for: .seconds(5))
    #expect(
      kitchen.diary.takeLines() == ["didDiscoverServices [\"\(Kitchen.service)\", \"180F\"] nil"])
    let service = try #require(peripheral.services?.first)
    peripheral.discoverCharacteristics([], for: service)
    kitchen.world.run(for: .seconds(5))
    #expect(service.characteristics?.count == 6)
  }

  @Test("that the accessory does not have are no error")
  func unknownService() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.connect()
    peripheral.discoverServices([CBUUID(string: "180A")])
    peripheral.discoverServices([CBUUID(string: "180F")])
    kitchen.world.run(for: .seconds(5))
    #expect(
      kitchen.diary.takeLines() == [
        "didDiscoverServices [] nil", "didDiscoverServices [\"180F\"] nil",
      ])
  }

  @Test("are gone with the connection; a call without one has no effect but a line in the log")
  func afterwards() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    kitchen.manager.cancelPeripheralConnection(peripheral)
    #expect(kitchen.run(until: "didDisconnect"))
    _ = kitchen.diary.takeLines()
    #expect(peripheral.services == nil)
    peripheral.readValue(for: characteristics[0])
    peripheral.discoverServices(nil)
    kitchen.world.run(for: .seconds(2))
    #expect(kitchen.diary.lines.isEmpty)
    #expect(kitchen.world.phone.log.count == 2)
  }

  @Test(
    "are not answered, and not subscribed to, after a disconnection from a link that another manager keeps")
  func cancelled() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    let second = Diary()
    let manager = CBCentralManager(delegate: second, queue: nil)
    kitchen.world.run(for: .milliseconds(10))
    let same = try #require(manager.retrievePeripherals(withIdentifiers: [peripheral.identifier]).first)
    manager.connect(same)
    kitchen.world.run(for: .seconds(1))
    peripheral.setNotifyValue(true, for: characteristics[0])
    peripheral.readValue(for: characteristics[0])
    kitchen.manager.cancelPeripheralConnection(peripheral)
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.takeLines() == ["didDisconnect nil, disconnected"])
    kitchen.manager.connect(peripheral)
    kitchen.world.run(for: .seconds(1))
    peripheral.discoverServices([Kitchen.service])
    kitchen.world.run(for: .seconds(1))
    let service = try #require(peripheral.services?.first)
    peripheral.discoverCharacteristics(nil, for: service)
    kitchen.world.run(for: .seconds(10))
    #expect(kitchen.diary.lines.last?.hasPrefix("didDiscoverCharacteristics") == true)
    #expect(service.characteristics?.first?.isNotifying == false)
    #expect(same.state == .connected && second.lines == ["state poweredOn", "didConnect, connected"])
  }

  @Test("of an earlier connection have no effect in the next, but a line in the log")
  func stale() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    let service = try #require(characteristics[0].service)
    peripheral.discoverDescriptors(for: characteristics[0])
    try #require(kitchen.run(until: "didDiscoverDescriptors"))
    let descriptor = try #require(characteristics[0].descriptors?.last)
    kitchen.manager.cancelPeripheralConnection(peripheral)
    try #require(kitchen.run(until: "didDisconnect"))
    kitchen.manager.connect(peripheral)
    try #require(kitchen.run(until: "didConnect"))
    peripheral.discoverServices([Kitchen.service])
    try #require(kitchen.run(until: "didDiscoverServices"))
    _ = kitchen.diary.takeLines()
    peripheral.discoverIncludedServices(nil, for: service)
    peripheral.discoverCharacteristics(nil, for: service)
    peripheral.discoverDescriptors(for: characteristics[0])
    peripheral.readValue(for: characteristics[0])
    peripheral.readValue(for: descriptor)
    peripheral.writeValue(Data([1]), for: characteristics[5], type: .withResponse)
    peripheral.writeValue(Data([1]), for: characteristics[2], type: .withoutResponse)
    peripheral.writeValue(Data([1]), for: descriptor)
    peripheral.setNotifyValue(true, for: characteristics[0])
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.lines.isEmpty)
    let log = kitchen.world.phone.log
    #expect(log.count == 9)
    #expect(
      log.last?.hasSuffix(
        "setNotifyValue has no effect: 8D5A0002-4E2B-4C0B-9C51-1F60C0DE5EEE is of another connection or "
          + "peripheral, expected an attribute that was discovered in this connection") == true)
  }

  @Test("of another peripheral have no effect, but a line in the log")
  func foreign() throws {
    let kitchen = try Kitchen(probes: 2)
    let (first, characteristics) = try kitchen.open()
    kitchen.manager.scanForPeripherals(withServices: nil)
    kitchen.world.run(for: .seconds(5))
    let second = try #require(kitchen.diary.peripherals.first { $0 !== first })
    kitchen.manager.connect(second)
    try #require(kitchen.run(until: "didConnect"))
    kitchen.manager.stopScan()
    _ = kitchen.diary.takeLines()
    second.readValue(for: characteristics[0])
    kitchen.world.run(for: .seconds(2))
    #expect(kitchen.diary.lines.isEmpty && kitchen.world.phone.log.count == 1)
    first.readValue(for: characteristics[0])
    #expect(kitchen.run(until: "didUpdateValue"))
  }

  @Test("without the property Write Without Response get no such write; the log says so")
  func writeProperty() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    let echo = characteristics[1]
    peripheral.setNotifyValue(true, for: echo)
    try #require(kitchen.run(until: "didUpdateNotificationState"))
    peripheral.writeValue(Data([1]), for: echo, type: .withoutResponse)
    kitchen.world.run(for: .seconds(2))
    #expect(kitchen.diary.values.isEmpty)
    #expect(
      kitchen.world.phone.log.last?.hasSuffix(
        "a write without response to 8D5A0003-4E2B-4C0B-9C51-1F60C0DE5EEE, which lacks the property Write Without "
          + "Response, is dropped; 1 so far") == true)
    peripheral.writeValue(Data([1]), for: echo, type: .withResponse)
    kitchen.world.run(for: .seconds(2))
    #expect(kitchen.diary.values == [Data([1])])
  }

  @Test("are not those of the next connection: what waits in one connection is not answered in the next")
  func renewed() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    let manager = CBCentralManager(delegate: nil, queue: nil)
    kitchen.world.run(for: .milliseconds(10))
    let same = try #require(manager.retrievePeripherals(withIdentifiers: [peripheral.identifier]).first)
    manager.connect(same)
    kitchen.world.run(for: .seconds(1))
    peripheral.readValue(for: characteristics[0])
    kitchen.manager.cancelPeripheralConnection(peripheral)
    kitchen.manager.connect(peripheral)
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.lines == ["didDisconnect nil, connecting", "didConnect, connected"])
  }

  @Test("are read and written as the server has it, with its error codes")
  func values() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    // Nothing that can be read; nothing that can be written.
    peripheral.readValue(for: characteristics[1])
    peripheral.writeValue(Data([1]), for: characteristics[0], type: .withResponse)
    peripheral.writeValue(Data(repeating: 7, count: 512), for: characteristics[5], type: .withResponse)
    peripheral.writeValue(Data(repeating: 7, count: 513), for: characteristics[5], type: .withResponse)
    kitchen.world.run(for: .seconds(10))
    #expect(
      kitchen.diary.takeLines() == [
        "didUpdateValue [] readNotPermitted", "didWriteValue writeNotPermitted", "didWriteValue nil",
        "didWriteValue invalidAttributeValueLength",
      ])
  }

  @Test("that want an encrypted link make the system pair, and are then read")
  func pairing() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    peripheral.readValue(for: characteristics[3])
    peripheral.writeValue(Data([9]), for: characteristics[3], type: .withResponse)
    peripheral.readValue(for: characteristics[3])
    kitchen.world.run(for: .seconds(10))
    #expect(
      kitchen.diary.takeLines() == [
        "didUpdateValue [\"1\", \"2\"] nil", "didWriteValue nil", "didUpdateValue [\"9\"] nil",
      ])
  }

  @Test("that want an encrypted link give their error when the user declines to pair")
  func declined() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    kitchen.world.phone.acceptsPairing = false
    peripheral.readValue(for: characteristics[3])
    kitchen.world.run(for: .seconds(10))
    #expect(kitchen.diary.takeLines() == ["didUpdateValue [] insufficientAuthentication"])
  }

  @Test("have errors with a description, which is the app's where it made the error")
  func errorDescription() {
    let own = CBATTError(.readNotPermitted, userInfo: [NSLocalizedDescriptionKey: "The lid is shut."])
    #expect(own.userInfo[NSLocalizedDescriptionKey] as? String == "The lid is shut.")
    #expect(own.errorCode == 2 && CBATTError.errorDomain == "CBATTErrorDomain")
    let usual = CBATTError(.readNotPermitted).userInfo[NSLocalizedDescriptionKey] as? String
    #expect(usual?.isEmpty == false)
  }

  @Test("have a longest write that follows the ATT_MTU")
  func lengths() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.connect()
    #expect(peripheral.maximumWriteValueLength(for: .withResponse) == 512)
    #expect(peripheral.maximumWriteValueLength(for: .withoutResponse) == 20)
    kitchen.world.run(for: .seconds(3))
    #expect(peripheral.maximumWriteValueLength(for: .withoutResponse) == 244)
  }

  @Test("are written without response while there is room, and again after the callback that tells so")
  func withoutResponse() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    kitchen.world.run(for: .seconds(2))
    let sink = characteristics[2]
    var sent = 0
    while peripheral.canSendWriteWithoutResponse {
      peripheral.writeValue(Data(repeating: 1, count: 100), for: sink, type: .withoutResponse)
      sent += 100
    }
    #expect(sent > 100)
    peripheral.writeValue(Data(repeating: 2, count: 100), for: sink, type: .withoutResponse)
    peripheral.writeValue(Data(repeating: 2, count: 100), for: sink, type: .withoutResponse)
    kitchen.world.run(for: .seconds(10))
    #expect(kitchen.diary.takeLines() == ["isReady"])
    #expect(peripheral.canSendWriteWithoutResponse)
    #expect(kitchen.world.phone.log.count == 2)
    peripheral.writeValue(Data(repeating: 3, count: 245), for: sink, type: .withoutResponse)
    peripheral.readValue(for: sink)
    kitchen.world.run(for: .seconds(5))
    let octets = [sent & 0xFF, sent >> 8, 0, 0].map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(kitchen.diary.takeLines() == ["didUpdateValue [\(octets)] nil"])
    let last = try #require(kitchen.world.phone.log.last)
    #expect(last.hasSuffix("of 245 octets, more than 244, is dropped; 3 so far"))
  }

  @Test("report values from the subscription to its end")
  func notifications() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.lines.isEmpty)
    let temperature = characteristics[0]
    peripheral.setNotifyValue(true, for: temperature)
    kitchen.world.run(for: .seconds(5))
    let lines = kitchen.diary.takeLines()
    #expect(lines.first == "didUpdateNotificationState true nil")
    #expect((9...10).contains(lines.count { $0.hasPrefix("didUpdateValue") }))
    peripheral.setNotifyValue(false, for: temperature)
    #expect(kitchen.run(until: "didUpdateNotificationState false nil"))
    _ = kitchen.diary.takeLines()
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.lines.isEmpty && !temperature.isNotifying)
  }

  @Test("report indications too, each confirmed before the next")
  func indications() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    peripheral.setNotifyValue(true, for: characteristics[4])
    kitchen.world.run(for: .seconds(10))
    #expect(kitchen.diary.lines.first == "didUpdateNotificationState true nil")
    #expect((9...10).contains(kitchen.diary.values.count))
    // A counter that is not confirmed would stand still.
    let numbers = kitchen.diary.values.map { $0[0] }
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 })
  }

  @Test("that report nothing refuse a subscription")
  func noNotifications() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    peripheral.setNotifyValue(true, for: characteristics[5])
    kitchen.world.run(for: .seconds(2))
    #expect(kitchen.diary.takeLines() == ["didUpdateNotificationState false requestNotSupported"])
  }

  @Test("come cut to the ATT_MTU less 3 when they are longer")
  func cut() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    kitchen.world.run(for: .seconds(3))
    peripheral.setNotifyValue(true, for: characteristics[1])
    kitchen.world.run(for: .seconds(1))
    for (count, arrived, isFlagged) in [(243, 243, false), (300, 244, true)] {
      peripheral.writeValue(Data(repeating: 5, count: count), for: characteristics[1], type: .withResponse)
      kitchen.world.run(for: .seconds(5))
      #expect(kitchen.diary.values.last?.count == arrived)
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pcapng")
      defer { try? FileManager.default.removeItem(at: file) }
      try kitchen.world.writeCapture(file.path)
      let remark = Data("a value of 244 octets, the maximum for this ATT_MTU".utf8)
      #expect((try Data(contentsOf: file).range(of: remark) != nil) == isFlagged)
    }
  }

  @Test("are another manager's matter as well: each has its own subscription")
  func twoManagers() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    let diary = Diary()
    let other = CBCentralManager(delegate: diary, queue: nil)
    kitchen.world.run(for: .milliseconds(10))
    let same = try #require(other.retrieveConnectedPeripherals(withServices: [Kitchen.service]).first)
    other.connect(same)
    kitchen.world.run(for: .milliseconds(10))
    same.discoverServices([Kitchen.service])
    kitchen.world.run(for: .seconds(1))
    same.discoverCharacteristics(nil, for: try #require(same.services?.first))
    kitchen.world.run(for: .seconds(1))
    let temperature = try #require(same.services?.first?.characteristics?.first)
    peripheral.setNotifyValue(true, for: characteristics[0])
    kitchen.world.run(for: .seconds(3))
    #expect(diary.values.isEmpty && kitchen.diary.values.count > 3)
    same.setNotifyValue(true, for: temperature)
    kitchen.world.run(for: .seconds(3))
    peripheral.setNotifyValue(false, for: characteristics[0])
    kitchen.world.run(for: .seconds(1))
    let count = (kitchen.diary.values.count, diary.values.count)
    kitchen.world.run(for: .seconds(3))
    #expect(kitchen.diary.values.count == count.0 && diary.values.count > count.1 + 4)
  }

  @Test("are reached in the order of the calls, and RSSI is measured between them")
  func order() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    peripheral.readRSSI()
    peripheral.readValue(for: characteristics[0])
    peripheral.readRSSI()
    kitchen.world.run(for: .seconds(2))
    let lines = kitchen.diary.takeLines()
    #expect(lines.map { $0.prefix { $0 != " " } } == ["didReadRSSI", "didUpdateValue", "didReadRSSI"])
    #expect(lines[0].hasSuffix("nil") && lines[0].contains("-"))
  }
}
