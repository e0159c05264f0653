public import Documents
public import Faults

/// A phone with an app, accessories with positions, a script and expectations: the files of `Profiles/scenarios`.
public struct Scenario: Sendable, Equatable {
  /// The schema that this version reads.
  public static let schemaName = "reflector/scenario/1"

  /// The name of a shipped file, or a path relative to the scenario.
  public struct FileName: Sendable, Equatable {
    public var text: String
    /// The position in the scenario; for a default the start of the scenario.
    public var position: SourcePosition
  }

  /// A position of the phone with its time.
  public struct WayPoint: Sendable, Equatable {
    /// Seconds since the start, 0 to 3600.
    public var seconds = 0.0
    /// In metres, along any axis that all devices share, -1000 to 1000.
    public var xMetres = 0.0
    /// In metres, a quarter turn to the left of x.
    public var yMetres = 0.0
  }

  public struct Accessory: Sendable, Equatable {
    /// The advertised name, by which the scenario refers to the accessory.
    public var name = ""
    public var profile: FileName
    public var xMetres = 0.0
    public var yMetres = 0.0
    /// Whether the accessory has power at the start.
    public var isOn = true
    /// The faults planted in the accessory, besides those of its profile.
    public var faults: [Fault] = []
    /// The start of its row.
    var position: SourcePosition
  }

  public internal(set) var file: String
  /// As `two-thermometers`.
  public var id = ""
  public var title = ""
  public var summary = ""
  /// The duration in seconds, 1 to 3600.
  public var durationSeconds = 10.0
  public var phone: FileName
  public var environment: FileName
  /// The way points of the phone, in the order of time. Before the first time the phone is at the first way point, and
  /// after the last time at the last one. Without way points the phone is at the origin.
  public var track: [WayPoint] = []
  /// The accessories in the order of the file; all names differ.
  public var accessories: [Accessory] = []
  public var app = App()
  /// The actions in the order of time.
  public var script: [ScriptStep] = []
  /// The expectations in the order of the file.
  public var expectations: [ScenarioExpectation] = []
  /// Each value that has a source, with its line.
  public internal(set) var declarations: [DeclaredValue] = []
}

extension Scenario {
  /// The behaviour of the app. The app connects to each accessory that is set up, and reconnects after each loss.
  public struct App: Sendable, Equatable {
    /// When the app starts a Channel Sounding session by itself.
    public enum Ranging: String, Sendable, CaseIterable {
      /// When the value of an accessory reaches the alarm.
      case atAlarm = "at-alarm"
      /// When the first accessory is connected.
      case whenConnected = "when-connected"
      /// At the action `range` only.
      case whenAsked = "when-asked"
    }

    /// A characteristic that the app subscribes to: a signed number of 16 bits, least significant octet first.
    public struct Watch: Sendable, Equatable {
      public var service = AttributeUUID.short(0)
      public var characteristic = AttributeUUID.short(0)
      /// The value of the least significant bit, 0.0001 to 10 000.
      public var scale = 1.0
      /// The unit for reports, as `C`; empty for none.
      public var unit = ""
      /// The least value that is an alarm; nil for no alarm.
      public var alarm: Double?

      /// A double keeps this number of decimal digits.
      private static let greatestDigitCount = 15

      /// The value of a notified number: the double nearest to the product of the decimal numbers. A product of doubles
      /// may differ: 3 times 0.3 is less than 0.9, and misses an alarm there.
      public func value(of number: Int16) -> Double {
        var power = 1.0
        for _ in 0...Self.greatestDigitCount {
          let units = (scale * power).rounded()
          if units / power == scale { return Double(number) * units / power }
          power *= 10
        }
        return Double(number) * scale
      }
    }

    /// A disc around an accessory.
    public struct Zone: Sendable, Equatable {
      public var name = ""
      /// The radius in metres, 0.1 to 149.
      public var radiusMetres = 1.0
    }

    /// The accessory picker offers accessories that advertise one of these services.
    public var services: [AttributeUUID] = [.short(0x185B)]
    public var ranging = Ranging.whenConnected
    public var watch: Watch?
    /// Whether the app smooths the distances with a tracker of the accessory.
    public var isSmoothing = true
    public var zones: [Zone] = []
    /// The distance beyond the radius at which the phone leaves a zone, in metres, 0 to 10.
    public var hysteresisMetres = 0.0
    /// The RSSI at 1 m in dBm that the app assumes, for distances estimated from the RSSI.
    public var rssiAtOneMetreDbm = -40
  }

  /// An action with its time.
  public struct ScriptStep: Sendable, Equatable {
    public enum Action: String, Sendable, CaseIterable {
      /// The app shows the accessory picker. The user chooses the accessory, or closes the picker if no accessory is named.
      case picker
      /// The app starts a session with the accessory.
      case range
      /// The app cancels its session with the accessory.
      case stopRanging = "stop-ranging"
      case background, foreground
      /// The app terminates with its connections.
      case kill
      /// The app starts and connects to the accessories that are set up.
      case launch
      /// The radio of the phone is busy: the interval of procedures grows by the factor.
      case load
      case bluetoothOff = "bluetooth-off"
      case bluetoothOn = "bluetooth-on"
      /// The user accepts or refuses every later pairing request.
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
    /// The name of the accessory; nil for none.
    public var accessory: String?
    /// The factor of the interval of procedures, 1 to 100.
    public var factor = 1
  }
}
