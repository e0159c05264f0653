import CoreTypes
import HCI
import HostStack
import Profiles
import Testing

@testable import Reflector

@Suite("An accessory that asks for connection parameters")
struct ConnectionParametersTests {
  private static let withoutLinkLayerRequest =
    "[le-encryption, extended-reject-indication, data-packet-length-extension, le-2m-phy, channel-sounding, "
    + "channel-sounding-host-support, extended-feature-set]"

  /// Where it can, the controller asks; else L2CAP does.
  static let features: [String?] = [nil, withoutLinkLayerRequest]

  private static func encounter(_ features: String?, asks: Bool) throws -> Encounter {
    var changes = [("link.requests_connection_parameters", "\(asks)")]
    if let features { changes.append(("features", features)) }
    let encounter = Encounter(try Example(changes).profile())
    try encounter.connect()
    encounter.run(.seconds(2))
    return encounter
  }

  /// The intervals that came into force, in units of 1.25 ms.
  private static func updates(_ encounter: Encounter) -> [LEConnectionUpdateCompleteEvent] {
    encounter.events.compactMap { event in
      if case .leConnectionUpdateComplete(let update) = event { return update }
      return nil
    }
  }

  @Test("gets them from the phone", arguments: features)
  func granted(features: String?) throws {
    let update = try #require(Self.updates(try Self.encounter(features, asks: true)).first)
    #expect(update.status == .success)
    #expect(update.parameters.interval == 24 && update.parameters.timeout == 200)
  }

  @Test("uses L2CAP only where its controller cannot ask", arguments: features)
  func way(features: String?) throws {
    let encounter = try Self.encounter(features, asks: true)
    let hasCommand = encounter.packets.contains { packet in
      guard case .command(let command) = packet else { return false }
      return command.opcode == LEConnectionUpdateCommand.opcode
    }
    let hasFrame = encounter.packets.contains { packet in
      guard case .acl(let packet) = packet else { return false }
      return packet.data.count > 4 && packet.data[2] == 5 && packet.data[4] == 0x12
    }
    #expect(hasCommand == (features == nil) && hasFrame == (features != nil))
  }

  @Test("uses L2CAP where the phone's controller cannot be asked")
  func phoneWithoutLinkLayerRequest() throws {
    var phoneFeatures = FeatureSet(FeatureSet.Feature.allCases)
    phoneFeatures[.connectionParametersRequest] = false
    let profile = try Example([("link.requests_connection_parameters", "true")]).profile()
    let encounter = Encounter(profile, phoneFeatures: phoneFeatures)
    try encounter.connect()
    encounter.run(.seconds(2))
    let update = try #require(Self.updates(encounter).last)
    #expect(update.status == .success && update.parameters.interval == 24)
  }

  @Test("does not ask if the profile does not say so", arguments: features)
  func silent(features: String?) throws {
    #expect(Self.updates(try Self.encounter(features, asks: false)).isEmpty)
  }

  @Test("asks for what Apple's guidelines allow")
  func guidelines() throws {
    let wanted = try Example().profile().link.wantedParameters
    let (low, high) = (Int(wanted.intervalMin.rawValue), Int(wanted.intervalMax.rawValue))
    let longest = high * 5 * (Int(wanted.latency) + 1)
    #expect(wanted.isLegal && wanted.latency <= 30 && (200...600).contains(wanted.timeout))
    #expect(low >= 12 && low % 12 == 0 && (high >= low + 12 || low == 12 && high == 12))
    #expect(longest <= 2_000 * 4 && Int(wanted.timeout.rawValue) * 40 > 3 * longest)
  }
}
