public import CoreTypes
internal import Faults

/// What the feature exchanges have brought so far.
struct FeatureExchange: Hashable, Sendable {
  /// The peer's features as far as its pages are known; nil before page 0.
  var remote: FeatureSet?
  /// The peer's highest page; nil before an extended exchange.
  var remoteMaxPage: UInt8?
  /// The peer's page 1, which may come before page 0.
  var remotePage1: [UInt8]?
}

/// The feature exchange procedures, page 0 and further pages. [Vol 6, Part B, 5.1.4]
extension LinkControl {
  /// The peer's features as far as they were exchanged; nil before.
  public var remoteFeatures: FeatureSet? { featureExchange.remote }

  /// What the feature PDUs of this side say.
  private var reportedFeatures: FeatureSet {
    var result = identity.features
    for feature in FeatureSet.Feature.allCases where feature.isForHostOnly { result[feature] = false }
    let hidden = identity.unreportedFeatures
    result.page0.subtract(hidden.page0)
    result.page1 = zip(result.page1, hidden.page1).map { $0 & ~$1 }
    return result
  }

  var featureExchangeRefusal: ErrorCode? {
    let mayAsk =
      role == .central
      || identity.features[.peripheralInitiatedFeaturesExchange]
        && !faults.contains(.featuresKeptFromPeripheral)
    return mayAsk || featureExchange.remote != nil ? nil : .unsupportedFeatureOrParameterValue
  }

  mutating func beginFeatureExchange(_ request: LinkRequest) {
    if featureExchange.remote != nil { return continueFeatureExchange(request) }
    let pdu = FeatureReq(featureSet: reportedFeatures.page0)
    open(request, as: .features, with: role == .central ? .featureReq(pdu) : .peripheralFeatureReq(pdu))
  }

  /// Goes on to the further pages where the host wants them, else tells it.
  private mutating func continueFeatureExchange(_ request: LinkRequest) {
    guard case .readAllRemoteFeatures(let pages) = request else {
      return notify(.remoteFeatures(.success, featureExchange.remote ?? FeatureSet()))
    }
    let mayExchange =
      identity.features[.extendedFeatureSet] && featureExchange.remote?[.extendedFeatureSet] ?? false
    guard pages > 0, mayExchange, featureExchange.remotePage1 == nil else { return notifyAllFeatures() }
    let pdu = ControlPDU.featureExtReq(ownPage(1))
    if local == nil { open(request, as: .features, with: pdu) } else { proceed(with: pdu) }
  }

  /// Takes page 0 from either request and answers.
  ///
  /// Octet 0 of the answer holds what both sides support, the others what this side does.
  mutating func answerFeatures(_ pdu: FeatureReq) {
    learnPage0(pdu.featureSet)
    send(.featureRsp(FeatureRsp(featureSet: reportedFeatures.page0.answer(to: pdu.featureSet))))
  }

  mutating func receiveFeatureRsp(_ pdu: FeatureRsp) {
    guard isOpen(.features), let request = local?.request, local?.opcode != .featureExtReq else { return }
    learnPage0(pdu.featureSet)
    continueFeatureExchange(request)
    if local?.opcode != .featureExtReq { local = nil }
  }

  mutating func receiveFeatureExtReq(_ pdu: FeatureExtReq) {
    learn(pdu)
    send(.featureExtRsp(ownPage(pdu.pageNumber)))
  }

  mutating func receiveFeatureExtRsp(_ pdu: FeatureExtRsp) {
    guard isOpen(.features), local?.opcode == .featureExtReq else { return }
    learn(pdu)
    local = nil
    notifyAllFeatures()
  }

  /// Ends LE Read All Remote Features after page 0 if only the further pages were refused.
  mutating func endFeatureExchangeWithoutPages(afterRefusalOf opcode: ControlOpcode) -> Bool {
    guard opcode == .featureExtReq else { return false }
    local = nil
    notifyAllFeatures()
    return true
  }

  private func ownPage(_ number: UInt8) -> FeatureExtReq {
    var pdu = FeatureExtReq()
    pdu.maxPage = reportedFeatures.maxPage
    pdu.pageNumber = number
    if number == 1 { pdu.featurePage = reportedFeatures.page1 }
    return pdu
  }

  private mutating func learnPage0(_ page: FeaturePage0) {
    var features = featureExchange.remote ?? FeatureSet()
    features.page0 = page
    if let page1 = featureExchange.remotePage1 { features.page1 = page1 }
    featureExchange.remote = features
  }

  private mutating func learn(_ pdu: FeatureExtReq) {
    featureExchange.remoteMaxPage = pdu.maxPage
    guard pdu.pageNumber == 1 else { return }
    featureExchange.remotePage1 = pdu.featurePage
    featureExchange.remote?.page1 = pdu.featurePage
  }

  private mutating func notifyAllFeatures() {
    let maxPage = featureExchange.remoteMaxPage
    notify(
      .allRemoteFeatures(
        .success, maxRemotePage: maxPage ?? 0, maxValidPage: min(maxPage ?? 0, 1),
        featureExchange.remote ?? FeatureSet()))
  }
}

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
    } else if !version.isSent && !faults.contains(.versionIndNotAnswered)
      || faults.contains(.versionToldAgain)
    {
      version.isSent = true
      send(.versionInd(ownVersion))
    }
  }

  /// Records a PDU that went out without these procedures: LL_VERSION_IND is sent once on a link.
  public mutating func noteSent(_ pdu: ControlPDU) {
    if case .versionInd = pdu { version.isSent = true }
  }

  private mutating func notifyVersion(_ pdu: VersionInd) {
    notify(
      .remoteVersion(
        .success, version: pdu.version, companyID: pdu.companyIdentifier, subversion: pdu.subversion))
  }
}
