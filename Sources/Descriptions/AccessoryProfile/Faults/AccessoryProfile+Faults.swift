extension AccessoryProfile {
  /// The faults that are behaviour, for the virtual accessory to show.
  public var behaviouralFaults: Set<Fault> { Set(faults.filter { !$0.isDeclared }) }

  /// This profile with the declared values that its faults put in place of the right ones. `faults` stays.
  public func applyingFaults() -> AccessoryProfile {
    var profile = self
    for fault in faults { fault.change?(&profile) }
    return profile
  }
}
