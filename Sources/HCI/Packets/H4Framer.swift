public import Wire

/// Finds the packets in a stream of octets, however the transport cuts it. [Vol 4, Part A, 2]
public struct H4Framer: Sendable {
  private var pending: [UInt8] = []
  private var packets: [HCIPacket] = []
  private var takenCount = 0
  private var failure: WireError?

  /// Starts before the first packet.
  public init() {}

  /// Appends octets as the transport gave them.
  public mutating func append(_ octets: some Sequence<UInt8>) {
    guard failure == nil else { return }
    pending.append(contentsOf: octets)
    var reader = Reader(pending)
    do throws(WireError) {
      while true {
        var ahead = reader
        packets.append(try HCIPacket(h4: &ahead))
        reader = ahead
      }
    } catch .truncated {
      pending = Array(reader.remaining)
    } catch {
      failure = error
    }
  }

  /// Takes the next packet, or nil until all of it has come.
  ///
  /// - Throws: `WireError.invalid` if an octet that is no packet type stands where a packet should start. The
  ///   place is lost then, and every later call throws too: the stream has to be opened anew.
  public mutating func next() throws(WireError) -> HCIPacket? {
    if takenCount < packets.count {
      takenCount += 1
      return packets[takenCount - 1]
    }
    packets.removeAll(keepingCapacity: true)
    takenCount = 0
    if let failure { throw failure }
    return nil
  }
}
