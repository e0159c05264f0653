internal import CLibrary

/// A pcapng file of packets that go by, which can be read at any moment: every packet is written whole, in one call,
/// before the next one is taken.
public final class TapCapture {
  /// Where packets are seen.
  public struct Interface: Hashable, Sendable {
    /// The short name, as `bluetooth0`.
    public var name: String
    /// The longer name.
    public var text: String
    public var linkType: UInt16

    public init(name: String, text: String, linkType: UInt16) {
      self.name = name
      self.text = text
      self.linkType = linkType
    }
  }

  public private(set) var frameCount = 0
  private var sink: FileSink
  private var blocks = PcapngBlocks()

  /// Makes or empties the file at `path`, as a program like `reflector 1.0`, and writes what begins it.
  public init(at path: String, application: String, _ interface: Interface) throws(CaptureError) {
    sink = FileSink(path: path, descriptor: try AtomicFile.openForGrowth(path))
    blocks.append(PcapngFormat.sectionHeader) { block in
      block.append(PcapngFormat.byteOrderMagic)
      block.append(UInt16(1))
      block.append(UInt16(0))
      block.append(UInt64.max)  // The length of the section is not known while it grows.
      block.option(PcapngFormat.Option.application, text: application)
      block.endOptions()
    }
    blocks.append(PcapngFormat.interfaceDescription) { block in
      block.append(interface.linkType)
      block.append(UInt16(0))
      block.append(UInt32(0))  // Packets are never cut here.
      block.option(PcapngFormat.Option.interfaceName, text: interface.name)
      block.option(PcapngFormat.Option.interfaceText, text: interface.text)
      block.option(PcapngFormat.Option.timestampResolution, [9])
      block.endOptions()
    }
    do throws(CaptureError) {
      try flush()
    } catch {
      CLibrary.close(sink.descriptor)
      throw error
    }
  }

  deinit { CLibrary.close(sink.descriptor) }

  /// Adds a packet as its link type lays it out; its direction is nil where the packet says it or nobody knows.
  ///
  /// - Parameters:
  ///   - nanoseconds: since 1970-01-01 00:00:00 UTC, 0 or more.
  ///   - originalCount: the octets that it had before it was cut.
  public func append(
    _ octets: UnsafeRawBufferPointer, nanoseconds: Int64, originalCount: Int, isFromHost: Bool? = nil
  ) throws(CaptureError) {
    let time = UInt64(clamping: nanoseconds)
    blocks.append(PcapngFormat.enhancedPacket) { block in
      block.append(
        0, UInt32(truncatingIfNeeded: time >> 32), UInt32(truncatingIfNeeded: time),
        UInt32(clamping: octets.count), UInt32(clamping: originalCount))
      block.appendPadded(octets)
      guard let isFromHost else { return }
      let flags = isFromHost ? PcapngFormat.Direction.outbound : PcapngFormat.Direction.inbound
      block.option(
        PcapngFormat.Option.packetFlags, (0..<4).map { UInt8(truncatingIfNeeded: flags >> (8 * $0)) })
      block.endOptions()
    }
    try flush()
    frameCount += 1
  }

  private func flush() throws(CaptureError) {
    defer { blocks.octets.removeAll(keepingCapacity: true) }
    try sink.write(blocks.octets)
  }
}
