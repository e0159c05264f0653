public import Documents

/// How the air between two devices behaves: `Profiles/environments`.
public struct EnvironmentPreset: Sendable, Equatable {
  /// The schema that this version reads.
  public static let schemaName = "reflector/environment/1"
  /// How many fixed echoes a file may list.
  public static let extraPathCounts = 0...32

  /// A way besides the direct one.
  public struct Path: Sendable, Equatable {
    /// Longer than the direct path by this, in metres, 0 to 1500.
    public var extraMetres = 0.0
    /// Weaker than a free direct path by this, in dB, -20 to 120.
    public var lossDecibels = 0.0
    /// Phase turned by reflections, in degrees, -360 to 360.
    public var phaseDegrees = 0.0

    public init(extraMetres: Double = 0, lossDecibels: Double = 0, phaseDegrees: Double = 0) {
      self.extraMetres = extraMetres
      self.lossDecibels = lossDecibels
      self.phaseDegrees = phaseDegrees
    }
  }

  /// As `line-of-sight`.
  public var id = ""
  public var summary = ""
  /// Where its numbers come from, and which of them are assumed; empty if it does not say.
  public var origin = ""
  /// Loss of a free direct path of one metre, in dB, 0 to 100.
  public var lossAtOneMetreDecibels = 40.2
  /// Path loss exponent: 10 times this in dB for each decade of distance, 1 to 6.
  public var pathLossExponent = 2.0
  /// What stands in the direct path alone, as a body does: loss in dB, 0 to 60.
  public var directPathLossDecibels = 0.0
  /// Besides the direct path: those that the preset lists, then those of its taps file.
  public var extraPaths: [Path] = []
  /// The taps file, relative to the preset; empty for none.
  var tapsFile = ""
  /// The ray that comes off the ground.
  public var ground: Ground?
  /// Echoes that are drawn.
  public var scattering: Scattering?
  /// How much longer than the distance each antenna path is, in metres, -10 to 10; nil for what the model has.
  public var antennaPathOffsetsMetres: [Double]?
  public var antennas: Antennas?
  /// Others that send in the band.
  public var interference: [Interferer] = []
  public var motion = Motion.still
  /// What somebody does to the signal.
  public var attack: Attack?
}

extension EnvironmentPreset {
  public struct Ground: Sendable, Equatable {
    /// Of the initiator's antenna in metres, 0.01 to 100.
    public var initiatorHeightMetres = 1.0
    /// Of the reflector's antenna in metres, 0.01 to 100.
    public var reflectorHeightMetres = 1.0
    /// Of the amplitude, -1 to 1.
    public var coefficient = 0.0
  }

  /// Echoes that are drawn after Saleh and Valenzuela.
  public struct Scattering: Sendable, Equatable {
    public struct Clusters: Sendable, Equatable {
      /// 2 to 32.
      public var count = 2
      /// Mean time between the beginnings of two, in nanoseconds, 0.1 to 1000.
      public var spacingNanoseconds = 1.0
      /// Decay of a cluster's power with its beginning, in nanoseconds, 0.1 to 1000.
      public var decayNanoseconds = 1.0
    }

    /// Power of a free direct path against that of all echoes, in dB, -30 to 60.
    public var kFactorDecibels = 0.0
    /// Mean excess delay and decay of the power in nanoseconds, 0 to 1000; 0 for a channel that is flat.
    public var decayNanoseconds = 0.0
    /// Echoes of a cluster, 1 to 64.
    public var tapCount = 12
    /// Nil for one cluster.
    public var clusters: Clusters?
    /// Whether they are drawn anew for each procedure.
    public var isRedrawnEachProcedure = false
  }

  /// Where antennas are, from the reference point of their device.
  public struct Antennas: Sendable, Equatable {
    /// Of one antenna in metres, each -10 to 10.
    public struct Position: Sendable, Equatable {
      /// From the reflector towards where the initiator starts.
      public var x = 0.0
      /// To the side.
      public var y = 0.0
      /// Upwards.
      public var z = 0.0
    }

    /// 1 to 4.
    public var initiator: [Position] = []
    /// 1 to 4.
    public var reflector: [Position] = []
  }

  /// Somebody else who sends.
  public struct Interferer: Sendable, Equatable {
    /// Channel indices, 0 to 79.
    public var channels = 0...0
    /// Part of the time, 0 to 1.
    public var duty = 0.0
    /// Against the receiver's noise in dB, 0 to 80.
    public var levelDecibels = 0.0
  }

  /// How the initiator moves from the start of a run on.
  public enum Motion: Sendable, Equatable {
    /// A place in metres from where the initiator starts.
    public struct WayPoint: Sendable, Equatable {
      /// Away from the reflector, -1000 to 1000.
      public var x = 0.0
      /// To the side, -1000 to 1000.
      public var y = 0.0
    }

    /// Not at all.
    case still
    /// Straight away from the reflector, -100 to 100 m/s.
    case radial(metresPerSecond: Double)
    /// From one way point to the next, 0.01 to 100 m/s.
    case path([WayPoint], metresPerSecond: Double)
  }

  /// What somebody does to the signal.
  public enum Attack: Sendable, Equatable {
    /// Delays all that passes by so many nanoseconds in each direction, 0 to 100,000.
    case relay(delayNanoseconds: Double)
    /// Delays the round trip to a microsecond.
    case rollOver
    /// Has packets seem to arrive by so many nanoseconds earlier, 0 to 1000.
    case earlyDetectLateCommit(advanceNanoseconds: Double)
  }
}

extension EnvironmentPreset {
  /// Reads an environment, and its taps file. Throws everything that is wrong with either, with lines.
  public static func read(file: String, load: DocumentLoader) throws(DocumentErrors) -> EnvironmentPreset {
    try read(file: file, settings: [], load: load)
  }

  /// The same, with `settings` in place of what the file says.
  public static func read(
    file: String, settings: [DocumentSetting], load: DocumentLoader
  ) throws(DocumentErrors) -> EnvironmentPreset {
    let root = try CheckedDocument(
      file: file, schema: EnvironmentKeys.schema, settings: settings, load: load
    ).root
    let errors = EnvironmentContradictions.errors(in: root)
    if !errors.isEmpty { throw DocumentErrors(errors) }
    var preset = EnvironmentPreset()
    EnvironmentKeys.all.read(root, into: &preset)
    if let position = root.position("taps_file") {
      let tapsFile = CheckedDocument.resolve(preset.tapsFile, relativeTo: file)
      let octets = try NamedFile(tapsFile, at: position, path: "taps_file").octets(of: tapsFile, load)
      preset.extraPaths += try TapsFile.paths(octets: octets, file: tapsFile)
    }
    return preset
  }

  /// The same place with nothing in it but the direct path: no echoes, no other sender, no motion, no attacker, and no
  /// more loss than that of free space.
  public var inFreeSight: EnvironmentPreset {
    var place = self
    let free = EnvironmentPreset()
    place.lossAtOneMetreDecibels = min(lossAtOneMetreDecibels, free.lossAtOneMetreDecibels)
    place.pathLossExponent = min(pathLossExponent, free.pathLossExponent)
    place.directPathLossDecibels = 0
    (place.extraPaths, place.interference) = ([], [])
    (place.ground, place.scattering, place.attack) = (nil, nil, nil)
    place.motion = .still
    return place
  }
}
