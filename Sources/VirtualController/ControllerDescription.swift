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

  /// Makes a conforming controller.
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

  /// A conforming controller.
  public init() {}
}
