internal import ArgumentParser
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import HCITransport

/// The arguments of `reflector check` that attach real firmware.
struct AttachOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What is under test in place of a profile: host:TRANSPORT, a host above our controller, or"
        + " controller:TRANSPORT, a controller below our host.",
      valueName: "kind:transport"))
  var iut: AttachedIUT?

  @Option(
    help: ArgumentHelp(
      "A second controller that the one under test can reach, driven by us.", valueName: "transport"))
  var peer: String?

  @Option(help: ArgumentHelp("How long to wait for somebody to attach.", valueName: "seconds"))
  var attachTimeout = 60

  @Option(
    help: ArgumentHelp(
      "How many times faster than the clock the tester's time runs, for a host or controller whose own timers run as"
        + " fast, or do not matter.", valueName: "n"))
  var speed = 1

  @Flag(help: "Let a transport reach beyond this machine.")
  var allowRemote = false

  func validate() throws {
    if peer != nil, iut?.kind != .controller {
      throw ValidationError("found --peer, expected it beside --iut controller:TRANSPORT alone.")
    }
    guard (1...86_400).contains(attachTimeout) else {
      throw ValidationError("found --attach-timeout \(attachTimeout), expected 1 to 86400 seconds.")
    }
    guard (1...100).contains(speed) else {
      throw ValidationError("found --speed \(speed), expected 1 to 100.")
    }
    if speed > 1, iut == nil {
      throw ValidationError("found --speed without --iut, expected both: a profile keeps no clock waiting.")
    }
  }
}

/// What `--iut` names.
struct AttachedIUT: ExpressibleByArgument {
  /// What is real.
  enum Kind: String {
    case host
    case controller
  }

  let kind: Kind
  /// As the user wrote it, checked when it is opened.
  let transport: String

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else { return nil }
    self.kind = kind
    transport = parts[1]
  }

  var defaultValueDescription: String { "\(kind.rawValue):\(transport)" }
}

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
