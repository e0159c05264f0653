public import ChannelSounding
public import CoreTypes
public import Documents
internal import RadioModel

/// How a phone behaves as the initiator: what it looks for, what it asks for, how often it ranges.
/// `Profiles/phones` has the files.
public struct PhoneProfile: Sendable, Equatable {
  /// The schema that this version reads.
  public static let schemaName = "reflector/phone/1"

  /// What it looks for in advertising data: a service or a company, and what else is named; empty fields match
  /// everything.
  public struct Match: Sendable, Equatable {
    /// At least one of these is advertised.
    public var services: [AttributeUUID] = []
    /// The company identifier of the manufacturer data.
    public var companyID: UInt16?
    /// A part of the local name.
    public var nameContains = ""
    /// Manufacturer data behind the company identifier, compared where the mask has ones.
    public var manufacturerData: [UInt8] = []
    /// As long as the data.
    public var manufacturerMask: [UInt8] = []
    /// Whether whoever finds the accessory pairs at once, as a picker does.
    public var isPaired = false
  }

  /// The connection that it makes. [Vol 6, Part B, 4.5]
  public struct Connection: Sendable, Equatable {
    /// In milliseconds, a multiple of 1.25.
    public var intervalMilliseconds = 30.0
    /// Connection events that the peripheral may skip.
    public var latency: UInt16 = 0
    /// In milliseconds, a multiple of 10, longer than two intervals with latency.
    public var supervisionTimeoutMilliseconds = 2000.0
    /// The ATT_MTU that it asks for, in octets.
    public var mtuOctets: UInt16 = 247
    /// Whether it moves the connection to LE 2M.
    public var asksForLE2M = true
    /// Whether it refuses wishes for connection parameters that break Apple's guidelines.
    public var keepsAppleRules = false

    /// The interval in the unit of the air.
    public var interval: ConnectionInterval { ConnectionInterval(nearestMilliseconds: intervalMilliseconds) }
    /// What the supervision timeout must be above: two intervals with latency. [Vol 6, Part B, 4.5.2]
    public var leastTimeoutMilliseconds: Double { 2 * (1 + Double(latency)) * intervalMilliseconds }
    /// The timeout in the unit of the air.
    public var supervisionTimeout: SupervisionTimeout {
      SupervisionTimeout(nearestMilliseconds: supervisionTimeoutMilliseconds)
    }
  }

  /// What its operating system offers to apps.
  public struct Apps: Sendable, Equatable {
    /// The links that it has at one time at most.
    public var maximumLinks: UInt8 = 7
    /// Whether hardware and region allow Channel Sounding.
    public var hasChannelSounding = true
    /// Whether Channel Sounding needs an accessory that was set up with the accessory picker.
    public var needsSetupForSounding = true
    /// Whether Channel Sounding pauses while the app is in the background.
    public var pausesInBackground = true
    /// Whether the phone repeats an attempt that failed to establish the link.
    public var repeatsLostAttempts = false
    /// The scan interval for apps in milliseconds, a multiple of 0.625.
    public var scanIntervalMilliseconds = 60.0
    /// The scan window for apps in milliseconds, a multiple of 0.625, at most the interval.
    public var scanWindowMilliseconds = 60.0
    /// How strong the accessory picker hears an accessory at least that is close to the phone.
    public var pickerImmediateDbm: Int8 = -50
  }

  /// What it claims of round-trip times: 10 ns of the mean of 10 exchanges, of every type on LE 1M.
  public static let roundTripClaim: CSCapabilities = {
    var claim = CSCapabilities()
    claim.rttCapability = 0b111
    (claim.rttAAOnlyN, claim.rttSoundingN, claim.rttRandomSequenceN) = (10, 10, 10)
    (claim.tail.rtt2MAAOnlyN, claim.tail.rtt2MSoundingN, claim.tail.rtt2MRandomSequenceN) = (10, 10, 10)
    return claim
  }()

  /// The radio of a phone whose file says nothing of it.
  static let usualRadio: RadioDescription = {
    var radio = RadioDescription()
    radio.carrierOffsetPpm = -1.5
    // Faster than any accessory: two equal oscillators settle alike and hide that they have not settled.
    radio.pllSettlingTauMicroseconds = 0.5
    radio.timingNoiseNanoseconds = RadioDescription.timingNoise(for: roundTripClaim)
    return radio
  }()

  /// The default configuration: with a sub mode, two main-mode steps before it.
  private static let usualConfiguration: CSConfiguration = {
    var configuration = CSConfiguration()
    configuration.minMainModeSteps = 2
    return configuration
  }()

  public internal(set) var file: String
  /// As `iphone-ios27`.
  public var id = ""
  public var title = ""
  public var summary = ""
  public var match = Match()
  public var connection = Connection()
  /// The configuration that it asks for, without inline PCT; the controllers settle the times.
  public var configuration = usualConfiguration
  /// The antennas that its host selects for CS_SYNC packets; its controller has them.
  public var syncAntennas = CSSyncAntennaSelection.noRecommendation
  /// The roles that its controller offers to an attached host.
  public var attachedRoles: CSCapabilities.Roles = [.initiator, .reflector]
  public var tIP1: TIP.Set = []
  public var tIP2: TIP.Set = []
  /// What it offers where no test case decides.
  public var tFCS = TFCS.Set.all
  public var tPM: TPM.Set = []
  /// Whether it asks for inline PCT where the accessory claims it.
  public var asksForInlinePCT = true
  /// Whether it reads the reflector's results from the Ranging Service.
  public var readsRangingService = false
  /// What it asks of the procedures; how many run is the matter of the test case.
  public var procedures = CSProcedureParameters()
  /// Whether it asks for the antenna configuration with the most paths that both ends support, not for that of
  /// `procedures`.
  public var takesMostAntennaPaths = false
  public var radio = usualRadio
  /// What its operating system offers to apps.
  public var apps = Apps()
  /// Each declared value with its source and its line.
  public internal(set) var declarations: [DeclaredValue] = []
}

extension PhoneProfile {
  /// Whether the file has a value at `path`.
  public func declares(_ path: String) -> Bool { declarations.contains { $0.path == path } }

  /// Reads a phone profile. Throws everything that is wrong with it, with lines.
  public static func read(file: String, load: DocumentLoader) throws(DocumentErrors) -> PhoneProfile {
    try read(file: file, settings: [], load: load)
  }

  /// The same, with `settings` in place of what the file says.
  public static func read(
    file: String, settings: [DocumentSetting], load: DocumentLoader
  ) throws(DocumentErrors) -> PhoneProfile {
    let document = try CheckedDocument(file: file, schema: PhoneKeys.schema, settings: settings, load: load)
    let phone = PhoneProfile(file: file, document)
    let errors = PhoneContradictions.errors(in: document.root, phone: phone)
    if !errors.isEmpty { throw DocumentErrors(errors) }
    return phone
  }

  private init(file: String, _ document: CheckedDocument) {
    self.file = file
    declarations = document.declarations
    PhoneKeys.all.read(document.root, into: &self)
    complete(document.root)
  }

  /// Sets the defaults that depend on other keys: without a supervision timeout in the file it is six intervals with
  /// latency, and two seconds at least.
  private mutating func complete(_ root: Section) {
    if !root.section("connection").has("supervision_timeout_ms") {
      let unit = SupervisionTimeout.unitMilliseconds
      let usual = max(2000, (3 * connection.leastTimeoutMilliseconds / unit).rounded(.up) * unit)
      let longest = SupervisionTimeout.legalMilliseconds.upperBound
      connection.supervisionTimeoutMilliseconds = min(longest, usual)
    }
    let section = root.section("channel_sounding")
    if configuration.subMode == nil {
      (configuration.minMainModeSteps, configuration.maxMainModeSteps) = (0, 0)
    } else if !section.has("max_main_mode_steps") {
      configuration.maxMainModeSteps = configuration.minMainModeSteps
    }
    if !root.section("procedures").has("max_interval_events") {
      procedures.maxProcedureInterval = procedures.minProcedureInterval
    }
  }
}
