internal import CPcap

/// A BPF expression as libpcap compiles it for packets of one link type.
public final class PacketFilter {
  private static let snapLength: Int32 = 262_144

  private var program = bpf_program()

  /// Compiles an expression.
  ///
  /// - Throws: `PcapError.badExpression`.
  public init(_ expression: String, linkType: UInt32) throws(PcapError) {
    guard let handle = pcap_open_dead(Int32(clamping: linkType), Self.snapLength) else {
      throw .badExpression(expression, reason: "libpcap does not know the link type", linkType: linkType)
    }
    defer { pcap_close(handle) }
    guard pcap_compile(handle, &program, expression, 1, .max) == 0 else {
      throw .badExpression(expression, reason: String(cString: pcap_geterr(handle)), linkType: linkType)
    }
  }

  deinit { pcap_freecode(&program) }

  /// Whether a packet, from the header of its link type on, meets the expression.
  ///
  /// - Parameter originalCount: the octets that it had before it was cut.
  public func accepts(_ packet: UnsafeRawBufferPointer, originalCount: Int) -> Bool {
    var header = pcap_pkthdr()
    header.caplen = UInt32(clamping: packet.count)
    header.len = UInt32(clamping: originalCount)
    let octets = packet.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return pcap_offline_filter(&program, &header, octets) != 0
  }
}
