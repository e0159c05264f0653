import CoreTypes
import HCI
import LinkLayer
import Testing

@testable import VirtualController

@Suite("LE ping on the air")
struct PingTests {
  private typealias Read = ReadAuthenticatedPayloadTimeoutCommand
  private typealias Write = WriteAuthenticatedPayloadTimeoutCommand

  /// An encrypted link whose hosts take the event, and an empty log.
  private func bench(isWatched: Bool = true, peerPings: Bool = true) -> ControllerBench {
    let bench = ControllerBench(isWatched: isWatched) { _, peripheral in
      peripheral.identity.features[.lePing] = peerPings
    }
    for host in [bench.central, bench.peripheral] {
      host.send(
        SetEventMaskPage2Command { $0.eventMaskPage2 = .none.with(.authenticatedPayloadTimeoutExpired) })
    }
    #expect(bench.connect() && bench.encrypt())
    bench.run(.milliseconds(100))
    bench.log.forget()
    return bench
  }

  /// The peripheral does not hear pings.
  private func deafen(_ bench: ControllerBench) {
    let probe = LinkProbe()
    probe.admits = { pdu in if case .pingReq = pdu { false } else { true } }
    bench.peripheral.controller.linkProbe = probe
  }

  private func expiries(_ host: BenchHost) -> [AuthenticatedPayloadTimeoutExpiredEvent] {
    host.events.compactMap {
      if case .authenticatedPayloadTimeoutExpired(let event) = $0 { event } else { nil }
    }
  }

  private func write(_ timeout: AuthenticatedPayloadTimeout, _ host: BenchHost) {
    host.send(Write { ($0.connectionHandle, $0.authenticatedPayloadTimeout) = (host.handle, timeout) })
  }

  @Test("a silent encrypted link has pings and their answers every 30 s, and no host learns of it")
  func silence() {
    let bench = bench()
    bench.run(.seconds(95))
    let frames = bench.log.linkFrames.filter { $0.plaintext != nil }
    let requests = frames.filter { $0.plaintext?[2] == 0x12 }
    let answers = frames.filter { $0.plaintext?[2] == 0x13 }
    #expect(requests.count == answers.count && requests.count + answers.count == frames.count)
    // Both ends may find at once that it is time.
    let gaps = zip(frames, frames.dropFirst()).map { ($1.start - $0.start).inSeconds }.filter { $0 > 0.1 }
    #expect(gaps.count == 2 && gaps.allSatisfy { $0 > 29.7 && $0 < 29.95 })
    #expect(expiries(bench.central).isEmpty && expiries(bench.peripheral).isEmpty)
    #expect(bench.isConnected)
  }

  @Test("data of the peer make pings needless")
  func data() throws {
    let bench = bench()
    for _ in 0..<6 {
      bench.central.send(message: [1])
      bench.peripheral.send(message: [2])
      bench.run(.seconds(20))
    }
    #expect(try bench.log.control(.pingReq) == nil)
  }

  @Test("a link in the clear, or of devices without LE Ping, has no ping")
  func none() throws {
    let clear = ControllerBench()
    #expect(clear.connect())
    clear.run(.seconds(65))
    #expect(try clear.log.control(.pingReq) == nil)
    let other = ControllerBench {
      $0.identity.features[.lePing] = false
      $1.identity.features[.lePing] = false
    }
    #expect(other.connect() && other.encrypt())
    other.run(.seconds(65))
    #expect(try other.log.control(.pingReq) == nil)
  }

  @Test(
    "a peer that does not answer is reported after each timeout, and the link ends 40 s after the ping",
    arguments: [true, false])
  func unanswered(isWatched: Bool) {
    let bench = bench(isWatched: isWatched, peerPings: false)
    deafen(bench)
    bench.run(.seconds(29))
    #expect(expiries(bench.central).isEmpty)
    bench.run(.seconds(2))
    #expect(expiries(bench.central).map(\.connectionHandle) == [bench.central.handle])
    bench.run(.seconds(30))
    #expect(expiries(bench.central).count == 2 && bench.isConnected)
    bench.run(.seconds(10))
    #expect(bench.central.disconnectionReason == .llResponseTimeout)
    #expect(expiries(bench.peripheral).isEmpty)
  }

  @Test("hosts that do not unmask the event do not get it")
  func masked() {
    let bench = bench(peerPings: false)
    bench.central.send(SetEventMaskPage2Command { $0.eventMaskPage2 = .none })
    deafen(bench)
    bench.run(.seconds(31))
    #expect(expiries(bench.central).isEmpty && bench.isConnected)
  }

  @Test("the host reads 30 s, and sets another timeout, which then counts")
  func commands() throws {
    let bench = bench(peerPings: false)
    let host = bench.central
    for timeout in [3_000, 200] as [AuthenticatedPayloadTimeout] {
      if timeout != 3_000 { write(timeout, host) }
      host.send(Read { $0.connectionHandle = host.handle })
      bench.run(.milliseconds(1))
      let read = try #require(host.returned(Read.self))
      #expect(read.status == .success && read.connectionHandle == host.handle)
      #expect(read.authenticatedPayloadTimeout == timeout)
    }
    #expect(host.returned(Write.self)?.connectionHandle == host.handle)
    deafen(bench)
    bench.run(.milliseconds(2_100))
    #expect(expiries(host).count == 1)
  }

  @Test("a timeout below the interval and a handle of no link are refused")
  func refused() {
    let bench = bench()
    let host = bench.central
    for (timeout, status) in [(0, 0x12), (2, 0x12), (3, 0)] as [(AuthenticatedPayloadTimeout, UInt8)] {
      write(timeout, host)
      bench.run(.milliseconds(1))
      #expect(host.status(of: Write.self)?.rawValue == status)
    }
    host.send(Write { $0.connectionHandle = host.unusedHandle })
    host.send(Read { $0.connectionHandle = host.unusedHandle })
    bench.run(.milliseconds(1))
    #expect(host.status(of: Write.self) == .unknownConnectionIdentifier)
    #expect(host.status(of: Read.self) == .unknownConnectionIdentifier)
  }

  @Test("a controller without LE Ping does not know the commands")
  func unclaimed() {
    let bench = bench(peerPings: false)
    bench.peripheral.send(Read { $0.connectionHandle = bench.peripheral.handle })
    bench.run(.milliseconds(1))
    #expect(bench.peripheral.status(of: Read.self) == .unknownHCICommand)
    #expect(bench.peripheral.controller.supportedCommands(octetCount: 64)[32] == 0)
    #expect(bench.central.controller.supportedCommands(octetCount: 64)[32] == 0b11_0000)
  }
}
