internal import ChannelSounding
internal import CoreTypes
internal import Faults
internal import HCI
internal import LinkLayer

extension VirtualController {
  /// Sends an event unless the host has masked it.
  func send<Event: HCIEvent>(_ event: Event) {
    let isForced = Event.code == .leCSConfigComplete && faults.contains(.configMaskIgnored)
    if hostState.eventMasks.admits(Event.code) || isForced { sendToHost(event.packet) }
  }

  func reportDisconnection(_ connection: Connection, _ reason: ErrorCode) {
    let freed = hostState.flowControl.forget(connection.origin.handle)
    send(
      DisconnectionCompleteEvent {
        $0.connectionHandle = connection.origin.handle
        $0.reason = reason
      })
    for packet in freed { sendToHost(.acl(packet)) }
  }

  func completedPacket(on connection: Connection) {
    send(
      NumberOfCompletedPacketsEvent {
        $0.connections = [
          .init {
            $0.connectionHandle = connection.origin.handle
            $0.numCompletedPackets = 1
          }
        ]
      })
  }

  func deliver(_ payload: [UInt8], startsMessage: Bool, from connection: Connection) {
    let packet = ACLPacket(
      handle: connection.origin.handle, packetBoundary: startsMessage ? .firstFlushable : .continuing,
      data: payload)
    for due in hostState.flowControl.offer(packet) { sendToHost(.acl(due)) }
  }

  func requestLongTermKey(_ name: LongTermKeyName, on connection: Connection) {
    send(
      LELongTermKeyRequestEvent {
        $0.connectionHandle = connection.origin.handle
        $0.keyName = name
      })
  }

  /// Reports a subevent in as many events as its steps take.
  ///
  /// - Parameter handle: of the link, or `LECSSubeventResultEvent.testHandle`.
  func report(_ result: SubeventResult, handle: ConnectionHandle) {
    guard hostState.eventMasks.admits(.leCSSubeventResult) else { return }
    if faults.contains(.lastSubeventReportedAlone), result.procedureDone == .partial { return }
    for packet in packets(of: result, handle: handle) {
      if case .event(let event) = packet, hostState.eventMasks.admits(event.eventCode) { sendToHost(packet) }
    }
  }

  func reportProceduresStopped(_ schedule: CSSchedule, on connection: Connection) {
    if faults.contains(.endNotReported) { return }
    send(
      LECSProcedureEnableCompleteEvent {
        $0.connectionHandle = connection.origin.handle
        $0.configID = schedule.configID
        $0.state = EnableState(faults.contains(.endReportedAsStart))
      })
  }

  /// Tells the host what the control procedures of a link learned.
  func notify(_ notification: LinkNotification, on connection: Connection) {
    let handle = connection.origin.handle
    switch notification {
    case .remoteVersion(let status, let version, let companyID, let subversion):
      send(
        ReadRemoteVersionInformationCompleteEvent {
          ($0.status, $0.connectionHandle, $0.version) = (status, handle, version)
          ($0.companyIdentifier, $0.subversion) = (companyID, subversion)
        })
    case .remoteFeatures(let status, let features):
      send(
        LEReadRemoteFeaturesCompleteEvent {
          ($0.status, $0.connectionHandle, $0.leFeatures) = (status, handle, features.page0)
        })
    case .allRemoteFeatures(let status, let maxRemotePage, let maxValidPage, let features):
      send(
        LEReadAllRemoteFeaturesCompleteEvent {
          ($0.status, $0.connectionHandle) = (status, handle)
          ($0.maxRemotePage, $0.maxValidPage) = (maxRemotePage, maxValidPage)
          $0.leFeatures.replaceSubrange(0..<32, with: features.octets)
        })
    case .dataLengthChanged(let lengths):
      send(LEDataLengthChangeEvent { ($0.connectionHandle, $0.max) = (handle, lengths) })
    case .phyUpdated(let status, let tx, let rx):
      send(
        LEPHYUpdateCompleteEvent {
          ($0.status, $0.connectionHandle) = (status, handle)
          ($0.txPHY, $0.rxPHY) = (PHYNumber(tx), PHYNumber(rx))
        })
    case .remoteTransmitPower(let status, let phy, let power, let isRead):
      send(
        LETransmitPowerReportingEvent {
          ($0.status, $0.connectionHandle, $0.reason) = (
            status, handle, isRead ? .remoteRead : .remoteChanged
          )
          ($0.phy, $0.txPowerLevel, $0.txPowerLevelFlag) = (phy, power.level, power.flags)
          $0.delta = power.delta
        })
    case .frameSpaceUpdated(let status, let isOwn, let spaces):
      send(
        LEFrameSpaceUpdateCompleteEvent {
          ($0.status, $0.connectionHandle, $0.initiator) = (status, handle, isOwn ? .localHost : .peer)
          ($0.frameSpace, $0.phys, $0.spacingTypes) = (spaces.fs, spaces.phys, spaces.spacingTypes)
        })
    case .connectionUpdated(let status, let parameters):
      send(
        LEConnectionUpdateCompleteEvent {
          ($0.status, $0.connectionHandle, $0.parameters) = (status, handle, parameters)
        })
    case .connectionParametersRequested(let range):
      send(LERemoteConnectionParameterRequestEvent { ($0.connectionHandle, $0.parameters) = (handle, range) })
    case .encryptionChanged(let status, let isEnabled):
      reportEncryption(status, handle, isEnabled: isEnabled)
    case .encryptionKeyRefreshed(let status):
      send(EncryptionKeyRefreshCompleteEvent { ($0.status, $0.connectionHandle) = (status, handle) })
    case .authenticatedPayloadTimeoutExpired:
      send(AuthenticatedPayloadTimeoutExpiredEvent { $0.connectionHandle = handle })
    case .remoteCSCapabilities, .remoteFAETable, .csSecurityEnabled, .csConfigComplete, .csProceduresStarted:
      notifyChannelSounding(notification, on: connection)
    }
  }

  /// The [v2] event where the host takes it, else the [v1] event. [Vol 4, Part E, 7.7.8]
  private func reportEncryption(_ status: ErrorCode, _ handle: ConnectionHandle, isEnabled: Bool) {
    let change = EncryptionChangeEvent {
      ($0.status, $0.connectionHandle, $0.encryptionEnabled) = (status, handle, isEnabled ? .on : .off)
    }
    if hostState.eventMasks.admits(.encryptionChangeV2) {
      send(EncryptionChangeV2Event { ($0.change, $0.encryptionKeySize) = (change, isEnabled ? 16 : 0) })
    } else {
      send(change)
    }
  }

  private func notifyChannelSounding(_ notification: LinkNotification, on connection: Connection) {
    let handle = connection.origin.handle
    switch notification {
    case .remoteCSCapabilities(let status, let capabilities):
      reportCapabilities(status, handle, capabilities)
    case .remoteFAETable(let status, let table):
      send(
        LECSReadRemoteFAETableCompleteEvent {
          ($0.status, $0.connectionHandle, $0.remoteFAETable) = (status, handle, table)
        })
    case .csSecurityEnabled(let status):
      send(LECSSecurityEnableCompleteEvent { ($0.status, $0.connectionHandle) = (status, handle) })
    case .csConfigComplete(let status, let isCreated, let configuration):
      var event = LECSConfigCompleteEvent(connectionHandle: handle, configuration: configuration)
      event.status = status
      event.action = isCreated ? .create : .remove
      alterReport(&event, of: configuration)
      send(event)
    case .csProceduresStarted(let status, let schedule):
      // The procedures run with no more than Max_TX_Power. [Vol 4, Part E, 7.8.134]
      let power = min(transmitPowerLevel, connection.asking { $0.csMaxTXPower })
      var event = LECSProcedureEnableCompleteEvent(
        connectionHandle: handle, schedule: schedule, selectedTXPower: power)
      event.status = status
      if status != .success { event.state = .disabled }
      if faults.contains(.subeventsNotReported) { event.subeventsPerEvent = 0 }
      send(event)
    case .remoteVersion, .remoteFeatures, .allRemoteFeatures, .dataLengthChanged, .phyUpdated,
      .remoteTransmitPower, .frameSpaceUpdated, .connectionUpdated, .connectionParametersRequested,
      .encryptionChanged, .encryptionKeyRefreshed, .authenticatedPayloadTimeoutExpired:
      preconditionFailure("this notification is not one of Channel Sounding")
    }
  }

  /// The [v2] event where the controller has it, as it has the [v2] commands, and the host takes it; else the
  /// [v1] event. [Vol 4, Part E, 7.7.65.39]
  private func reportCapabilities(
    _ status: ErrorCode, _ handle: ConnectionHandle, _ capabilities: CSCapabilities
  ) {
    let takesV2 =
      offers(.leCSReadLocalSupportedCapabilitiesV2)
      && hostState.eventMasks.admits(.leCSReadRemoteSupportedCapabilitiesCompleteV2)
    if takesV2 || faults.contains(.versionMaskIgnored) {
      sendToHost(
        LECSReadRemoteSupportedCapabilitiesCompleteV2Event {
          ($0.status, $0.connectionHandle, $0.capabilities) = (status, handle, capabilities)
        }.packet)
    } else {
      send(
        LECSReadRemoteSupportedCapabilitiesCompleteEvent {
          ($0.status, $0.connectionHandle, $0.capabilities) = (status, handle, capabilities)
        })
    }
  }
}

/// Which events the host wants.
struct EventMasks {
  /// HCI_Set_Event_Mask
  var page1 = EventMask.initial
  /// HCI_Set_Event_Mask_Page_2
  var page2 = EventMaskPage2.none
  /// The 255 octets of HCI_LE_Set_Event_Mask [v2]; [v1] sets the first eight.
  var le: [UInt8] = [0x1F] + [UInt8](repeating: 0, count: 254)

  /// Sets the first 64 bits of the mask of the LE meta events and leaves the others. [Vol 4, Part E, 7.8.1]
  mutating func setLE(_ mask: LEEventMask) {
    for octet in 0..<8 { le[octet] = UInt8(truncatingIfNeeded: mask.rawValue >> UInt64(8 * octet)) }
  }

  /// Whether the host has unmasked an event; an LE event needs its own bit and that of all LE events.
  /// [Vol 4, Part E, 7.3.1]
  func admits(_ code: EventCode) -> Bool {
    guard page1.admits(code), page2.admits(code) else { return false }
    guard let bit = code.leEventMaskBit else { return true }
    return le[bit / 8] >> UInt8(bit % 8) & 1 == 1
  }
}
