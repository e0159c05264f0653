package import ChannelSounding
internal import CoreTypes
internal import LinkLayer
internal import Profiles
package import RadioModel
package import VirtualController

/// The way between the accessory's antennas and a lower tester: cables of known length and loss, one way for the
/// signal on each antenna path. The environment of a phone has no effect on it.
package struct Cable: Hashable {
  /// The transmit power of the lower tester, in dBm.
  private static let testerPowerDbm = 0.0

  /// The length in metres of free space.
  package var metres: Double
  /// Strength of the lower tester's signal at the accessory's antenna.
  package var levelDbm: Double
  /// The extra length of the cable at each antenna of the accessory, by antenna path.
  package var portMetres: [Double]
  /// How much faster than true time the lower tester runs, carrier and grid alike.
  package var testerOffsetPpm: Double

  /// Describes a cable, and what the lower tester sends into it.
  package init(
    metres: Double = 1, levelDbm: Double = -70, portMetres: [Double] = [0, 0, 0, 0],
    testerOffsetPpm: Double = 0
  ) {
    self.metres = metres
    self.portMetres = portMetres
    self.levelDbm = levelDbm
    self.testerOffsetPpm = testerOffsetPpm
  }

  /// A short cable without relevant loss, for cases that judge PDUs and not signals.
  static let forLinkLayer = Cable(metres: 1, levelDbm: -40)

  /// The cable as the air knows it.
  package var environment: Environment {
    var environment = Environment(distanceMetres: metres)
    environment.lossAtOneMetreDecibels = Self.testerPowerDbm - levelDbm
    environment.pathLossExponent = 0
    environment.antennaPathOffsetsMetres = portMetres
    return environment
  }

  /// A lower tester: a controller with every feature and an ideal radio.
  package func tester(_ interpretations: Interpretations) -> ControllerDescription {
    var capabilities = CSCapabilities()
    capabilities.roles = [.initiator, .reflector]
    capabilities.numAntennas = 4
    capabilities.maxAntennaPaths = 4
    capabilities.modes = 1
    (capabilities.rttAAOnlyN, capabilities.tail.rtt2MAAOnlyN) = (1, 1)
    (capabilities.rttSoundingN, capabilities.rttRandomSequenceN) = (1, 1)
    capabilities.csSyncPHYs = 0b110
    capabilities.subfeatures = [.noFAE, .inlinePCT]
    capabilities.tIP1 = .all
    capabilities.tIP2 = capabilities.tIP1
    capabilities.tail.tIP2IPT = capabilities.tIP1
    capabilities.tFCS = .all
    capabilities.tPM = .all
    var identity = LinkIdentity(
      version: .v6_3, companyID: 0xFFFF, subversion: 0,
      features: FeatureSet([
        .leEncryption, .extendedRejectIndication, .peripheralInitiatedFeaturesExchange, .lePing,
        .dataPacketLengthExtension, .le2MPHY, .channelSounding, .channelSoundingToneQualityIndication,
        .extendedFeatureSet, .channelSoundingEnhancement1,
      ]))
    identity.csCapabilities = capabilities
    identity.interpretations = interpretations
    var radio = RadioParameters.ideal
    radio.txPowerDbm = Self.testerPowerDbm
    radio.toneAmplitudeLSB = 1_000
    return ControllerDescription(
      name: "tester", address: DeviceAddress(0x00A0_5000_0001, kind: .public), identity: identity,
      clock: DeviceClock(offsetPpm: testerOffsetPpm), radio: radio)
  }
}

/// What the tester can reach of an implementation under test (IUT).
package struct Access: OptionSet, Hashable, Sendable {
  /// One bit a kind.
  package let rawValue: UInt8

  /// Frames and tones on the air: the tester sees everything between its phone and the IUT.
  package static let air = Access(rawValue: 1 << 0)
  /// The IUT's power, which the tester can switch off and on.
  package static let power = Access(rawValue: 1 << 1)
  /// The IUT's controller: commands to it, events from it.
  package static let hci = Access(rawValue: 1 << 2)
  /// A second controller that the IUT's controller can connect to, driven by the tester as well.
  package static let peer = Access(rawValue: 1 << 3)
  /// A controller that belongs to the IUT, so that its claims and PDUs are judged.
  package static let controller = Access(rawValue: 1 << 4)
  /// Its radio on a cable: its controller's HCI, and a lower tester that sees everything that the controller sends.
  package static let radio: Access = [.air, .hci, .peer]

  /// Makes a set from bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Each kind alone, in this set.
  var kinds: [Access] { [.air, .power, .hci, .peer, .controller].filter(contains) }

  /// All of them as text.
  package var words: String { isEmpty ? "nothing" : kinds.map(\.name).joined(separator: ", ") }

  /// The name of one kind in a report.
  package var name: String {
    switch self {
    case .air: "the air"
    case .power: "control of its power"
    case .hci: "its controller's HCI"
    case .peer: "a second controller"
    case .controller: "a controller of its own"
    default: "nothing"
    }
  }
}
