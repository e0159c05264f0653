internal import ChannelSounding
internal import CoreTypes
internal import HCI

/// What events of HCI show of a connection and its ends, and lead to nothing else.
enum ConnectionFacts {
  /// Whether an event is read, by its octets, code first; others come by the thousand and are passed over.
  static func isWanted(_ octets: Span<UInt8>) -> Bool {
    switch octets[0] {
    case EventCode.leMeta:
      octets.count > 2 && isWanted(subevent: EventCode(code: octets[0], subevent: octets[2]))
    case EventCode.commandComplete.code:
      octets.count >= 5 && LocalFacts.isWanted(UInt16(octets: octets[3], octets[4]))
    default:
      switch EventCode(code: octets[0]) {
      case .disconnectionComplete, .encryptionChange, .encryptionChangeV2,
        .readRemoteVersionInformationComplete:
        true
      default: false
      }
    }
  }

  private static func isWanted(subevent: EventCode) -> Bool {
    switch subevent {
    case .leCSSubeventResult, .leCSSubeventResultContinue, .leConnectionComplete,
      .leEnhancedConnectionComplete, .leEnhancedConnectionCompleteV2, .leConnectionUpdateComplete,
      .leReadRemoteFeaturesComplete, .leReadAllRemoteFeaturesComplete, .leRemoteConnectionParameterRequest,
      .leDataLengthChange, .leLongTermKeyRequest, .lePHYUpdateComplete, .leAdvertisingReport,
      .leExtendedAdvertisingReport,
      .leCSReadRemoteSupportedCapabilitiesComplete, .leCSReadRemoteSupportedCapabilitiesCompleteV2,
      .leCSReadRemoteFAETableComplete, .leCSConfigComplete, .leCSSecurityEnableComplete,
      .leCSProcedureEnableComplete:
      true
    default: false
    }
  }

  /// The connection that an event tells of; nil if it tells of none, or of a failure.
  static func handle(_ event: HCIEventValue) -> ConnectionHandle? {
    func told(_ status: ErrorCode, _ handle: ConnectionHandle) -> ConnectionHandle? {
      status == .success ? handle : nil
    }
    return switch event {
    case .leConnectionUpdateComplete(let event): told(event.status, event.connectionHandle)
    case .encryptionChange(let event): told(event.status, event.connectionHandle)
    case .encryptionChangeV2(let event): told(event.change.status, event.change.connectionHandle)
    case .readRemoteVersionInformationComplete(let event): told(event.status, event.connectionHandle)
    case .leReadRemoteFeaturesComplete(let event): told(event.status, event.connectionHandle)
    case .leReadAllRemoteFeaturesComplete(let event): told(event.status, event.connectionHandle)
    case .lePHYUpdateComplete(let event): told(event.status, event.connectionHandle)
    case .leCSReadRemoteSupportedCapabilitiesComplete(let event): told(event.status, event.connectionHandle)
    case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event): told(event.status, event.connectionHandle)
    case .leCSReadRemoteFAETableComplete(let event): told(event.status, event.connectionHandle)
    case .leCSSecurityEnableComplete(let event): told(event.status, event.connectionHandle)
    case .leCSConfigComplete(let event): told(event.status, event.connectionHandle)
    case .leCSProcedureEnableComplete(let event): told(event.status, event.connectionHandle)
    case .leRemoteConnectionParameterRequest(let event): event.connectionHandle
    case .leDataLengthChange(let event): event.connectionHandle
    default: nil
    }
  }

  /// Takes what the event says that opens a connection.
  static func take(
    _ event: LEConnectionCompleteEvent, _ value: HCIEventValue, _ frame: Int,
    _ connection: inout RecordedConnection
  ) {
    connection.see(event.parameters, frame)
    let peer = event.peerAddress.asPublicOrRandom
    connection.peer.address.see(peer, frame)
    if !event.peerAddress.kind.isPublicOrRandom { connection.peer.identityAddress.see(peer, frame) }
    if connection.role == .peripheral { connection.peer.clockAccuracy.see(event.centralClockAccuracy, frame) }
    guard let event = value.enhancedConnectionComplete else { return }
    if event.peerResolvablePrivateAddress != 0 {
      connection.peer.address.see(
        DeviceAddress(event.peerResolvablePrivateAddress, kind: .random), frame)
    }
    if event.localResolvablePrivateAddress != 0 {
      connection.own.address.see(
        DeviceAddress(event.localResolvablePrivateAddress, kind: .random), frame)
    }
  }

  /// Takes what another event says of a connection that stands.
  static func take(_ event: HCIEventValue, _ frame: Int, _ connection: inout RecordedConnection) {
    switch event {
    case .leConnectionUpdateComplete(let event): connection.see(event.parameters, frame)
    case .encryptionChange(let event): connection.see(encrypted: event.encryptionEnabled.isOn, frame)
    case .encryptionChangeV2(let event): connection.see(encrypted: event.change.encryptionEnabled.isOn, frame)
    case .leDataLengthChange(let event):
      connection.dataLength.see(event.max, frame)
    case .lePHYUpdateComplete(let event):
      let isCentral = connection.role != .peripheral
      connection.phys.see(
        .init(
          centralToPeripheral: isCentral ? event.txPHY : event.rxPHY,
          peripheralToCentral: isCentral ? event.rxPHY : event.txPHY), frame)
    case .leCSSecurityEnableComplete: connection.isSecured = true
    case .leCSProcedureEnableComplete(let event): connection.see(procedures: event, frame)
    case .leCSConfigComplete(let event) where event.action.isDefined: connection.add(event, frame)
    case .leReadRemoteFeaturesComplete(let event):
      connection.peer.see(answer: event.leFeatures, to: connection.own.features?.value, frame)
    case .leReadAllRemoteFeaturesComplete(let event):
      connection.peer.see(allFeatures: event.leFeatures, pageCount: event.maxValidPage, frame)
      guard let answer = connection.peer.features?.value else { return }
      connection.peer.see(answer: answer, to: connection.own.features?.value, frame)
    default: describe(event, frame, &connection.peer)
    }
  }

  /// What the controller learnt of the peer.
  private static func describe(_ event: HCIEventValue, _ frame: Int, _ peer: inout RecordedDevice) {
    switch event {
    case .readRemoteVersionInformationComplete(let event):
      peer.version.see(
        .init(
          core: event.version, company: event.companyIdentifier, subversion: event.subversion), frame)
    case .leCSReadRemoteSupportedCapabilitiesComplete(let event):
      // The second version says more, and is not forgotten for the first.
      if peer.capabilities == nil { peer.capabilities.see(event.capabilities, frame) }
    case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event):
      peer.capabilities.see(event.capabilities, frame)
      peer.hasCapabilityTail = true
    case .leCSReadRemoteFAETableComplete(let event): peer.faeTable.see(event.remoteFAETable, frame)
    case .leRemoteConnectionParameterRequest(let event): peer.see(request: event.parameters, frame)
    default: break
    }
  }
}

/// One end of a connection, as `RecordedConnection` tells them apart.
enum LinkParty: Int {
  /// The end whose HCI was recorded; on the air the central.
  case own = 0
  /// The other end.
  case peer = 1

  var other: LinkParty { self == .own ? .peer : .own }
}

extension RecordedConnection {
  subscript(party: LinkParty) -> RecordedDevice {
    get { party == .own ? own : peer }
    _modify {
      switch party {
      case .own: yield &own
      case .peer: yield &peer
      }
    }
  }
}
