import Faults
import Profiles
import VirtualController

/// A mistake of an accessory by which a check is shown to decide.
enum CheckDecider: Sendable {
  /// One of the product's named faults.
  case fault(Fault)
  /// A packet that is spoilt on its way.
  case wire(WireDefect)
  /// A controller that differs from what the profile says.
  case alteration(Alteration)

  /// Gives the controller of an accessory the mistake. A fault is in the profile.
  func planter() -> (VirtualController) -> Void {
    switch self {
    case .fault: { _ in }
    case .wire(let defect): defect.planter()
    case .alteration(let alteration): alteration.plant
    }
  }
}

extension CheckDecider: LosslessStringConvertible {
  /// As `fault tfcs-100-refused`.
  var description: String {
    switch self {
    case .fault(let fault): "fault \(fault.id)"
    case .wire(let defect): "wire \(defect)"
    case .alteration(let alteration): "altered \(alteration.name)"
    }
  }

  /// Reads what `description` writes.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "fault":
      guard let fault = Fault(id: parts[1]) else { return nil }
      self = .fault(fault)
    case "wire":
      guard let defect = WireDefect(parts[1]) else { return nil }
      self = .wire(defect)
    case "altered":
      guard let alteration = Alteration.named(parts[1]) else { return nil }
      self = .alteration(alteration)
    default: return nil
    }
  }
}
