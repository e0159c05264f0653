internal import Glibc

/// libpcap, loaded when somebody asks for it: building needs nothing of it, and the program starts where it is not
/// installed.
public final class PcapLibrary {
  typealias Handle = OpaquePointer
  typealias ErrorText = UnsafeMutablePointer<CChar>

  /// `struct bpf_program`.
  struct Program {
    var length: UInt32 = 0
    var instructions: UnsafeMutableRawPointer?
  }

  /// `struct pcap_pkthdr`.
  struct PacketHeader {
    var time = timeval()
    var count: UInt32 = 0
    var originalCount: UInt32 = 0
  }

  /// The beginning of `struct pcap_if`.
  struct Interface {
    var next: UnsafeMutablePointer<Interface>?
    var name: UnsafePointer<CChar>?
    var text: UnsafePointer<CChar>?
    var addresses: UnsafeRawPointer?
    var flags: UInt32
  }

  /// `struct pcap_stat`.
  struct Statistics {
    var received: UInt32 = 0
    var dropped: UInt32 = 0
    var droppedByInterface: UInt32 = 0
  }

  static let errorCount = 256
  private static let names = ["libpcap.so.1", "libpcap.so.0.8", "libpcap.so"]

  let openDead: @convention(c) (Int32, Int32) -> Handle?
  let compile: @convention(c) (Handle, UnsafeMutableRawPointer, UnsafePointer<CChar>, Int32, UInt32) -> Int32
  let freeCode: @convention(c) (UnsafeMutableRawPointer) -> Void
  let offlineFilter: @convention(c) (UnsafeRawPointer, UnsafeRawPointer, UnsafePointer<UInt8>?) -> Int32
  let errorOf: @convention(c) (Handle) -> UnsafePointer<CChar>?
  let close: @convention(c) (Handle) -> Void
  let findAll: @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, ErrorText) -> Int32
  let freeAll: @convention(c) (UnsafeMutableRawPointer) -> Void
  let create: @convention(c) (UnsafePointer<CChar>, ErrorText) -> Handle?
  let setSnapLength: @convention(c) (Handle, Int32) -> Int32
  let setTimeout: @convention(c) (Handle, Int32) -> Int32
  let activate: @convention(c) (Handle) -> Int32
  let setNonBlocking: @convention(c) (Handle, Int32, ErrorText) -> Int32
  let descriptorOf: @convention(c) (Handle) -> Int32
  let linkTypeOf: @convention(c) (Handle) -> Int32
  let linkTypeName: @convention(c) (Int32) -> UnsafePointer<CChar>?
  let nextPacket:
    @convention(c) (
      Handle, UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<UnsafePointer<UInt8>?>
    ) -> Int32
  let statistics: @convention(c) (Handle, UnsafeMutableRawPointer) -> Int32
  let statusText: @convention(c) (Int32) -> UnsafePointer<CChar>?

  /// Loads the library of this machine.
  public init() throws(PcapError) {
    let library = try Self.open()
    openDead = try Self.symbol("pcap_open_dead", in: library)
    compile = try Self.symbol("pcap_compile", in: library)
    freeCode = try Self.symbol("pcap_freecode", in: library)
    offlineFilter = try Self.symbol("pcap_offline_filter", in: library)
    errorOf = try Self.symbol("pcap_geterr", in: library)
    close = try Self.symbol("pcap_close", in: library)
    findAll = try Self.symbol("pcap_findalldevs", in: library)
    freeAll = try Self.symbol("pcap_freealldevs", in: library)
    create = try Self.symbol("pcap_create", in: library)
    setSnapLength = try Self.symbol("pcap_set_snaplen", in: library)
    setTimeout = try Self.symbol("pcap_set_timeout", in: library)
    activate = try Self.symbol("pcap_activate", in: library)
    setNonBlocking = try Self.symbol("pcap_setnonblock", in: library)
    descriptorOf = try Self.symbol("pcap_get_selectable_fd", in: library)
    linkTypeOf = try Self.symbol("pcap_datalink", in: library)
    linkTypeName = try Self.symbol("pcap_datalink_val_to_name", in: library)
    nextPacket = try Self.symbol("pcap_next_ex", in: library)
    statistics = try Self.symbol("pcap_stats", in: library)
    statusText = try Self.symbol("pcap_statustostr", in: library)
  }

  /// The library stays loaded: its functions may be in use anywhere.
  private static func open() throws(PcapError) -> UnsafeMutableRawPointer {
    for name in names {
      if let library = dlopen(name, RTLD_NOW) { return library }
    }
    throw .notInstalled(reason: dlerror().map { String(cString: $0) } ?? "no reason given")
  }

  private static func symbol<Function>(
    _ name: String, in library: UnsafeMutableRawPointer
  ) throws(PcapError) -> Function {
    guard let address = dlsym(library, name) else { throw .tooOld(function: name) }
    return unsafeBitCast(address, to: Function.self)
  }

  /// What a call says that went wrong.
  static func text(_ octets: [CChar]) -> String {
    String(decoding: octets.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
