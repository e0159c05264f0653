internal import CPcap
internal import Glibc

/// Packets of a live interface of this machine, as libpcap gives them.
package final class InterfaceTap {
  /// A packet, lent until the next one.
  package struct Packet {
    /// From the header of the link type on.
    package let octets: UnsafeRawBufferPointer
    /// The octets that it had before it was cut.
    package let originalCount: Int
    /// When it was seen: since 1970-01-01 00:00:00 UTC.
    package let nanoseconds: Int64
  }

  /// The link types of Bluetooth that interfaces have: HCI H4 with direction, and the Linux monitor.
  private static let bluetooth: Set<Int32> = [201, 254, 187]
  private static let snapLength: Int32 = 262_144
  private static let timeoutMilliseconds: Int32 = 10
  private static let noRights: Set<Int32> = [PCAP_ERROR_PERM_DENIED, PCAP_ERROR_PROMISC_PERM_DENIED]

  /// The name of the interface.
  package let name: String
  /// The link type of its packets.
  package let linkType: UInt16
  private let pcap: PcapFunctions
  private let handle: OpaquePointer
  private let descriptor: Int32

  /// Opens an interface of Bluetooth.
  package convenience init(interface name: String) throws(PcapError) {
    try self.init(interface: name, linkTypes: Self.bluetooth)
  }

  /// Opens an interface whose packets have one of these link types.
  package init(interface name: String, linkTypes: Set<Int32>) throws(PcapError) {
    let pcap = try PcapFunctions.loaded()
    var text = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard let handle = pcap.create(name, &text) else { throw .cannotOpen(name, reason: Self.text(text)) }
    self.pcap = pcap
    self.handle = handle
    self.name = name
    do throws(PcapError) {
      (linkType, descriptor) = try Self.start(pcap, handle, name, linkTypes)
    } catch {
      pcap.close(handle)
      throw error
    }
  }

  deinit { pcap.close(handle) }

  private static func start(
    _ pcap: PcapFunctions, _ handle: OpaquePointer, _ name: String, _ linkTypes: Set<Int32>
  ) throws(PcapError) -> (UInt16, Int32) {
    // Both fail on an active handle alone.
    _ = pcap.set_snaplen(handle, snapLength)
    _ = pcap.set_timeout(handle, timeoutMilliseconds)
    let status = pcap.activate(handle)
    guard status >= 0 else { throw try failure(pcap, status, handle, name) }
    let linkType = pcap.datalink(handle)
    guard linkTypes.contains(linkType), let known = UInt16(exactly: linkType) else {
      let text = PcapFunctions.text(pcap.datalink_val_to_name(linkType)) ?? "unknown"
      throw .noBluetooth(name, linkType: linkType, name: text)
    }
    var text = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard pcap.setnonblock(handle, 1, &text) == 0 else { throw .cannotOpen(name, reason: Self.text(text)) }
    return (known, pcap.get_selectable_fd(handle))
  }

  private static func failure(
    _ pcap: PcapFunctions, _ status: Int32, _ handle: OpaquePointer, _ name: String
  ) throws(PcapError) -> PcapError {
    if status == PCAP_ERROR_NO_SUCH_DEVICE { return .noInterface(name, known: try interfaces().map(\.name)) }
    let reported = pcap.complaint(of: handle)
    let reason =
      reported.isEmpty ? PcapFunctions.text(pcap.statustostr(status)) ?? "status \(status)" : reported
    let help =
      noRights.contains(status)
      ? "; run it as root, or grant the executable the rights with 'setcap cap_net_raw,cap_net_admin=eip'"
      : ""
    return .cannotOpen(name, reason: reason + help)
  }

  /// Waits for packets, and gives those that are there.
  ///
  /// - Parameters:
  ///   - stop: a descriptor that becomes readable when the wait is to end.
  ///   - milliseconds: the longest wait; negative for any.
  /// - Throws: `PcapError.failed` if the interface goes away, and what `body` throws.
  package func take<Failure: Error>(
    until stop: Int32, milliseconds: Int32, _ body: (Packet) throws(Failure) -> Bool
  ) throws {
    var waits = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    // Some interfaces have no descriptor to wait for; then time alone wakes.
    let longest = descriptor < 0 ? Self.timeoutMilliseconds : milliseconds
    _ = poll(&waits, nfds_t(waits.count), longest)
    while true {
      var header: UnsafeMutablePointer<pcap_pkthdr>?
      var octets: UnsafePointer<UInt8>?
      let status = pcap.next_ex(handle, &header, &octets)
      guard status >= 0 else { throw PcapError.failed(name, reason: pcap.complaint(of: handle)) }
      guard status == 1, let header = header?.pointee, let octets else { return }
      let packet = Packet(
        octets: UnsafeRawBufferPointer(start: octets, count: Int(header.caplen)),
        originalCount: Int(header.len),
        nanoseconds: Int64(header.ts.tv_sec) * 1_000_000_000 + Int64(header.ts.tv_usec) * 1000)
      guard try body(packet) else { return }
    }
  }

  /// Packets that went by while nobody could take them.
  package var droppedCount: Int {
    var statistics = pcap_stat()
    return pcap.stats(handle, &statistics) == 0 ? Int(statistics.ps_drop) + Int(statistics.ps_ifdrop) : 0
  }

  /// The interfaces of this machine that hold Bluetooth, by their names.
  package static func interfaces() throws(PcapError) -> [(name: String, text: String)] {
    let pcap = try PcapFunctions.loaded()
    var first: UnsafeMutablePointer<pcap_if_t>?
    var text = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard pcap.findalldevs(&first, &text) == 0 else {
      throw .failed("the list of interfaces", reason: Self.text(text))
    }
    defer { pcap.freealldevs(first) }
    return sequence(first: first) { $0?.pointee.next }.prefix { $0 != nil }.compactMap { interface in
      guard let interface = interface?.pointee, let name = interface.name.map({ String(cString: $0) }),
        name.hasPrefix("bluetooth")
      else { return nil }
      return (name, interface.description.map { String(cString: $0) } ?? "")
    }
  }

  /// What a call of libpcap reports in its buffer.
  private static func text(_ octets: [CChar]) -> String {
    String(decoding: octets.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// A BPF expression as libpcap compiles it for packets of one link type.
package final class PacketFilter {
  private static let snapLength: Int32 = 262_144

  private let pcap: PcapFunctions
  private var program = bpf_program()

  /// Compiles an expression.
  ///
  /// - Throws: `PcapError.badExpression`, or `PcapError.noLibrary`.
  package init(_ expression: String, linkType: UInt32) throws(PcapError) {
    pcap = try PcapFunctions.loaded()
    guard let handle = pcap.open_dead(Int32(clamping: linkType), Self.snapLength) else {
      throw .badExpression(expression, reason: "libpcap does not know the link type", linkType: linkType)
    }
    defer { pcap.close(handle) }
    guard pcap.compile(handle, &program, expression, 1, .max) == 0 else {
      throw .badExpression(expression, reason: pcap.complaint(of: handle), linkType: linkType)
    }
  }

  deinit { pcap.freecode(&program) }

  /// Whether a packet, from the header of its link type on, meets the expression.
  ///
  /// - Parameter originalCount: the octets that it had before it was cut.
  package func accepts(_ packet: UnsafeRawBufferPointer, originalCount: Int) -> Bool {
    var header = pcap_pkthdr()
    header.caplen = UInt32(clamping: packet.count)
    header.len = UInt32(clamping: originalCount)
    let octets = packet.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return pcap.offline_filter(&program, &header, octets) != 0
  }
}
