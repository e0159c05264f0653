/// What a case builds on and other cases judge, by the ids of those cases.
///
/// A case never names a requirement: which requirement has the case depends on the set that is checked, so the runner
/// writes the ids.
package struct Basis: Hashable, Sendable {
  /// The cases that judge it, the most specific one first.
  package let caseIDs: [String]

  package init(_ caseIDs: String...) { self.caseIDs = caseIDs }

  private init(_ one: Basis, or other: Basis) { caseIDs = one.caseIDs + other.caseIDs }

  /// This basis, or else another.
  func or(_ other: Basis) -> Basis { Basis(self, or: other) }

  /// The preamble of a case on a bench: the setup before its first step.
  package static let benchPreamble = Basis(
    "CS/LLPRE/BV-01", "CS/LLPRE/BV-04", "CS/LLPRE/BV-02", "CS/LLPRE/BV-03", "CS/RFPRE/BV-01",
    "CS/RFPRE/BV-02", "HCI/CMD/BV-03")
  /// The preamble of a case over the air.
  package static let preamble = Basis("CS/PRE/BV-01", "CS/PRE/BV-03", "CS/PRE/BV-02")
  /// Advertising by which a phone finds the accessory.
  package static let discovery = Basis("CS/DIS/BV-01")
  /// Host support of Channel Sounding.
  package static let hostSupport = Basis("CS/FEA/BV-02")
  /// The role of a reflector.
  package static let reflectorRole = Basis("CS/ROL/BV-01")
  package static let pairing = Basis("CS/SEC/BV-01", "CS/SMP/BV-01", "CS/SMP/BV-06")
  /// Encryption with the key of a bond.
  package static let storedKey = Basis("CS/SEC/BV-02", "CS/SEC/BV-01")
  /// Inline PCT at the mandatory times.
  package static let inlinePCT = Basis("CS/IPT/BV-01")
  /// The T_FCS that are claimed.
  package static let tFCS = Basis("CS/TIM/BV-01")
  /// Endless series of procedures.
  package static let endlessProcedures = Basis("CS/PRC/BV-01")
  /// Advertising data that an app's descriptor matches.
  package static let matchBeforePairing = Basis("CS/ASK/BV-04")
  /// The end of procedures by the IUT's own host.
  package static let ownTermination = Basis(
    "CS/LLTRM/BV-03", "LL/CS/CEN/INI/BV-33-C", "LL/CS/CEN/REF/BV-33-C")
  /// The agreement on an ATT_MTU.
  package static let mtu = Basis("CS/GAT/BV-05", "CS/GAT/BV-14")
  /// The Ranging Service and its characteristics.
  package static let rangingService = Basis(
    "CS/AND/BV-01", "RAS/SR/SGGIT/SER/BV-01-C", "RAS/SR/SGGIT/CHA/BV-01-C", "RAS/SR/SGGIT/CHA/BV-02-C",
    "RAS/SR/SGGIT/CHA/BV-03-C", "RAS/SR/SGGIT/CHA/BV-04-C")
  /// RAS Features.
  package static let rangingFeatures = Basis("RAS/SR/RCO/BV-01-C")
  package static let rangingDataReady = Basis("RAS/SR/RCO/BV-02-C", "RAS/SR/RCO/BV-03-C")
}
