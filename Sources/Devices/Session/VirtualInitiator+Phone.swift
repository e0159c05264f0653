package import ChannelSounding
package import CoreTypes
internal import HCI
package import Initiator
package import Profiles
package import VirtualHost

/// What a phone and an accessory have agreed on before procedures.
package struct ProcedureAgreement: Sendable {
  /// The configuration, with the times that were agreed.
  package var configuration: CSConfiguration
  /// What the phone asks of the procedures.
  package var parameters: CSProcedureParameters
}

/// What a phone asks of a link before procedures, as its file describes.
extension PhoneLink {
  /// Lets the link use longer packets and LE 2M, as far as the accessory claims them.
  package func speedUp(as phone: PhoneProfile) -> HostRequest<Void> {
    readRemoteFeatures().then { [self] features in
      let lengths = features[.dataPacketLengthExtension] ? extendDataLength().map { _ in } : .value(())
      return lengths.then { [self] in
        features[.le2MPHY] && phone.connection.asksForLE2M ? use2MPHY() : .value(())
      }
    }
  }

  /// Takes the initiator's role towards an accessory, and reads its FAE table if it has one.
  package func takeInitiatorRole(
    towards accessory: CSCapabilities, as phone: PhoneProfile
  ) -> HostRequest<Void> {
    enableInitiatorRole(syncAntennas: phone.syncAntennas).then { [self] in
      accessory.subfeatures.contains(.noFAE) ? .value(()) : readFAETable().map { _ in }
    }
  }

  /// Agrees on what procedures need: capabilities, roles, a configuration, CS security; and subscribes to the Ranging
  /// Service where the phone reads it.
  package func prepareProcedures(as phone: PhoneProfile) -> HostRequest<ProcedureAgreement> {
    exchangeCapabilities().then { [self] capabilities in
      takeInitiatorRole(towards: capabilities, as: phone).then { [self] in
        var configuration = phone.configuration
        if phone.asksForInlinePCT, capabilities.subfeatures.contains(.inlinePCT) {
          configuration.enhancements = .inlinePCT
        }
        let reads = phone.readsRangingService && !configuration.usesInlinePCT
        let subscriptions =
          reads ? readRangingService(mtu: Int(phone.connection.mtuOctets)).map { _ in } : .value(())
        return subscriptions.then { [self, configuration] in configure(configuration) }.map {
          ProcedureAgreement(configuration: $0, parameters: phone.procedures(towards: capabilities))
        }
      }
    }.then { [self] agreed in startCSSecurity().map { agreed } }
  }
}

extension VirtualInitiator {
  /// Connects to an advertiser.
  package func connect(to accessory: DeviceAddress, as phone: PhoneProfile) throws(HostError) {
    try connect(to: accessory, phone.connection.parameters, maximumMTU: Int(phone.connection.mtuOctets))
  }

  /// Lets the link use longer packets and LE 2M, as far as the accessory claims them.
  package func speedUp(as phone: PhoneProfile) throws(HostError) { try run { $0.speedUp(as: phone) } }

  /// Takes the initiator's role towards an accessory, and reads its FAE table if it has one.
  package func takeInitiatorRole(
    towards accessory: CSCapabilities, as phone: PhoneProfile
  ) throws(HostError) {
    try run { $0.takeInitiatorRole(towards: accessory, as: phone) }
  }
}

extension PhoneProfile.Connection {
  /// What LE Create Connection asks for.
  package var parameters: ConnectionParameterRange {
    ConnectionParameterRange(interval: interval, latency: latency, timeout: supervisionTimeout)
  }
}
