/// The numbers of the pcapng format that writer and readers share.
enum PcapngFormat {
  static let sectionHeader: UInt32 = 0x0A0D_0D0A
  static let interfaceDescription: UInt32 = 1
  static let obsoletePacket: UInt32 = 2
  static let simplePacket: UInt32 = 3
  static let enhancedPacket: UInt32 = 6
  /// What the program that writes it makes of it; the second is not to be copied to other files.
  static let customBlocks: Set<UInt32> = [0x0000_0BAD, 0x4000_0BAD]
  /// An entry of the journal of systemd.
  static let journalEntry: UInt32 = 9
  static let byteOrderMagic: UInt32 = 0x1A2B_3C4D

  /// Option codes; the first two are legal in each block.
  enum Option {
    static let end: UInt16 = 0
    static let comment: UInt16 = 1
    static let hardware: UInt16 = 2
    static let application: UInt16 = 4
    static let interfaceName: UInt16 = 2
    static let interfaceText: UInt16 = 3
    static let timestampResolution: UInt16 = 9
    static let timestampOffset: UInt16 = 14
    static let packetFlags: UInt16 = 2
  }

  /// The direction in the low two bits of the packet flags.
  enum Direction {
    static let inbound: UInt32 = 1
    static let outbound: UInt32 = 2
  }
}
