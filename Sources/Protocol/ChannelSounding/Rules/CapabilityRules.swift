internal import Notation

/// The ranges of the capabilities that a device declares. [Vol 4, Part E, 7.8.130]
public enum CapabilityRules {
  /// What is out of range, in words, in the order of the fields.
  public static func problems(_ capabilities: CSCapabilities) -> [String] {
    var problems: [String] = []
    func check(_ isRight: Bool, _ problem: @autoclosure () -> String) {
      if !isRight { problems.append(problem()) }
    }
    check(
      (1...4).contains(capabilities.numConfigs), "\(capabilities.numConfigs) configurations, 1 to 4 are legal"
    )
    check(
      (1...4).contains(capabilities.numAntennas), "\(capabilities.numAntennas) antennas, 1 to 4 are legal")
    check(
      (1...4).contains(capabilities.maxAntennaPaths),
      "\(capabilities.maxAntennaPaths) antenna paths, 1 to 4 are legal")
    check(
      capabilities.maxAntennaPaths >= capabilities.numAntennas,
      "\(capabilities.maxAntennaPaths) antenna paths with \(capabilities.numAntennas) antennas")
    check(
      (1...3).contains(capabilities.roles.rawValue), "roles \(capabilities.roles.rawValue), 1 to 3 are legal")
    check(capabilities.modes <= 1, "modes \(capabilities.modes), bit 0 alone is assigned")
    check(
      CSTime.tSW.contains(Int(capabilities.tSW)),
      "T_SW of \(capabilities.tSW) us, 0, 1, 2, 4 and 10 are legal")
    check(
      capabilities.numAntennas > 1 || capabilities.tSW == 0, "T_SW of \(capabilities.tSW) us with one antenna"
    )
    check(
      CSTime.tSW.contains(Int(capabilities.tSWIPT)),
      "T_SW of \(capabilities.tSWIPT) us under inline PCT, 0, 1, 2, 4 and 10 are legal")
    check(
      capabilities.tIP1 < 1 << 7,
      "T_IP1 bits \(capabilities.tIP1.hex(1, .lower)), bits 0 to 6 are legal")
    check(
      capabilities.tIP2 < 1 << 7,
      "T_IP2 bits \(capabilities.tIP2.hex(1, .lower)), bits 0 to 6 are legal")
    check(
      capabilities.tFCS < 1 << 9,
      "T_FCS bits \(capabilities.tFCS.hex(1, .lower)), bits 0 to 8 are legal")
    check(
      capabilities.tPM < 1 << 2,
      "T_PM bits \(capabilities.tPM.hex(1, .lower)), bits 0 and 1 are legal")
    check(
      capabilities.txSNR < 1 << 5,
      "SNR bits \(capabilities.txSNR.hex(1, .lower)), bits 0 to 4 are legal")
    return problems
  }
}
