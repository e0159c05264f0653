internal import ChannelSounding
public import CoreTypes
internal import HCI
public import HostStack
internal import ProcedureRanging
internal import RangingService
internal import SimulationKernel
internal import VirtualHost

/// One link of a phone: the host's half of it, and what the phone knows of it.
public final class PhoneLink {
  /// The exchanges that a procedure of the link takes: its PDUs, and an Instant six of them ahead, twice where the
  /// peripheral has asked for other connection parameters at the same time.
  static let exchangesOfProcedure = 24

  unowned let phone: Phone
  /// L2CAP, Attribute Protocol and Security Manager.
  public private(set) var host: HostLink
  /// Whether the link is there.
  public private(set) var isUp = true
  /// The connection interval as it is now, or was at the end.
  public private(set) var connectionInterval = Picoseconds.zero
  /// The longest the peripheral may stay silent: the connection interval with latency.
  private var period = Picoseconds.zero
  /// How long the link outlasts the peripheral's silence, as last granted.
  public private(set) var supervisionTimeout = Picoseconds.zero
  /// Whether encryption is starting.
  public private(set) var isEncrypting = false
  /// The configurations by their ids.
  var configurations: [ConfigID: CSConfiguration] = [:]
  private var collector = ProcedureCollector()
  private var rangingReader: RangingReader?
  private var pairingTimerStarts: Int?
  /// When the Security Manager Timer last started. [Vol 3, Part H, 3.4]
  private var pairingTimerStart = Instant.start
  private var attributeRequestCount = 0
  /// When the last request of the Attribute protocol was sent.
  private var attributeRequestStart = Instant.start

  /// The connection.
  public var handle: ConnectionHandle { host.handle }

  init(_ complete: LEConnectionCompleteEvent, _ terms: Phone.LinkTerms, of phone: Phone) {
    self.phone = phone
    host = HostLink(
      role: .central, handle: complete.connectionHandle,
      localAddress: phone.privateAddress ?? phone.address ?? DeviceAddress(),
      peerAddress: complete.peerAddress.asPublicOrRandom, aclLength: phone.aclLength,
      database: GATTDatabase([.genericAccess(deviceName: "phone"), .genericAttribute(canChange: true)]),
      maximumMTU: terms.maximumMTU, policy: phone.showingIdentity(terms.policy), pairingSecrets: nil,
      bond: terms.bond)
    take(complete.parameters)
  }

  /// Has the host's half take or do something.
  public func update(_ change: (inout HostLink) -> [HostAction]) {
    guard isUp else { return }
    let actions = change(&host)
    if host.pairingTimerStarts != pairingTimerStarts {
      (pairingTimerStarts, pairingTimerStart) = (host.pairingTimerStarts, phone.simulation.now)
    }
    if host.attributeRequestCount != attributeRequestCount {
      (attributeRequestCount, attributeRequestStart) = (host.attributeRequestCount, phone.simulation.now)
    }
    perform(actions)
  }

  private func perform(_ actions: [HostAction]) {
    for action in actions {
      phone.receiver?(.action(action, self))
      switch action {
      case .sendACL(let packet): phone.send(packet)
      case .startEncryption(let key):
        isEncrypting = true
        phone.send(
          LEEnableEncryptionCommand {
            $0.connectionHandle = handle
            $0.longTermKey = key
          })
      case .client(let event): rangingReader?.take(event)
      case .connectionParametersRequested(let identifier, let request):
        updateConnection(to: request, answering: identifier)
      default: break
      }
      phone.offer(.action(action), of: handle)
    }
  }

  /// Grants the peripheral's wish for other connection parameters, or refuses it.
  private func updateConnection(to wanted: ConnectionParameterRange, answering identifier: UInt8) {
    let isGranted = phone.grantsParameters?(wanted) ?? true
    perform(host.answerConnectionParameters(identifier: identifier, isAccepted: isGranted))
    guard isGranted else { return }
    phone.send(LEConnectionUpdateCommand { ($0.connectionHandle, $0.parameters) = (handle, wanted) })
  }

  // MARK: Events

  func take(_ parameters: ConnectionParameters) {
    connectionInterval = parameters.interval.time
    period = connectionInterval * (1 + Int(parameters.latency))
    supervisionTimeout = parameters.timeout.time
  }

  func encryptionChanged(_ change: EncryptionChangeEvent) {
    isEncrypting = false
    update { $0.encryptionChanged(isEncrypted: change.encryptionEnabled.isOn, status: change.status) }
  }

  /// Takes a result of a subevent.
  func collect(_ event: HCIDriver.ReceivedEvent) {
    guard let procedure = collector.receive(event.value, packetIndex: event.packetIndex) else { return }
    phone.receiver?(.procedure(procedure, self))
    rangingReader?.take(procedure)
  }

  func end() {
    perform(host.linkEnded())
    (isUp, isEncrypting) = (false, false)
    rangingReader = nil
    configurations = [:]
  }

  // MARK: Time

  /// The timeout of `count` exchanges on the link, and of `least` where its events are close.
  public func timeout(atLeast least: Picoseconds, exchanges count: Int) -> Picoseconds {
    let usual = isUp ? max(least, period * count) : least
    return phone.longestWait.map { min(usual, max($0, period * count)) } ?? usual
  }

  /// The timeout of a procedure of the link; it grows if the peripheral is granted a slower link. The link layer would
  /// wait for 40 s; controllers answer by themselves, so that no host makes them slow. [Vol 6, Part B, 5.2]
  public var procedureLimit: Picoseconds {
    timeout(atLeast: .seconds(5), exchanges: Self.exchangesOfProcedure)
  }

  /// The Security Manager Timer: a pairing has failed so long after it last started. [Vol 3, Part H, 3.4]
  var pairingTimeout: Picoseconds {
    min(HostLink.transactionTimeout, timeout(atLeast: HostLink.transactionTimeout, exchanges: 60))
  }

  /// The timeout of a pairing that began at `begin`; it grows as the pairing goes on.
  func pairingLimit(since begin: Instant) -> Picoseconds {
    max(begin, pairingTimerStart) - begin + pairingTimeout
  }

  /// The timeout of a request of the Attribute protocol; longer on a slow link.
  var transactionTimeout: Picoseconds { timeout(atLeast: phone.transactionTime, exchanges: 40) }

  /// The timeout of what takes several requests and began at `begin`; it grows with each request.
  func transactionLimit(since begin: Instant) -> Picoseconds {
    max(begin, attributeRequestStart) - begin + transactionTimeout
  }

  // MARK: The Ranging Service

  /// Whether the reflector's results are read from the Ranging Service.
  public var readsRangingService: Bool { rangingReader != nil }

  /// Reads the reflector's results, all subscriptions being made.
  func read(_ handles: RangingServiceHandles, _ requestor: RangingRequestor) {
    rangingReader = RangingReader(
      handles, requestor, simulation: phone.simulation,
      configuration: { [weak self] in self?.configurations[$0] },
      write: { [weak self] value, handle, needsResponse in
        self?.update {
          needsResponse ? $0.start(.write(handle, value)) : $0.writeCommand(value, to: handle)
        }
      },
      report: { [weak self] in
        guard let self else { return }
        phone.receiver?(.ranged($0, $1, self))
      })
  }
}
