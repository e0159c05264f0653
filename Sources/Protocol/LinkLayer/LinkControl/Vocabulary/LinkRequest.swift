public import ChannelSounding
public import CoreTypes

/// What a host asks of a link's control procedures.
public enum LinkRequest: Hashable, Sendable {
  /// Read Remote Version Information.
  case readRemoteVersion
  /// LE Read Remote Features.
  case readRemoteFeatures
  /// LE Read All Remote Features with `pagesRequested`.
  case readAllRemoteFeatures(pages: UInt8)
  /// LE Set Data Length: octets 27 to 251, time in microseconds, 328 to 17040.
  case setDataLength(txOctets: UInt16, txTime: UInt16)
  /// Bit masks of PHYs; 0 means no preference.
  case setPHY(tx: UInt8, rx: UInt8)
  /// LE Connection Update: intervals in units of 1.25 ms, latency in events, timeout in units of 10 ms.
  case updateConnection(intervalMin: UInt16, intervalMax: UInt16, latency: UInt16, timeout: UInt16)
  /// The host's answer to `LinkNotification.connectionParametersRequested`, in the units of
  /// `updateConnection`.
  case acceptConnectionParameters(intervalMin: UInt16, intervalMax: UInt16, latency: UInt16, timeout: UInt16)
  /// The host refuses what `LinkNotification.connectionParametersRequested` asked.
  case rejectConnectionParameters(ErrorCode)
  /// Central only: hop over other data channels.
  case setChannelMap(DataChannelMap)
  /// Disconnect with a reason that the peer is told.
  case terminate(ErrorCode)
  /// Central only: encrypt, or refresh the key of an encrypted link. The key is 16 octets, most significant
  /// first.
  case enableEncryption(rand: UInt64, ediv: UInt16, longTermKey: [UInt8])
  /// The host's answer to `LinkAction.requestLongTermKey`, 16 octets, most significant first; nil where it
  /// has none.
  case longTermKey([UInt8]?)
  /// LE CS Read Remote Supported Capabilities.
  case readRemoteCSCapabilities
  /// LE CS Write Cached Remote Supported Capabilities.
  case writeCachedRemoteCSCapabilities(CSCapabilities)
  /// LE CS Read Remote FAE Table.
  case readRemoteFAETable
  /// LE CS Write Cached Remote FAE Table: 72 entries in units of 1/32 ppm.
  case writeCachedRemoteFAETable([Int8])
  /// Which roles the host lets the controller take. [Vol 4, Part E, 7.8.134]
  case setCSDefaultSettings(
    roles: CSCapabilities.Roles, antennaSelection: CSSyncAntennaSelection, maxTXPower: Int8)
  /// T_* indices in the configuration are ignored: the link layer chooses them.
  case createCSConfig(CSConfiguration, createContextOnPeer: Bool)
  /// LE CS Remove Config, 0 to 3.
  case removeCSConfig(id: UInt8)
  /// Central only: LE CS Security Enable.
  case enableCSSecurity
  /// LE CS Set Procedure Parameters.
  case setCSProcedureParameters(CSProcedureParameters)
  /// LE CS Procedure Enable with Enable 1.
  case enableCSProcedures(configID: UInt8)
  /// LE CS Procedure Enable with Enable 0.
  case disableCSProcedures(configID: UInt8)
  /// LE CS Set Channel Classification as it concerns this link.
  case setCSChannelClassification(CSChannelMap)
}
