internal import Glibc

/// Packets of a live interface of this machine, as libpcap gives them.
public final class InterfaceTap {
  /// A packet, lent until the next one.
  public struct Packet {
    /// From the header of the link type on.
    public let octets: UnsafeRawBufferPointer
    /// The octets that it had before it was cut.
    public let originalCount: Int
    /// When it was seen: since 1970-01-01 00:00:00 UTC.
    public let nanoseconds: Int64
  }

  /// The link types of Bluetooth that interfaces have: HCI H4 with direction, and the Linux monitor.
  private static let linkTypes: Set<Int32> = [201, 254, 187]
  private static let snapLength: Int32 = 262_144
  private static let timeoutMilliseconds: Int32 = 10
  private static let noSuchDevice: Int32 = -5
  private static let noRights: Set<Int32> = [-8, -11]

  /// The name of the interface.
  public let name: String
  /// The link type of its packets.
  public let linkType: UInt16
  private let library: PcapLibrary
  private let handle: OpaquePointer
  private let descriptor: Int32

  /// Opens an interface.
  public init(_ library: PcapLibrary, interface name: String) throws(PcapError) {
    var text = [CChar](repeating: 0, count: PcapLibrary.errorCount)
    guard let handle = library.create(name, &text) else {
      throw .cannotOpen(name, reason: PcapLibrary.text(text))
    }
    self.library = library
    self.handle = handle
    self.name = name
    do throws(PcapError) {
      (linkType, descriptor) = try Self.start(library, handle, name)
    } catch {
      library.close(handle)
      throw error
    }
  }

  deinit { library.close(handle) }

  private static func start(
    _ library: PcapLibrary, _ handle: OpaquePointer, _ name: String
  ) throws(PcapError) -> (UInt16, Int32) {
    _ = library.setSnapLength(handle, snapLength)
    _ = library.setTimeout(handle, timeoutMilliseconds)
    let status = library.activate(handle)
    guard status >= 0 else { throw try failure(status, library, handle, name) }
    let linkType = library.linkTypeOf(handle)
    guard linkTypes.contains(linkType), let known = UInt16(exactly: linkType) else {
      let text = library.linkTypeName(linkType).map { String(cString: $0) } ?? "unknown"
      throw .noBluetooth(name, linkType: linkType, name: text)
    }
    var text = [CChar](repeating: 0, count: PcapLibrary.errorCount)
    guard library.setNonBlocking(handle, 1, &text) == 0 else {
      throw .cannotOpen(name, reason: PcapLibrary.text(text))
    }
    return (known, library.descriptorOf(handle))
  }

  private static func failure(
    _ status: Int32, _ library: PcapLibrary, _ handle: OpaquePointer, _ name: String
  ) throws(PcapError) -> PcapError {
    if status == noSuchDevice { return .noInterface(name, known: try library.interfaces().map(\.name)) }
    let told = library.errorOf(handle).map { String(cString: $0) } ?? ""
    let general = library.statusText(status).map { String(cString: $0) } ?? "error \(status)"
    let reason = told.isEmpty ? general : told
    let help =
      noRights.contains(status)
      ? "; run it as root, or give the executable the rights with 'setcap cap_net_raw,cap_net_admin=eip'" : ""
    return .cannotOpen(name, reason: reason + help)
  }

  /// Waits for packets, and gives those that are there.
  ///
  /// - Parameters:
  ///   - stop: a descriptor that becomes readable when the wait is to end.
  ///   - milliseconds: the longest wait; negative for any.
  /// - Throws: `PcapError.failed` if the interface goes away, and what `body` throws.
  public func take<Failure: Error>(
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
      var header: UnsafeMutableRawPointer?
      var octets: UnsafePointer<UInt8>?
      let status = library.nextPacket(handle, &header, &octets)
      guard status >= 0 else {
        let reason = library.errorOf(handle).map { String(cString: $0) } ?? "no reason given"
        throw PcapError.failed(name, reason: reason)
      }
      guard status == 1, let header, let octets else { return }
      let told = header.load(as: PcapLibrary.PacketHeader.self)
      let packet = Packet(
        octets: UnsafeRawBufferPointer(start: octets, count: Int(told.count)),
        originalCount: Int(told.originalCount),
        nanoseconds: Int64(told.time.tv_sec) * 1_000_000_000 + Int64(told.time.tv_usec) * 1000)
      guard try body(packet) else { return }
    }
  }

  /// Packets that went by while nobody could take them.
  public var droppedCount: Int {
    var told = PcapLibrary.Statistics()
    let status = withUnsafeMutablePointer(to: &told) { library.statistics(handle, $0) }
    return status == 0 ? Int(told.dropped) + Int(told.droppedByInterface) : 0
  }
}

extension PcapLibrary {
  /// The interfaces of this machine that hold Bluetooth, by their names.
  public func interfaces() throws(PcapError) -> [(name: String, text: String)] {
    var first: UnsafeMutableRawPointer?
    var text = [CChar](repeating: 0, count: Self.errorCount)
    guard findAll(&first, &text) == 0 else {
      throw .failed("the list of interfaces", reason: Self.text(text))
    }
    guard let first else { return [] }
    defer { freeAll(first) }
    var found: [(name: String, text: String)] = []
    var next: UnsafeMutablePointer<Interface>? = first.assumingMemoryBound(to: Interface.self)
    while let interface = next {
      if let name = interface.pointee.name.map({ String(cString: $0) }), name.hasPrefix("bluetooth") {
        found.append((name, interface.pointee.text.map { String(cString: $0) } ?? ""))
      }
      next = interface.pointee.next
    }
    return found
  }
}
