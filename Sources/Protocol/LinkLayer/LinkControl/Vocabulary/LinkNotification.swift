public import ChannelSounding
public import CoreTypes

/// What a host learns of a link's control procedures, whoever started them.
///
/// Where the error code is not `success`, the other values are placeholders unless said otherwise.
public enum LinkNotification: Hashable, Sendable {
  /// The peer's LL_VERSION_IND. [Vol 4, Part E, 7.7.12]
  case remoteVersion(ErrorCode, version: UInt8, companyID: UInt16, subversion: UInt16)
  /// Page 0 of the peer's features. [Vol 4, Part E, 7.7.65.4]
  case remoteFeatures(ErrorCode, FeatureSet)
  /// The peer's features up to `maxValidPage`. [Vol 4, Part E, 7.7.65.38]
  case allRemoteFeatures(ErrorCode, maxRemotePage: UInt8, maxValidPage: UInt8, FeatureSet)
  /// The effective lengths in octets and times in microseconds. [Vol 4, Part E, 7.7.65.7]
  case dataLengthChanged(maxTxOctets: UInt16, maxTxTime: UInt16, maxRxOctets: UInt16, maxRxTime: UInt16)
  /// The PHYs in use after a PHY update, also where it failed. [Vol 4, Part E, 7.7.65.12]
  case phyUpdated(ErrorCode, tx: PHY, rx: PHY)
  /// The parameters in use: interval in units of 1.25 ms, latency in events, timeout in units of 10 ms.
  /// [Vol 4, Part E, 7.7.65.3]
  case connectionUpdated(ErrorCode, interval: UInt16, latency: UInt16, timeout: UInt16)
  /// The peer asks for other parameters and the host must answer.
  case connectionParametersRequested(
    intervalMin: UInt16, intervalMax: UInt16, latency: UInt16, timeout: UInt16)
  /// Encryption started, or failed to. [Vol 4, Part E, 7.7.8]
  case encryptionChanged(ErrorCode, isEnabled: Bool)
  /// Encryption paused and started again under a fresh key, or failed to. [Vol 4, Part E, 7.7.39]
  case encryptionKeyRefreshed(ErrorCode)
  /// The peer's CS capabilities. [Vol 4, Part E, 7.7.65.39]
  case remoteCSCapabilities(ErrorCode, CSCapabilities)
  /// 72 entries in units of 1/32 ppm.
  case remoteFAETable(ErrorCode, [Int8])
  /// The CS security start procedure ended. [Vol 4, Part E, 7.7.65.41]
  case csSecurityEnabled(ErrorCode)
  /// `isCreated` false means removed; the configuration is this side's view, and in an error the one asked
  /// for.
  case csConfigComplete(ErrorCode, isCreated: Bool, CSConfiguration)
  /// The schedule of a started series, or the error that kept it from starting.
  case csProceduresStarted(ErrorCode, CSSchedule)
}
