/// A BPF expression as libpcap compiles it for packets of one link type.
public final class PacketFilter {
  private static let snapLength: Int32 = 262_144

  private let library: PcapLibrary
  private let program: UnsafeMutablePointer<PcapLibrary.Program>

  /// Compiles an expression.
  ///
  /// - Throws: `PcapError.badExpression`.
  public init(_ library: PcapLibrary, _ expression: String, linkType: UInt32) throws(PcapError) {
    self.library = library
    program = .allocate(capacity: 1)
    program.initialize(to: PcapLibrary.Program())
    guard let handle = library.openDead(Int32(clamping: linkType), Self.snapLength) else {
      throw .badExpression(expression, reason: "libpcap does not know the link type", linkType: linkType)
    }
    defer { library.close(handle) }
    guard library.compile(handle, program, expression, 1, .max) == 0 else {
      let reason = library.errorOf(handle).map { String(cString: $0) } ?? "no reason given"
      throw .badExpression(expression, reason: reason, linkType: linkType)
    }
  }

  deinit {
    if program.pointee.instructions != nil { library.freeCode(program) }
    program.deallocate()
  }

  /// Whether a packet, from the header of its link type on, meets the expression.
  ///
  /// - Parameter originalCount: the octets that it had before it was cut.
  public func accepts(_ packet: UnsafeRawBufferPointer, originalCount: Int) -> Bool {
    var header = PcapLibrary.PacketHeader()
    header.count = UInt32(clamping: packet.count)
    header.originalCount = UInt32(clamping: originalCount)
    let octets = packet.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return withUnsafePointer(to: header) { library.offlineFilter(program, $0, octets) } != 0
  }
}
