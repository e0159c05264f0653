public import Documents
public import Faults

/// A phone with an app, accessories, places, what happens, and what must come of it: `Profiles/scenarios`.
public struct Scenario: Sendable, Equatable {
  /// The schema that this version reads.
  public static let schemaName = "reflector/scenario/1"

  /// A file that the scenario names, by the name of a shipped one or by a path relative to the scenario.
  public struct FileName: Sendable, Equatable {
    public var text: String
    /// Where it is written, or where the scenario begins for one that is not.
    public var position: SourcePosition
  }

  /// Where the phone is at a time.
  public struct WayPoint: Sendable, Equatable {
    /// Seconds since the start, 0 to 3600.
    public var seconds = 0.0
    /// In metres, along any axis that all devices share, -1000 to 1000.
    public var xMetres = 0.0
    /// In metres, a quarter turn to the left of x.
    public var yMetres = 0.0
  }

  /// An accessory and its place.
  public struct Accessory: Sendable, Equatable {
    /// What it advertises, and what the scenario calls it.
    public var name = ""
    /// Its profile.
    public var profile: FileName
    public var xMetres = 0.0
    public var yMetres = 0.0
    /// Whether it has power from the start.
    public var isOn = true
    /// What is wrong with it, besides the faults of its profile.
    public var faults: [Fault] = []
  }

  /// The file it was read from.
  public internal(set) var file: String
  /// As `two-thermometers`.
  public var id = ""
  /// One line.
  public var title = ""
  /// The description.
  public var summary = ""
  /// How long it takes, in seconds, 1 to 3600.
  public var durationSeconds = 10.0
  public var phone: FileName
  public var environment: FileName
  /// Where the phone is, in the order of time: at the first place until its time, at the last from its time on. Without
  /// any the phone stands at the origin.
  public var track: [WayPoint] = []
  /// In the order of the file; each has another name.
  public var accessories: [Accessory] = []
  public var app = App()
  /// In the order of time.
  public var script: [ScriptStep] = []
  /// In the order of the file.
  public var expectations: [ScenarioExpectation] = []
  /// Each value that has a source, with its line.
  public internal(set) var declarations: [DeclaredValue] = []
}

extension Scenario {
  /// What the app of a scenario does. It connects to each accessory that is set up, and again after each loss.
  public struct App: Sendable, Equatable {
    /// When it starts a Channel Sounding session by itself.
    public enum Ranging: String, Sendable, CaseIterable {
      /// With an accessory whose value reaches the alarm.
      case atAlarm = "at-alarm"
      /// With the first accessory that it is connected to.
      case whenConnected = "when-connected"
      /// When the script says so.
      case whenAsked = "when-asked"
    }

    /// A characteristic that it subscribes to: a signed number of 16 bits, least significant octet first.
    public struct Watch: Sendable, Equatable {
      public var service = AttributeUUID.short(0)
      public var characteristic = AttributeUUID.short(0)
      /// What one step of the number is worth, 0.0001 to 10 000.
      public var scale = 1.0
      /// As people write it, `C`; empty for none.
      public var unit = ""
      /// The value from which on it is an alarm; nil for none.
      public var alarm: Double?
    }

    /// A disc round an accessory.
    public struct Zone: Sendable, Equatable {
      public var name = ""
      /// In metres, 0.1 to 149.
      public var radiusMetres = 1.0
    }

    /// The services of which an accessory has to advertise one, for the accessory picker to offer it.
    public var services: [AttributeUUID] = [.short(0x185B)]
    public var ranging = Ranging.whenConnected
    public var watch: Watch?
    /// Whether it smooths distances: it follows the accessory as the phone moves.
    public var isSmoothing = true
    public var zones: [Zone] = []
    /// How far behind the edge of a zone the phone has to be for the app to believe that it left, in metres, 0 to 10.
    public var hysteresisMetres = 0.0
    /// The strength at which it takes an accessory to be heard at 1 m, in dBm, for distances from the strength alone.
    public var rssiAtOneMetreDbm = -40
  }

  /// Something that happens at a time.
  public struct ScriptStep: Sendable, Equatable {
    public enum Action: String, Sendable, CaseIterable {
      /// The app shows the accessory picker, and the user chooses the accessory; closes the picker where none is named.
      case picker
      /// The app starts a session with the accessory.
      case range
      /// The app cancels its session with the accessory.
      case stopRanging = "stop-ranging"
      case background, foreground
      /// The app ends, with all that it had.
      case kill
      /// The app starts, with the accessories that it knows from the accessory picker.
      case launch
      /// The radio of the phone has other work: procedures are rarer by the factor.
      case load
      case bluetoothOff = "bluetooth-off"
      case bluetoothOn = "bluetooth-on"
      /// The user agrees, or does not, when the phone asks to pair.
      case acceptPairing = "accept-pairing"
      case refusePairing = "refuse-pairing"
      /// The user removes the accessory in the settings.
      case remove
      case powerOn = "power-on"
      case powerOff = "power-off"
      /// An accessory without power loses its bond.
      case forgetBond = "forget-bond"
    }

    /// Seconds since the start, 0 to 3600.
    public var seconds = 0.0
    public var action = Action.picker
    /// The name of the accessory that it is about; nil for none.
    public var accessory: String?
    /// By how much longer than usual the interval of procedures is, 1 to 100.
    public var factor = 1
  }
}
