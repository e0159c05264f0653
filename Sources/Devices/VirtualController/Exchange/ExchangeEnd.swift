public import ChannelSounding
internal import CoreTypes
internal import LinkLayer
public import RadioModel

/// One end of the link as the exchange needs it.
public struct ExchangeEnd: Hashable, Sendable {
  /// Times of its steps.
  public var timing: StepTiming
  /// Its clock, which is also the source of its carrier.
  public var clock: DeviceClock
  /// Its analogue side.
  public var radio: RadioParameters
  /// The CS_SYNC packets it sends and expects.
  public var format = PacketFormat()
  /// Whether it rates how likely a packet comes from an attacker.
  public var detectsAttacks = false
  /// The ratio of signal to noise in dB that it gives the CS_SYNC packets of modes 1 and 3; nil where it is not
  /// controlled. [Vol 6, Part A, 3.1.3]
  public var snrOutputDecibels: Double?
  /// What the linewidth of its LO gains in the tone of the stable phase test.
  var longToneLinewidthHertz = 0.0

  /// The antennas of its CS_SYNC packets, counted from 0, in the order in which they take turns.
  public var syncAntennas = [0]

  public init(timing: StepTiming, clock: DeviceClock = DeviceClock(), radio: RadioParameters = .init()) {
    self.timing = timing
    self.clock = clock
    self.radio = radio
  }

  /// Makes the end of a device in a configuration. The end rates attacks and controls the SNR only if the device's
  /// capabilities claim that.
  ///
  /// - Parameters:
  ///   - device: the controller whose end it is.
  ///   - maxPowerDbm: the maximum transmit power that its host allows.
  ///   - snrControl: the output SNR that was agreed.
  ///   - syncAntennas: what its host selects.
  init(
    of device: ControllerDescription, _ configuration: CSConfiguration, timing: StepTiming,
    maxPowerDbm: Double, snrControl: OutputSNR, syncAntennas: CSSyncAntennaSelection
  ) {
    self.init(timing: timing, clock: device.clock, radio: device.radio)
    radio.txPowerDbm = min(radio.txPowerDbm, maxPowerDbm)
    spoil(by: device.identity.faults, under: configuration)
    let capabilities = device.identity.csCapabilities
    format = PacketFormat(configuration)
    detectsAttacks = capabilities.claimsNADM(format.rttType)
    self.syncAntennas = syncAntennas.antennas(of: Int(capabilities.numAntennas))
    snrOutputDecibels = capabilities.txSNR.supports(snrControl) ? snrControl.decibels.map(Double.init) : nil
  }

  /// Octets of one step in a result, with mode, channel and length. [Vol 4, Part E, 7.7.65.44]
  func recordLength(mode: UInt8, isReflector: Bool) -> Int {
    let packet = format.rttType.isSounding ? 14 : 6
    let tones = 1 + 4 * (timing.antennaPaths + 1)
    switch mode {
    case 0: return 3 + (isReflector ? 3 : 5)
    case 1: return 3 + packet
    case 2: return 3 + tones
    default: return 3 + packet + tones
    }
  }
}

/// What the CS_SYNC packets of modes 1 and 3 are made of. [Vol 6, Part H, 2]
public struct PacketFormat: Hashable, Sendable {
  /// CS_SYNC_PHY
  public var phy: SyncPHY
  /// What follows the access address.
  public var rttType: RTTType

  /// LE 1M and the access address alone, by default.
  public init(phy: SyncPHY = .le1M, rttType: RTTType = .aaOnly) {
    self.phy = phy
    self.rttType = rttType
  }

  /// The format that a configuration agrees on; a reserved RTT_Type stands for the access address alone.
  public init(_ configuration: CSConfiguration) {
    self.init(
      phy: configuration.csSyncPHY, rttType: configuration.rttType.isDefined ? configuration.rttType : .aaOnly
    )
  }

  /// Symbols in a microsecond.
  var symbolRate: Double { phy == .le1M ? 1 : 2 }

  /// The bits whose transitions a receiver can time: access address, trailer and sequence.
  var timedBits: Double { Double(32 + 4 + rttType.sequenceBits) }

  /// Standard deviation of a time of arrival in ns, the Cramér-Rao bound of a packet whose bits have an SNR of
  /// `bitSNR`; the root mean square bandwidth of minimum shift keying is a quarter of the symbol rate.
  func arrivalDeviation(bitSNR: Double) -> Double {
    let bandwidth = 0.25e-3 * symbolRate
    return 1 / (2 * .pi * bandwidth * (2 * timedBits * bitSNR).squareRoot())
  }
}
