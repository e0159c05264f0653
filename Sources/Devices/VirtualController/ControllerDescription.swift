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
  public var reflectorBehaviour: ReflectorBehaviour
  /// What it makes of the steps that it planned.
  public var stepFaults: StepFaults
  /// What it makes of the results that it reports.
  public var reportFaults: ReportFaults
  /// Where it gives up.
  public var limitFaults: LimitFaults

  public init(
    name: String, address: DeviceAddress, identity: LinkIdentity, clock: DeviceClock, radio: RadioParameters
  ) {
    self.name = name
    self.address = address
    self.identity = identity
    self.clock = clock
    self.radio = radio
    reflectorBehaviour = ReflectorBehaviour(identity.faults)
    stepFaults = StepFaults(identity.faults)
    reportFaults = ReportFaults(identity.faults)
    limitFaults = LimitFaults(identity.faults)
  }
}
