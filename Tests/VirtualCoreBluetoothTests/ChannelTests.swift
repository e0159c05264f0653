import Foundation
import Testing
import VirtualCoreBluetooth
import VirtualPhone

/// An app that reads all that comes on a channel, and writes what it has as room comes.
private final class Transfer: NSObject, StreamDelegate {
  let channel: CBL2CAPChannel
  private(set) var events: [String] = []
  private(set) var received: [UInt8] = []
  private(set) var waiting: [UInt8]

  init(_ channel: CBL2CAPChannel, sending octets: [UInt8] = []) {
    (self.channel, waiting) = (channel, octets)
    super.init()
    for stream in [channel.inputStream, channel.outputStream] as [Stream] {
      stream.delegate = self
      stream.schedule(in: .main, forMode: .default)
      stream.open()
    }
  }

  func stream(_ stream: Stream, handle event: Stream.Event) {
    let side = stream === channel.inputStream ? "input" : "output"
    switch event {
    case .openCompleted: events.append("\(side) open")
    case .endEncountered: events.append("\(side) end")
    case .hasBytesAvailable:
      var buffer: [UInt8] = .init(repeating: 0, count: 30)
      let count = channel.inputStream.read(&buffer, maxLength: 30)
      received += buffer.prefix(count)
    case .hasSpaceAvailable:
      let count = channel.outputStream.write(waiting, maxLength: waiting.count)
      if count > 0 { waiting.removeFirst(count) }
    default: events.append("\(side) \(event)")
    }
  }
}

/// A delegate that notes events, and reads nothing.
private final class Listener: NSObject, StreamDelegate {
  private(set) var events: [Stream.Event] = []
  var isAtEnd: Bool { events.contains(.endEncountered) }

  func stream(_ stream: Stream, handle event: Stream.Event) { events.append(event) }
}

@Suite("An L2CAP channel")
struct ChannelTests {
  private static func open(_ psm: CBL2CAPPSM, in kitchen: Kitchen) throws -> CBL2CAPChannel {
    let peripheral = try kitchen.connect()
    peripheral.openL2CAPChannel(psm)
    try #require(kitchen.run(until: "didOpen"))
    #expect(kitchen.diary.takeLines() == ["didOpen \(psm) nil"])
    defer { kitchen.diary.channel = nil }
    let channel = try #require(kitchen.diary.channel)
    #expect(channel.peer === peripheral && channel.psm == psm)
    return channel
  }

  @Test(
    "is one of 64 that a link has: another is refused at once, and there is room again for each that is closed"
  )
  func exhaustion() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.connect()
    var channels: [CBL2CAPChannel] = []
    func open() throws -> String {
      peripheral.openL2CAPChannel(0x80)
      try #require(kitchen.run(until: "didOpen", atMost: .seconds(2)))
      if let channel = kitchen.diary.channel { channels.append(channel) }
      kitchen.diary.channel = nil
      return kitchen.diary.takeLines().joined()
    }
    for _ in 0..<64 { #expect(try open() == "didOpen 128 nil") }
    #expect(try open() == "didOpen nil unknown")
    channels.removeFirst()
    kitchen.world.run(for: .seconds(1))
    #expect(try open() == "didOpen 128 nil")
  }

  @Test("carries any number of octets each way, with a few credits")
  func echo() throws {
    let kitchen = try Kitchen()
    let octets = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let transfer = Transfer(try Self.open(0x80, in: kitchen), sending: octets)
    kitchen.world.run(for: .seconds(60))
    #expect(transfer.events == ["input open", "output open"])
    #expect(transfer.waiting.isEmpty && transfer.received == octets)
    #expect(
      !transfer.channel.inputStream.hasBytesAvailable && transfer.channel.outputStream.hasSpaceAvailable)
    #expect(kitchen.diary.lines.isEmpty)
  }

  @Test("keeps what comes for an app that does not read, as far as credits go")
  func unread() throws {
    let kitchen = try Kitchen()
    let channel = try Self.open(0x80, in: kitchen)
    let output = try #require(channel.outputStream)
    let input = try #require(channel.inputStream)
    output.open()
    // The phone gives 16 credits, and each of these is a K-frame.
    for number in 0..<40 {
      kitchen.world.run(for: .milliseconds(200))
      #expect(output.write([UInt8(number)], maxLength: 1) == 1)
    }
    kitchen.world.run(for: .seconds(5))
    input.open()
    var octets = [UInt8](repeating: 0, count: 100)
    #expect(input.read(&octets, maxLength: 100) == 16)
    #expect(Array(octets.prefix(16)) == (0..<16).map { UInt8($0) })
    kitchen.world.run(for: .seconds(5))
    #expect(input.read(&octets, maxLength: 100) == 16)
    #expect(octets[0] == 16)
  }

  @Test("takes nothing while it is not open, and no more than its room")
  func room() throws {
    let kitchen = try Kitchen()
    let channel = try Self.open(0x80, in: kitchen)
    let output = try #require(channel.outputStream)
    let octets = [UInt8](repeating: 1, count: 2000)
    #expect(output.streamStatus == .notOpen && !output.hasSpaceAvailable)
    #expect(output.write(octets, maxLength: 2000) == -1)
    output.open()
    #expect(output.streamStatus == .open && output.hasSpaceAvailable)
    #expect(output.write(octets, maxLength: 0) == 0)
    // An SDU of 512 octets takes 6 K-frames of 100, of which 3 have credits.
    #expect(output.write(octets, maxLength: 2000) == 512)
    #expect(!output.hasSpaceAvailable && output.write(octets, maxLength: 2000) == 0)
    kitchen.world.run(for: .seconds(5))
    #expect(output.hasSpaceAvailable)
  }

  @Test("reports the events of a stream once it is scheduled, and no more after its removal")
  func schedule() throws {
    let kitchen = try Kitchen()
    let listener = Listener()
    let channel = try Self.open(0x80, in: kitchen)
    let input = try #require(channel.inputStream)
    input.delegate = listener
    input.open()
    channel.outputStream.open()
    #expect(channel.outputStream.write([1], maxLength: 1) == 1)
    kitchen.world.run(for: .seconds(2))
    #expect(input.hasBytesAvailable && listener.events.isEmpty)
    input.schedule(in: .main, forMode: .default)
    kitchen.world.run(for: .zero)
    #expect(listener.events == [.openCompleted, .hasBytesAvailable])
    // With nothing left to read, the end of the stream would be reported.
    var octets: [UInt8] = [0]
    #expect(input.read(&octets, maxLength: 1) == 1)
    input.remove(from: .main, forMode: .default)
    kitchen.world.accessories[0].powerOff()
    kitchen.world.run(for: .seconds(5))
    #expect(listener.events == [.openCompleted, .hasBytesAvailable])
  }

  @Test("gives nothing to read while it is not open")
  func unopened() throws {
    let kitchen = try Kitchen()
    let channel = try Self.open(0x80, in: kitchen)
    channel.outputStream.open()
    #expect(channel.outputStream.write([1], maxLength: 1) == 1)
    kitchen.world.run(for: .seconds(2))
    var octets: [UInt8] = [0]
    #expect(channel.inputStream.read(&octets, maxLength: 1) == -1)
    channel.inputStream.open()
    #expect(channel.inputStream.read(&octets, maxLength: 1) == 1 && octets == [1])
  }

  @Test("is refused with an error where the accessory has none, or the number is none")
  func refused() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.connect()
    for psm: CBL2CAPPSM in [0x90, 0, 0xFFFF] {
      peripheral.openL2CAPChannel(psm)
      kitchen.world.run(for: .seconds(2))
      #expect(kitchen.diary.takeLines() == ["didOpen nil unknown"])
    }
    #expect(peripheral.state == .connected)
  }

  @Test("is refused in the order of the calls, also where the number is none")
  func refusedInOrder() throws {
    let kitchen = try Kitchen()
    let (peripheral, characteristics) = try kitchen.open()
    peripheral.readValue(for: characteristics[0])
    peripheral.openL2CAPChannel(0)
    peripheral.readRSSI()
    kitchen.world.run(for: .seconds(2))
    #expect(
      kitchen.diary.lines.map { $0.prefix { $0 != " " } } == ["didUpdateValue", "didOpen", "didReadRSSI"])
  }

  @Test("makes the phone pair where the accessory wants that", arguments: [true, false])
  func pairing(_ accepts: Bool) throws {
    let kitchen = try Kitchen()
    kitchen.world.phone.acceptsPairing = accepts
    let peripheral = try kitchen.connect()
    peripheral.openL2CAPChannel(0x81)
    kitchen.world.run(for: .seconds(10))
    #expect(kitchen.diary.takeLines() == [accepts ? "didOpen 129 nil" : "didOpen nil unknown"])
    if accepts {
      let transfer = Transfer(try #require(kitchen.diary.channel), sending: .init(repeating: 9, count: 500))
      kitchen.world.run(for: .seconds(10))
      #expect(transfer.waiting.isEmpty && transfer.received.isEmpty)
    }
  }

  @Test("ends for both streams when the app closes one, and can be opened again")
  func close() throws {
    let kitchen = try Kitchen()
    let transfer = Transfer(try Self.open(0x80, in: kitchen))
    kitchen.world.run(for: .seconds(1))
    transfer.channel.inputStream.close()
    kitchen.world.run(for: .seconds(1))
    #expect(transfer.events == ["input open", "output open", "output end"])
    #expect(transfer.channel.inputStream.streamStatus == .closed)
    #expect(transfer.channel.outputStream.streamStatus == .atEnd)
    #expect(transfer.channel.outputStream.write([1], maxLength: 1) == -1)
    let peripheral = try #require(kitchen.diary.peripherals.first)
    peripheral.openL2CAPChannel(0x80)
    #expect(kitchen.run(until: "didOpen 128 nil"))
  }

  @Test("ends with the connection, before the report of that")
  func lost() throws {
    let kitchen = try Kitchen()
    let transfer = Transfer(try Self.open(0x80, in: kitchen))
    kitchen.world.run(for: .seconds(1))
    var atEnd: [String] = []
    kitchen.diary.onLine = { _ in atEnd = transfer.events }
    kitchen.world.accessories[0].powerOff()
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.takeLines() == ["didDisconnect connectionTimeout, disconnected"])
    #expect(atEnd == ["input open", "output open", "input end", "output end"])
  }

  @Test("ends after the report that Bluetooth is off")
  func powerOff() throws {
    let kitchen = try Kitchen()
    let transfer = Transfer(try Self.open(0x80, in: kitchen))
    kitchen.world.run(for: .seconds(1))
    var atState: [String] = []
    kitchen.diary.onLine = { _ in atState = transfer.events }
    kitchen.world.phone.isBluetoothOn = false
    kitchen.world.run(for: .seconds(1))
    #expect(kitchen.diary.takeLines() == ["state poweredOff"])
    #expect(atState == ["input open", "output open"])
    #expect(transfer.events == atState + ["input end", "output end"])
  }

  @Test(
    "that is not open yet when the connection is cancelled takes no room on a link that another manager keeps"
  )
  func cancelled() throws {
    let kitchen = try Kitchen()
    let peripheral = try kitchen.connect()
    let manager = CBCentralManager(delegate: nil, queue: nil)
    kitchen.world.run(for: .milliseconds(10))
    let same = try #require(manager.retrievePeripherals(withIdentifiers: [peripheral.identifier]).first)
    manager.connect(same)
    kitchen.world.run(for: .seconds(1))
    for _ in 0..<65 {
      peripheral.openL2CAPChannel(0x80)
      kitchen.manager.cancelPeripheralConnection(peripheral)
      kitchen.world.run(for: .seconds(1))
      kitchen.manager.connect(peripheral)
      kitchen.world.run(for: .milliseconds(100))
    }
    #expect(!kitchen.diary.takeLines().contains { $0.hasPrefix("didOpen") })
    peripheral.openL2CAPChannel(0x80)
    kitchen.world.run(for: .seconds(1))
    #expect(kitchen.diary.takeLines() == ["didOpen 128 nil"])
  }

  @Test("ends after what came before was read")
  func unreadAtEnd() throws {
    let kitchen = try Kitchen()
    let channel = try Self.open(0x80, in: kitchen)
    let listener = Listener()
    channel.inputStream.delegate = listener
    channel.inputStream.schedule(in: .main, forMode: .default)
    channel.inputStream.open()
    channel.outputStream.open()
    #expect(channel.outputStream.write([1, 2, 3], maxLength: 3) == 3)
    kitchen.world.run(for: .seconds(2))
    kitchen.world.accessories[0].powerOff()
    kitchen.world.run(for: .seconds(5))
    #expect(kitchen.diary.takeLines() == ["didDisconnect connectionTimeout, disconnected"])
    #expect(!listener.isAtEnd && channel.inputStream.hasBytesAvailable)
    var octets = [UInt8](repeating: 0, count: 2)
    #expect(channel.inputStream.read(&octets, maxLength: 2) == 2)
    kitchen.world.run(for: .seconds(1))
    #expect(!listener.isAtEnd)
    #expect(channel.inputStream.read(&octets, maxLength: 2) == 1)
    kitchen.world.run(for: .seconds(1))
    #expect(listener.isAtEnd && channel.inputStream.streamStatus == .atEnd)
  }

  @Test("that ends before its streams are opened tells that once they are")
  func endBeforeOpen() throws {
    let kitchen = try Kitchen()
    let channel = try Self.open(0x80, in: kitchen)
    kitchen.world.accessories[0].powerOff()
    kitchen.world.run(for: .seconds(5))
    let transfer = Transfer(channel, sending: [1])
    kitchen.world.run(for: .zero)
    #expect(transfer.events == ["input open", "input end", "output open", "output end"])
    #expect(channel.outputStream.streamStatus == .atEnd && channel.inputStream.streamStatus == .atEnd)
    #expect(channel.outputStream.write([1], maxLength: 1) == -1 && transfer.waiting == [1])
  }

  @Test("that has ended leaves a new one with the same identifier alone", arguments: [true, false])
  func replaced(_ isOnNewLink: Bool) throws {
    let kitchen = try Kitchen()
    var old: Transfer? = Transfer(try Self.open(0x80, in: kitchen))
    kitchen.world.run(for: .seconds(1))
    let peripheral = try #require(kitchen.diary.peripherals.first)
    if isOnNewLink {
      kitchen.manager.cancelPeripheralConnection(peripheral)
      try #require(kitchen.run(until: "didDisconnect"))
      kitchen.manager.connect(peripheral)
      try #require(kitchen.run(until: "didConnect"))
    } else {
      old?.channel.outputStream.close()
      kitchen.world.run(for: .seconds(1))
    }
    peripheral.openL2CAPChannel(0x80)
    try #require(kitchen.run(until: "didOpen 128 nil"))
    let new = Transfer(try #require(kitchen.diary.channel), sending: [1, 2, 3])
    kitchen.diary.channel = nil
    old?.channel.inputStream.close()
    kitchen.world.run(for: .seconds(2))
    old = nil
    kitchen.world.run(for: .seconds(2))
    #expect(new.events == ["input open", "output open"] && new.received == [1, 2, 3])
    #expect(new.channel.outputStream.write([4], maxLength: 1) == 1)
    kitchen.world.run(for: .seconds(2))
    #expect(new.received == [1, 2, 3, 4])
  }

  @Test("ends with its manager's part in the connection, before the app hears of that")
  func shared() throws {
    let kitchen = try Kitchen()
    let transfer = Transfer(try Self.open(0x80, in: kitchen))
    let peripheral = try #require(kitchen.diary.peripherals.first)
    let other = Diary()
    let manager = CBCentralManager(delegate: other, queue: DispatchQueue(label: "other"))
    kitchen.world.run(for: .seconds(1))
    other.peripherals = manager.retrievePeripherals(withIdentifiers: [peripheral.identifier])
    manager.connect(try #require(other.peripherals.first))
    kitchen.world.run(for: .seconds(1))
    var atEnd: [String] = []
    kitchen.diary.onLine = { _ in atEnd = transfer.events }
    kitchen.manager.cancelPeripheralConnection(peripheral)
    kitchen.world.run(for: .seconds(1))
    #expect(kitchen.diary.takeLines() == ["didDisconnect nil, disconnected"])
    #expect(atEnd == ["input open", "output open", "input end", "output end"])
    #expect(transfer.channel.outputStream.write([1], maxLength: 1) == -1)
    #expect(other.peripherals[0].state == .connected)
  }

  @Test("is closed when the app drops it")
  func dropped() throws {
    let kitchen = try Kitchen()
    // The accessory has more than these channels, if they are closed.
    for _ in 0..<100 {
      let peripheral = try kitchen.diary.peripherals.first ?? kitchen.connect()
      peripheral.openL2CAPChannel(0x80)
      try #require(kitchen.run(until: "didOpen 128 nil"))
      kitchen.diary.channel = nil
    }
  }
}
