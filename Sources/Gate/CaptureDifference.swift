public import Capture

/// The first frame in which two captures differ. Remarks on frames do not count: they quote verdicts.
public struct CaptureDifference: Hashable, Sendable {
  /// The number of the frame, counted from 1 as Wireshark does.
  public var frame: Int
  /// Since the first frame of the baseline, in seconds; nil if the file does not tell.
  public var seconds: Double?
  /// The interface, as `ll`.
  public var interface: String
  /// What the baseline has there; nil after its end.
  public var before: String?
  /// What the candidate has there; nil after its end.
  public var after: String?
  /// What differs, in a few words.
  public var what: String

  /// Compares frame by frame; nil if all are the same.
  public init?(_ baseline: PcapngFile, _ candidate: PcapngFile) {
    let count = min(baseline.packets.count, candidate.packets.count)
    let place = (0..<count).first {
      Self.difference(baseline, baseline.packets[$0], candidate, candidate.packets[$0]) != nil
    }
    guard let index = place ?? (baseline.packets.count == candidate.packets.count ? nil : count) else {
      return nil
    }
    let old = index < baseline.packets.count ? baseline.packets[index] : nil
    let new = index < candidate.packets.count ? candidate.packets[index] : nil
    frame = index + 1
    before = old.map { Self.text(baseline, $0) }
    after = new.map { Self.text(candidate, $0) }
    if let old, let new {
      what = Self.difference(baseline, old, candidate, new) ?? "the same"
    } else {
      what = old == nil ? "the baseline ends before it" : "the candidate ends before it"
    }
    interface = new.map { Self.name(candidate, $0) } ?? old.map { Self.name(baseline, $0) } ?? ""
    let (file, packet) = old != nil ? (baseline, old) : (candidate, new)
    seconds = packet.flatMap { Self.seconds(file, $0) }
  }

  private static func name(_ file: PcapngFile, _ packet: PcapngFile.Packet) -> String {
    file.interfaces[packet.interface].name ?? "interface \(packet.interface)"
  }

  private static func text(_ file: PcapngFile, _ packet: PcapngFile.Packet) -> String {
    FrameDescription.text(packet, linkType: file.interfaces[packet.interface].linkType)
  }

  private static func seconds(_ file: PcapngFile, _ packet: PcapngFile.Packet) -> Double? {
    guard let first = file.packets.first.flatMap({ file.nanoseconds(of: $0) }),
      let time = file.nanoseconds(of: packet), time >= first
    else { return nil }
    return Double(time - first) / 1e9
  }

  /// What differs between two packets; nil if nothing does.
  private static func difference(
    _ file: PcapngFile, _ packet: PcapngFile.Packet, _ other: PcapngFile, _ twin: PcapngFile.Packet
  ) -> String? {
    let (interface, next) = (name(file, packet), name(other, twin))
    if interface != next { return "interface \(interface) -> \(next)" }
    if packet.direction != twin.direction { return "direction \(packet.direction) -> \(twin.direction)" }
    if packet.octets.count != twin.octets.count {
      return "\(packet.octets.count) -> \(twin.octets.count) octets"
    }
    if let index = zip(packet.octets, twin.octets).enumerated().first(where: { $0.element.0 != $0.element.1 })
    {
      return
        "octet \(index.offset) of \(packet.octets.count): \(hex(index.element.0)) -> \(hex(index.element.1))"
    }
    guard let time = file.nanoseconds(of: packet), let moved = other.nanoseconds(of: twin), time != moved
    else {
      return nil
    }
    return moved > time ? "\(moved - time) ns later" : "\(time - moved) ns earlier"
  }

  private static func hex(_ octet: UInt8) -> String {
    let digits = String(octet, radix: 16, uppercase: true)
    return "0x" + (octet < 16 ? "0" : "") + digits
  }
}
