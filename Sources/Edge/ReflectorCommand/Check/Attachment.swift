internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import HCITransport

/// The ports of real firmware, open for as long as this lives.
final class Attachment {
  /// What is under test.
  let iut: ImplementationUnderTest
  private let loop: PacedLoop
  private var ports: [TransportPort] = []

  /// Opens the ports that `options` name.
  init(_ attached: AttachedIUT, _ options: AttachOptions, isQuiet: Bool) throws(BadInput) {
    let loop = PacedLoop()
    loop.speed = options.speed
    self.loop = loop
    var ports: [TransportPort] = []
    func open(_ transport: String, _ option: String, _ name: String) throws(BadInput) -> AttachedPort {
      do throws(TransportError) {
        let port = try TransportPort(
          try TransportAddress(transport), on: loop, for: attached.kind == .host ? .host : .controller,
          allowRemote: options.allowRemote,
          log: { line in if !isQuiet { StandardStream.error.write("\(name): \(line)\n") } })
        ports.append(port)
        if !isQuiet { StandardStream.error.write("\(name): attach at \(port.place)\n") }
        return AttachedPort(
          name: "\(port.address)", port: port, driver: loop,
          attachLimit: .seconds(options.attachTimeout * options.speed))
      } catch {
        throw BadInput("\(option): \(error)")
      }
    }
    do {
      let own = try open(
        attached.transport, "--iut \(attached.defaultValueDescription)", attached.kind.rawValue)
      switch attached.kind {
      case .host: iut = .host(own)
      case .controller:
        var peer: AttachedPort?
        if let transport = options.peer { peer = try open(transport, "--peer \(transport)", "peer") }
        iut = .controller(own, peer: peer)
      }
    } catch {
      for port in ports { port.close() }
      loop.close()
      throw error
    }
    self.ports = ports
  }

  deinit {
    for port in ports { port.close() }
    loop.close()
  }
}
