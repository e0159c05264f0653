internal import Initiator
package import Profiles
internal import RadioModel
internal import Session
internal import VirtualController

/// What is to be checked, against what, and how.
package struct CheckRequest: Sendable {
  /// The accessory.
  package var profile: AccessoryProfile
  /// The profile as the user named it.
  package var profilePath: String
  /// SHA-256 of the profile's octets, 64 hex digits; empty without a profile.
  package var profileDigest: String
  /// The requirements to check.
  package var requirements: RequirementSet
  /// How the initiator behaves.
  package var phone: PhoneProfile
  /// What lies between the two.
  package var environment: EnvironmentPreset
  /// The seed of all chance.
  package var seed: UInt64
  /// The true distance in metres, 0.1 to 149.
  package var distanceMetres: Double
  /// Ids of the requirements to check; empty for all.
  package var onlyIDs: [String]
  /// Cases that are left out, since the tester crashed in them.
  package var crashed: Set<CaseReference> = []
  /// Called when a case begins, with its id and site.
  package var onCase: (@Sendable (String, TestSite) -> Void)?

  /// Whether a pass needs a source for every declared value.
  package var requiresSources = false

  /// Whether the capture is to have the steps of Channel Sounding.
  package var keepsSteps = false

  /// Whether the log of the capture is to note the first steps of each subevent, for the timelines of a page.
  package var notesSubeventStarts = false

  /// Whether the capture is to have encrypted links as they are on the air, and their keys.
  package var isEncrypted = false

  /// The divisor of each case's budget, 1 or more.
  package var budgetShare = 1

  /// The accessory's app; nil if unknown.
  package var app: AppDescription?

  /// Whether a profile describes the accessory; a controller may be attached without one.
  package var isDescribed: Bool { !profileDigest.isEmpty }

  package init(
    profile: AccessoryProfile, profilePath: String, profileDigest: String, requirements: RequirementSet,
    phone: PhoneProfile, environment: EnvironmentPreset, seed: UInt64, distanceMetres: Double,
    onlyIDs: [String] = []
  ) {
    self.profile = profile
    self.profilePath = profilePath
    self.profileDigest = profileDigest
    self.requirements = requirements
    self.phone = phone
    self.environment = environment
    self.seed = seed
    self.distanceMetres = distanceMetres
    self.onlyIDs = onlyIDs
  }
}

extension CheckRequest {
  /// The phone's controller. Each case chooses the T_FCS that it offers.
  var phoneController: ControllerDescription { phone.controllerDescription(profile.interpretations) }

  /// What lies between the phone and the accessory as a case begins.
  var place: Environment { Environment(environment, distanceMetres: distanceMetres) }

  /// The phone above its controller.
  func initiator(above controller: VirtualController) -> VirtualInitiator {
    let initiator = VirtualInitiator(controller)
    if phone.connection.keepsAppleRules { initiator.grantsParameters = { $0.keepsAppleRules } }
    return initiator
  }
}

/// A case of a requirement.
package struct CaseReference: Hashable, Sendable {
  /// The requirement.
  package var requirementID: String
  /// The case.
  package var caseID: String

  /// Names a case of a requirement.
  package init(requirementID: String, caseID: String) {
    self.requirementID = requirementID
    self.caseID = caseID
  }
}
