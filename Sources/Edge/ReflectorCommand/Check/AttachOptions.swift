internal import ArgumentParser
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import HCITransport

/// The arguments of `reflector check` that attach real firmware.
struct AttachOptions: ParsableArguments {
  @Option(
    name: .customLong("under-test"),
    help: ArgumentHelp(
      "Test real firmware in place of a profile: host:TRANSPORT is a host above our controller,"
        + " controller:TRANSPORT is a controller below our host.",
      valueName: "kind:transport"))
  var iut: AttachedIUT?

  @Option(
    help: ArgumentHelp(
      "A peer controller in radio range of the IUT; the tester drives it.", valueName: "transport"))
  var peer: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Timeout for the firmware to attach.", valueName: "seconds"))
  var attachTimeout = 60

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Speed of the tester's time against the clock. The firmware's own timers must run as fast, or must"
        + " not matter.", valueName: "n"))
  var speed = 1

  @Flag(help: "Let a transport accept other computers.")
  var allowRemote = false

  func validate() throws {
    if peer != nil, iut?.kind != .controller {
      throw ValidationError("found --peer, expected it only with --under-test controller:TRANSPORT.")
    }
    guard (1...86_400).contains(attachTimeout) else {
      throw ValidationError("found --attach-timeout \(attachTimeout), expected 1 to 86400 seconds.")
    }
    guard (1...100).contains(speed) else {
      throw ValidationError("found --speed \(speed), expected 1 to 100.")
    }
    if speed > 1, iut == nil {
      throw ValidationError(
        "found --speed without --under-test, expected both: a profile runs in virtual time.")
    }
  }
}

/// What `--under-test` names.
struct AttachedIUT: ExpressibleByArgument {
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
  let iut: ImplementationUnderTest
  private let loop: PacedLoop
  private var ports: [TransportPort] = []

  /// Opens the ports that `options` name.
  init(_ attached: AttachedIUT, _ options: AttachOptions, isQuiet: Bool) throws(BadInput) {
    let ownOption = "--under-test \(attached.defaultValueDescription)"
    let ownAddress = try Self.address(attached.transport, ownOption)
    var peerPlace: (address: TransportAddress, option: String)?
    if let transport = options.peer {
      let option = "--peer \(transport)"
      let address = try Self.address(transport, option)
      try address.requireOther(than: ownAddress, "\(ownOption) and \(option)")
      peerPlace = (address, option)
    }
    let loop = PacedLoop()
    loop.speed = options.speed
    self.loop = loop
    var ports: [TransportPort] = []
    func open(
      _ address: TransportAddress, _ option: String, _ name: String
    ) throws(BadInput) -> AttachedPort {
      do throws(TransportError) {
        let port = try TransportPort(
          address, on: loop, for: attached.kind == .host ? .host : .controller,
          allowRemote: options.allowRemote,
          log: { line in if !isQuiet { StandardError.write("\(name): \(line)\n") } })
        ports.append(port)
        if !isQuiet { StandardError.write("\(name): attach at \(port.place)\n") }
        return AttachedPort(
          name: "\(port.address)", port: port, driver: loop,
          attachLimit: .seconds(options.attachTimeout * options.speed), admitsNext: port.address.isVisited)
      } catch {
        throw BadInput("\(option): \(error)")
      }
    }
    do {
      let own = try open(ownAddress, ownOption, attached.kind.rawValue)
      switch attached.kind {
      case .host: iut = .host(own)
      case .controller:
        var peer: AttachedPort?
        if let peerPlace { peer = try open(peerPlace.address, peerPlace.option, "peer") }
        iut = .controller(own, peer: peer)
      }
    } catch {
      for port in ports { port.close() }
      loop.close()
      throw error
    }
    self.ports = ports
  }

  private static func address(_ transport: String, _ option: String) throws(BadInput) -> TransportAddress {
    do throws(TransportError) {
      return try TransportAddress(transport)
    } catch {
      throw BadInput("\(option): \(error)")
    }
  }

  deinit {
    for port in ports { port.close() }
    loop.close()
  }
}

extension TransportAddress {
  /// Throws if this process cannot use the addresses of two options.
  ///
  /// - Parameter options: both with their values, as `--peer unix:b and --under-test controller:unix:b`.
  func requireOther(than other: TransportAddress, _ options: String) throws(BadInput) {
    if excludes(other) { throw BadInput("found \(options), expected a transport of its own for each.") }
  }
}
