internal import ChannelSounding
internal import CoreTypes
package import LinkLayer
internal import Verdicts

/// What one of many links showed of the controller under test.
package struct LinkImpression {
  /// LL_VERSION_IND.
  package var version: ControlPDU?
  /// LL_FEATURE_RSP.
  package var features: ControlPDU?
  /// LL_CS_CAPABILITIES_RSP.
  package var capabilities: ControlPDU?
  /// SKD_P and IV_P of LL_ENC_RSP, and CS_IV, CS_IN and CS_PV of LL_CS_SEC_RSP, by their names.
  package var drawn: [String: [[UInt8]]] = [:]

  /// Reads what the peripheral said in `pdus`.
  package init(_ pdus: some Sequence<FrameRecorder.ObservedPDU>) {
    for seen in pdus where !seen.isFromCentral {
      switch seen.pdu {
      case .versionInd: version = seen.pdu
      case .featureRsp: features = seen.pdu
      case .csCapabilitiesRsp: capabilities = seen.pdu
      case .encRsp: drawn["SKD_P and IV_P", default: []].append(seen.pdu.encoded)
      case .csSecRsp(let pdu):
        drawn["CS_IV", default: []].append(pdu.csIV)
        drawn["CS_IN", default: []].append(pdu.csIN)
        drawn["CS_PV", default: []].append(pdu.csPV)
      default: break
      }
    }
  }
}

extension Tester {
  /// Notes whether links showed the same where they have to, and never the same where chance has to be new.
  package func note(_ links: [LinkImpression]) {
    let declarations: [(String, KeyPath<LinkImpression, ControlPDU?>)] = [
      ("LL_VERSION_IND", \.version), ("LL_FEATURE_RSP", \.features),
      ("LL_CS_CAPABILITIES_RSP", \.capabilities),
    ]
    for (name, path) in declarations {
      let odd = links.indices.first {
        links[$0][keyPath: path] == nil || links[$0][keyPath: path] != links[0][keyPath: path]
      }
      let measured = odd.map {
        links[$0][keyPath: path] == nil ? "none on link \($0 + 1)" : "another on link \($0 + 1)"
      }
      expect(measured, .absent("the same on \(links.count) links"), name, frames: lastFrame)
    }
    for name in ["SKD_P and IV_P", "CS_IV", "CS_IN", "CS_PV"] {
      let values = links.flatMap { $0.drawn[name] ?? [] }
      expect(
        Proportion(Set(values).count, of: max(values.count, links.count)),
        .all("drawn anew on each of \(links.count) links"), name, frames: lastFrame)
    }
  }
}
