public import ChannelSounding
internal import CoreTypes

/// What capabilities and configurations say for people.
public enum CapabilityText {
  /// As `T_FCS 60, 100, 150 us; ...`.
  public static func text(_ capabilities: CSCapabilities) -> String {
    var parts = [
      "T_FCS \(times(capabilities.tFCS, CSTime.tFCS))", "T_IP1 \(times(capabilities.tIP1, CSTime.tIP))",
      "T_IP2 \(times(capabilities.tIP2, CSTime.tIP))", "T_PM \(times(capabilities.tPM, CSTime.tPM))",
      "T_SW \(capabilities.tSW) us",
      "\(capabilities.numAntennas) \(capabilities.numAntennas == 1 ? "antenna" : "antennas")",
      "up to \(capabilities.maxAntennaPaths) antenna \(capabilities.maxAntennaPaths == 1 ? "path" : "paths")",
    ]
    var features: [String] = []
    if capabilities.roles.contains(.initiator) { features.append("initiator") }
    if capabilities.roles.contains(.reflector) { features.append("reflector") }
    if capabilities.supportsMode3 { features.append("mode-3") }
    if capabilities.subfeatures.contains(.inlinePCT) { features.append("inline PCT") }
    if capabilities.subfeatures.contains(.channelSelection3c) { features.append("channel selection #3c") }
    if capabilities.subfeatures.contains(.noFAE) { features.append("no FAE") }
    if !features.isEmpty { parts.append(features.joined(separator: ", ")) }
    return parts.joined(separator: "; ")
  }

  /// As `initiator, mode-2, 72 channels, ...`; of a log no more than it tells.
  public static func text(_ configuration: CSConfiguration, isLog: Bool) -> String {
    var parts = ["\(configuration.role)", "mode-\(configuration.mainMode)"]
    if configuration.subMode != CSConfiguration.noSubMode {
      parts.append("sub-mode \(configuration.subMode)")
    }
    parts.append("\(configuration.mode0Steps) mode-0 steps")
    if isLog { return parts.joined(separator: ", ") }
    parts += [
      "\(configuration.channelMap.count) channels",
      "T_FCS \(configuration.tFCSMicroseconds) us", "T_IP1 \(configuration.tIP1Microseconds) us",
      "T_IP2 \(configuration.tIP2Microseconds) us", "T_PM \(configuration.tPMMicroseconds) us",
    ]
    if configuration.usesInlinePCT { parts.append("inline PCT") }
    return parts.joined(separator: ", ")
  }

  private static func times(_ bits: UInt16, _ times: [Int]) -> String {
    CSTime.supportedIndices(bits, of: times).map { "\(times[Int($0)])" }.joined(separator: ", ") + " us"
  }
}
