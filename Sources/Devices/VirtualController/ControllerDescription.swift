internal import ChannelSounding
public import CoreTypes
public import LinkLayer
public import RadioModel

/// Everything that makes one controller differ from another.
public struct ControllerDescription: Sendable {
  /// Names its streams of chance and its HCI in captures: `initiator` or `reflector`.
  public var name: String
  /// The public or static address it comes up with.
  public var address: DeviceAddress
  /// What it says of itself on the air.
  public var identity: LinkIdentity
  /// The clock that times everything it sends.
  public var clock: DeviceClock
  /// Oscillator, power and noise.
  public var radio: RadioParameters
  /// What its reflector does with the tones it hears.
  public var reflectorBehaviour = ReflectorBehaviour()
  /// Departures that lie outside the control procedures.
  public var deviations = ControllerDeviations()

  public init(
    name: String, address: DeviceAddress, identity: LinkIdentity, clock: DeviceClock, radio: RadioParameters
  ) {
    self.name = name
    self.address = address
    self.identity = identity
    self.clock = clock
    self.radio = radio
  }
}

/// Ways in which a defective controller departs from the specification outside the control procedures.
public struct ControllerDeviations: Hashable, Sendable {
  /// Steps are spaced by this many microseconds although a T_FCS of 100 us was agreed.
  public var tFCSKeptFor100: Int?
  /// A series falls silent after this many procedures.
  public var proceduresBeforeSilence: Int?
  /// The link is dropped when no series ran for this long after one ended.
  public var idleTimeAfterSeries: Picoseconds?

  /// A link outlives its supervision timeout.
  public var ignoresSupervisionTimeout = false
  /// No further procedure of a series begins after a PHY update.
  public var losesSeriesOnPHYUpdate = false
  /// CS security leaves the DRBG as it was, if there was one.
  public var keepsDRBG = false
  /// Only the lower octet of Procedure_Count is kept.
  public var keepsProcedureCountInOctet = false
  /// A series without end ends after this many procedures.
  public var proceduresOfEndlessSeries: Int?
  /// Procedures are reported under the next one's number.
  public var countsProceduresFromOne = false
  /// Only the first subevent of a CS event is taken part in.
  public var takesFirstSubeventAlone = false
  /// No further procedure of a series begins after a subevent in which nothing was heard.
  public var losesSeriesOnMissedSubevent = false
  /// No sub-mode step is inserted.
  public var omitsSubMode = false
  /// What becomes of the steps that it planned.
  public var stepLapses = StepLapses()
  /// What the report of a turnaround leaves out with CS_SYNC on LE 2M, in nanoseconds.
  public var turnaroundErrorOn2MNanoseconds = 0.0
  /// What becomes of the results that it reports.
  public var reportLapses = ReportLapses()
  /// What each link leaves to the next.
  public var leftovers: LinkLeftovers = []
  /// What a link that was lost without a word leaves to the next.
  public var leftoversOfLostLink: LinkLeftovers = []
  /// Rules of links in a lossy air, and of long ones, that are not kept.
  public var airLapses: AirLapses = []
  /// There is room for this many links in the life of the controller.
  public var linksInAll: Int?

  public init() {}

  /// Changes what a radio does with the packets of a configuration.
  func spoil(_ radio: inout RadioParameters, under configuration: CSConfiguration) {
    if configuration.csSyncPHY.is2M { radio.turnaroundErrorNanoseconds += turnaroundErrorOn2MNanoseconds }
  }
}
