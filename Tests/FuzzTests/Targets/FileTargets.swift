import Capture
import Documents
import Profiles

/// Files that a user names.
enum FileTargets {
  static func pcapng(_ octets: [UInt8]) { read(octets, startingWith: "\n\r\r\n") }
  static func btsnoop(_ octets: [UInt8]) { read(octets, startingWith: "btsnoop\0") }
  static func wavesLog(_ octets: [UInt8]) { read(octets, startingWith: "CS Subevent result received\n") }
  static func siliconLabsTrace(_ octets: [UInt8]) { read(octets, startingWith: "0:00:00 < event bt_evt_") }
  static func siliconLabsLog(_ octets: [UInt8]) { read(octets, startingWith: "Start CS Procedure Data\n") }

  /// A recording that starts as one of some format, so that not every input is refused.
  private static func read(_ octets: [UInt8], startingWith start: String) {
    read(Array(start.utf8) + octets.dropFirst(start.utf8.count))
  }

  /// Records of Apple's PacketLogger, which have no mark of their own: the first record is sound.
  static func packetLogger(_ octets: [UInt8]) {
    let record: [UInt8] = [0, 0, 0, 12, 0, 0, 0, 9, 0, 0, 0, 0, 1, 14, 4, 0]
    read(Array(repeating: record, count: 5).joined() + octets)
  }

  /// A recording of any format.
  static func recording(_ octets: [UInt8]) { read(octets) }

  /// pcap in both byte orders, by the lowest bit of the fifth octet.
  static func pcap(_ octets: [UInt8]) {
    let magic: [UInt8] = [0xA1, 0xB2, 0x3C, 0x4D]
    let isBigEndian = octets.count > 4 && octets[4] & 1 == 0
    read((isBigEndian ? magic : magic.reversed()) + octets.dropFirst(4))
  }

  private static func read(_ octets: [UInt8]) {
    do {
      let reader = try RecordingReader(octets: octets)
      while let frame = try reader.next() {
        precondition(frame.offset < octets.count, "a record starts in the file")
        reader.withOctets { precondition($0.count <= octets.count, "a packet is in the file") }
        _ = (frame.time?.nanoseconds, reader.comments, reader.subevent)
      }
      precondition(reader.offset == octets.count, "a file is read to its end")
      precondition(reader.frameCount <= octets.count, "a record takes an octet")
      for warning in reader.warnings { _ = "\(warning)" }
    } catch {
      _ = "\(error)"
    }
  }

  /// Every kind of document; each refuses the others with a message.
  static func profile(_ octets: [UInt8]) {
    let file = "input.yaml"
    let load: DocumentLoader = { path throws(DocumentErrors) in
      guard path == file else {
        throw DocumentErrors(.unreadable(reason: "there is no other file"), at: SourcePosition(file: path))
      }
      return octets
    }
    read { () throws(DocumentErrors) in _ = try AccessoryProfile.read(file: file, load: load) }
    read { () throws(DocumentErrors) in _ = try PhoneProfile.read(file: file, load: load) }
    read { () throws(DocumentErrors) in _ = try EnvironmentPreset.read(file: file, load: load) }
    read { () throws(DocumentErrors) in _ = try RequirementSet.read(file: file, load: load) }
    read { () throws(DocumentErrors) in
      let library = Scenario.Library(phones: [], environments: [], accessories: [])
      _ = try Scenario.read(file: file, load: load).cast(from: library, load: load)
    }
  }

  private static func read(_ body: () throws(DocumentErrors) -> Void) {
    do {
      try body()
    } catch {
      _ = "\(error)"
    }
  }
}
