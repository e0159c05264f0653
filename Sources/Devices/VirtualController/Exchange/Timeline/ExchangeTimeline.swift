public import ChannelSounding
public import CoreTypes

/// What both ends really sent in one subevent, in true time.
public struct ExchangeTimeline: Sendable, Equatable {
  /// The transmissions of one end: flat arrays, one entry for each step in which it sent anything.
  public struct Transmissions: Sendable, Equatable {
    /// CS step counter.
    public var step: [Int32] = []
    /// Step mode, 0 to 3.
    public var mode: [UInt8] = []
    /// Channel index.
    public var channel: [UInt8] = []
    /// Start of the CS_SYNC in picoseconds of true time, or -1.
    public var syncStart: [Int64] = []
    /// End of the CS_SYNC, or -1.
    public var syncEnd: [Int64] = []
    /// Start of the first tone, after its T_SW, or -1.
    public var toneStart: [Int64] = []
    /// End of the last tone sent, that of the extension slot included, or -1.
    public var toneEnd: [Int64] = []

    /// Adds a step; times are microseconds of true time from `start`.
    mutating func append(
      step: Int, mode: UInt8, channel: UInt8, sync: (Double, Double)?, tone: (Double, Double)?, start: Instant
    ) {
      func picoseconds(_ microseconds: Double?) -> Int64 {
        microseconds.map { start.picoseconds + Int64(($0 * 1e6).rounded()) } ?? -1
      }
      self.step.append(Int32(step))
      self.mode.append(mode)
      self.channel.append(channel)
      syncStart.append(picoseconds(sync?.0))
      syncEnd.append(picoseconds(sync?.1))
      toneStart.append(picoseconds(tone?.0))
      toneEnd.append(picoseconds(tone?.1))
    }

    mutating func removeAll() {
      step.removeAll(keepingCapacity: true)
      mode.removeAll(keepingCapacity: true)
      channel.removeAll(keepingCapacity: true)
      syncStart.removeAll(keepingCapacity: true)
      syncEnd.removeAll(keepingCapacity: true)
      toneStart.removeAll(keepingCapacity: true)
      toneEnd.removeAll(keepingCapacity: true)
    }
  }

  /// One antenna path slot of mode-2 or mode-3 that both ends took part in: the phases at both antennas, and what
  /// the two ends measured, before rounding.
  ///
  /// Phases are against the reflector's LO when it has settled, as it is in the initiator's tone; those at the
  /// initiator's antenna differ from that by a constant of the slot.
  public struct Tone: Sendable, Equatable {
    /// CS step counter.
    public let step: Int32
    /// Antenna path, 0 to 3.
    public let path: UInt8
    /// Channel index.
    public let channel: UInt8
    /// The phases at the reflector's antenna.
    public let reflector: Phases
    /// The phases at the initiator's antenna.
    public let initiator: Phases
    /// Real part of what the reflector measured, in PCT units.
    public let reflectorRe: Double
    /// Its imaginary part.
    public let reflectorIm: Double
    /// Real part of what the initiator measured, in PCT units.
    public let initiatorRe: Double
    /// Its imaginary part.
    public let initiatorIm: Double
  }

  /// The phases of a slot's two tones at the antenna of one end, in turns.
  public struct Phases: Sendable, Equatable {
    /// The phase of the peer's tone as it comes in.
    public let receivedTurns: Double
    /// The phase of the end's own tone as it goes out.
    public let sentTurns: Double
  }

  /// The carrier of the reflector in one step, against the nominal one of the channel in true time.
  public struct Carrier: Sendable, Equatable {
    /// CS step counter.
    public let step: Int32
    /// Step mode, 0 to 3.
    public let mode: UInt8
    /// Channel index.
    public let channel: UInt8
    /// Mean offset of the CS_SYNC over preamble and access address in Hz; nil where there is none.
    public let packetHertz: Double?
    /// Mean offset of each tone in Hz over its T_PM, or over T_FM in mode-0; empty where there is none.
    public let toneHertz: [Double]
    /// The ratio of signal to noise of the CS_SYNC as sent, in dB; nil where it is not controlled.
    public let packetSNRDecibels: Double?
  }

  /// The long tone of the stable phase test. [Vol 6, Part A, 3.4]
  public struct LongTone: Sendable, Equatable {
    /// Channel index.
    public let channel: UInt8
    /// The phase against the channel's nominal frequency in turns, once a microsecond from its start on.
    public let turns: [Double]
  }

  /// The tones of this subevent.
  public internal(set) var tones: [Tone] = []
  /// The carrier of the reflector, step by step.
  public internal(set) var carriers: [Carrier] = []
  /// The initiator's long tone; nil in all but stable phase tests.
  public internal(set) var longTone: LongTone?
  /// The ratio of signal to noise of each CS_SYNC of modes 1 and 3 as the initiator sent it, in dB; empty where it
  /// is not controlled.
  public internal(set) var initiatorSNRDecibels: [Double] = []
  /// What the initiator sent.
  public var initiator = Transmissions()
  /// What the reflector sent.
  public var reflector = Transmissions()
  /// The steps as the initiator took them.
  public internal(set) var initiatorSteps: [OwnStep] = []
  /// The steps as the reflector took them; those of mode-0 alone where it found no CS_SYNC.
  public internal(set) var reflectorSteps: [OwnStep] = []
  /// The tones that the initiator sent in modes 2 and 3, slot by slot.
  public internal(set) var initiatorTones: [SentTone] = []
  /// The tones that the reflector sent in modes 2 and 3, slot by slot.
  public internal(set) var reflectorTones: [SentTone] = []
  /// Start of the subevent on the initiator's grid.
  public var start = Instant.start

  public init() {}

  mutating func begin(at start: Instant) {
    self.start = start
    initiator.removeAll()
    reflector.removeAll()
    tones.removeAll(keepingCapacity: true)
    carriers.removeAll(keepingCapacity: true)
    initiatorSteps.removeAll(keepingCapacity: true)
    reflectorSteps.removeAll(keepingCapacity: true)
    initiatorTones.removeAll(keepingCapacity: true)
    reflectorTones.removeAll(keepingCapacity: true)
    initiatorSNRDecibels.removeAll(keepingCapacity: true)
    longTone = nil
  }
}

/// A step as one end took it, whether or not it sent anything: what it drew, and when the step was due by its own
/// grid. [Vol 6, Part H, 4.1 to 4.3]
@dynamicMemberLookup
public struct OwnStep: Sendable, Equatable {
  /// CS step counter.
  public let step: Int32
  /// What this end drew and planned.
  public let planned: PlannedStep
  /// When T_FCS is over by this end's grid: the initiator sends from then on, the reflector expects to hear it. In
  /// picoseconds of true time.
  public let opening: Int64
  /// When a reflector found the packet of mode-0 that its grid follows from then on, in picoseconds of true time;
  /// nil where there is none.
  public internal(set) var arrival: Int64?

  /// The step at an index of a plan, due at `opening`.
  init(_ plan: SubeventPlan, _ index: Int, opening: Int64) {
    step = Int32(truncatingIfNeeded: plan.firstStep + index)
    planned = plan.steps[index]
    self.opening = opening
  }

  /// What was planned.
  public subscript<Value>(dynamicMember part: KeyPath<PlannedStep, Value>) -> Value { planned[keyPath: part] }
}

/// A tone as one end sent it in one slot of mode-2 or mode-3.
public struct SentTone: Sendable, Equatable {
  /// CS step counter.
  public let step: Int32
  /// From 0 to N_AP; the last one is the extension slot.
  public let slot: UInt8
  /// The antenna path that the end connected, from 0.
  public let path: UInt8
  /// When it began, after T_SW, in picoseconds of true time.
  public let start: Int64
  /// When it ended, in picoseconds of true time.
  public let end: Int64
}
