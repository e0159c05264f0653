internal import ChannelSounding
package import CoreTypes
internal import HCI
package import Initiator
package import Profiles
internal import SimulationKernel
package import VirtualHost

/// What the virtual phone does with an accessory it has not met: it finds, pairs and ranges, and starts over when
/// the link is lost.
package final class PhoneSession {
  /// How long it waits before it tries again.
  private static let pause = Picoseconds.seconds(1)
  /// What a phone takes between two steps, so that an attached host can follow.
  package static let thinkingTime = Picoseconds.milliseconds(50)

  private let phone: VirtualInitiator
  private let profile: PhoneProfile
  private var parameters: CSProcedureParameters

  /// Takes the phone and what it is to do.
  package init(_ phone: VirtualInitiator, profile: PhoneProfile) {
    self.phone = phone
    self.profile = profile
    parameters = profile.procedures
    phone.procedureSink = { _ in }
    phone.driver.thinkingTime = Self.thinkingTime
  }

  /// Ranges while `goesOn` holds.
  ///
  /// - Parameters:
  ///   - report: called with what did not work, and why; the session tries again.
  ///   - seriesEnded: called when the accessory ended a series; the next one begins on the same link.
  package func run(while goesOn: () -> Bool, report: (HostError) -> Void, seriesEnded: () -> Void = {}) {
    var isFirstAttempt = true
    while goesOn() {
      do throws(HostError) {
        if !isFirstAttempt { rest(while: goesOn) }
        isFirstAttempt = false
        try range(while: goesOn, seriesEnded)
      } catch {
        if goesOn() { report(error) }
        phone.leave()
      }
    }
    phone.leave()
  }

  private func rest(while goesOn: () -> Bool) {
    phone.driver.simulation.run(until: phone.driver.simulation.now + Self.pause, while: goesOn)
  }

  /// Finds the accessory, connects, pairs, and starts a series of procedures. Returns whether procedures run; false
  /// if `goesOn` held no longer before the accessory was found.
  package func begin(while goesOn: () -> Bool) throws(HostError) -> Bool {
    phone.forgetEvents()
    try phone.powerOn()
    guard let found = try find(while: goesOn) else { return false }
    try phone.connect(to: found, as: profile)
    try secure()
    parameters = try phone.run { $0.prepareProcedures(as: profile) }.parameters
    try startSeries()
    return true
  }

  /// Starts another series on the link.
  package func startSeries() throws(HostError) { _ = try phone.startProcedures(parameters) }

  /// Whether the accessory ended the series since the phone last forgot its events.
  package var hasSeriesEnded: Bool {
    phone.driver.events.contains { $0.value.csProcedureEnableComplete?.state == .disabled }
  }

  private func range(while goesOn: () -> Bool, _ seriesEnded: () -> Void) throws(HostError) {
    guard try begin(while: goesOn) else { return }
    while goesOn() {
      guard try keepOn(while: goesOn) else { continue }
      seriesEnded()
      try driverRests(while: goesOn)
      if goesOn() { try startSeries() }
    }
  }

  /// Waits before the next series, on the link.
  private func driverRests(while goesOn: () -> Bool) throws(HostError) {
    do {
      try phone.driver.wait(for: "end of the pause", within: Self.pause) { !goesOn() }
    } catch {
      guard case .missing = error else { throw error }
    }
  }

  /// Lets procedures run for a second, or until something breaks them off. Returns whether the accessory ended the
  /// series.
  private func keepOn(while goesOn: () -> Bool) throws(HostError) -> Bool {
    phone.forgetEvents()
    do {
      try phone.driver.wait(for: "end of the session", within: .seconds(1)) { !goesOn() || hasSeriesEnded }
    } catch {
      guard case .missing = error else { throw error }
    }
    return hasSeriesEnded
  }

  private func find(while goesOn: () -> Bool) throws(HostError) -> DeviceAddress? {
    while goesOn() {
      let found = try phone.discover(profile.descriptors, within: .seconds(2))
      if let found { return found.address }
    }
    return nil
  }

  private func secure() throws(HostError) {
    try phone.speedUp(as: profile)
    guard phone.bond != nil else {
      _ = try phone.pair()
      return
    }
    do {
      try phone.encrypt()
    } catch {
      if phone.link == nil { throw error }
      _ = try phone.pair()
    }
  }
}
