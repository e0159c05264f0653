internal import CoreTypes

/// What the version exchange has brought so far.
struct VersionExchange: Hashable, Sendable {
  /// This side has sent its LL_VERSION_IND, which it may do once.
  var isSent = false
  /// What the peer sent.
  var remote: VersionInd?
}

/// The version exchange procedure. [Vol 6, Part B, 5.1.5]
extension LinkControl {
  private var ownVersion: VersionInd {
    var pdu = VersionInd()
    pdu.version = identity.version
    pdu.companyIdentifier = identity.companyID
    pdu.subversion = identity.subversion
    return pdu
  }

  mutating func beginVersionExchange() {
    if let remote = version.remote { return notifyVersion(remote) }
    version.isSent = true
    open(.readRemoteVersion, as: .version, with: .versionInd(ownVersion))
  }

  mutating func receiveVersionInd(_ pdu: VersionInd) {
    version.remote = pdu
    if closeLocal(.version) != nil {
      notifyVersion(pdu)
    } else if !version.isSent && !lapses(.answersNoVersion) || lapses(.repeatsVersion) {
      version.isSent = true
      send(.versionInd(ownVersion))
    }
  }

  /// Takes note of a PDU that went out without these procedures: LL_VERSION_IND is sent once on a link.
  public mutating func noteSent(_ pdu: ControlPDU) {
    if case .versionInd = pdu { version.isSent = true }
  }

  private mutating func notifyVersion(_ pdu: VersionInd) {
    notify(
      .remoteVersion(
        .success, version: pdu.version, companyID: pdu.companyIdentifier, subversion: pdu.subversion))
  }
}
