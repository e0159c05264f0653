internal import ChannelSounding

/// A step as one end took it, whether or not it sent anything: what it drew, and when the step was due by its own
/// grid. [Vol 6, Part H, 4.1 to 4.3]
public struct OwnStep: Sendable, Equatable {
  /// CS step counter.
  public let step: Int32
  /// Step mode, 0 to 3.
  public let mode: UInt8
  /// Channel index.
  public let channel: UInt8
  /// Antenna permutation index; 0 in modes 0 and 1.
  public let permutation: UInt8
  /// Bit 0: the initiator sends a tone in its extension slot; bit 1: the reflector does.
  public let toneExtension: UInt8
  /// Access address of the initiator's CS_SYNC; 0 in mode-2.
  public let initiatorAccessAddress: UInt32
  /// Access address of the reflector's CS_SYNC; 0 in mode-2.
  public let reflectorAccessAddress: UInt32
  /// From the start of the subevent to the start of the step as this end planned it, in microseconds.
  public let plannedMicroseconds: Int32
  /// When T_FCS is over by this end's grid: the initiator sends from then on, the reflector expects to hear it. In
  /// picoseconds of true time.
  public let opening: Int64
  /// When a reflector found the packet of mode-0 that its grid follows from then on, in picoseconds of true time;
  /// nil where there is none.
  public internal(set) var arrival: Int64?

  /// The step at an index of a plan, due at `opening`.
  init(_ plan: SubeventPlan, _ index: Int, opening: Int64) {
    step = Int32(truncatingIfNeeded: plan.firstStep + index)
    mode = plan.mode[index]
    channel = plan.channel[index]
    permutation = plan.permutation[index]
    toneExtension = plan.toneExtension[index]
    initiatorAccessAddress = plan.initiatorAccessAddress[index]
    reflectorAccessAddress = plan.reflectorAccessAddress[index]
    plannedMicroseconds = plan.start[index]
    self.opening = opening
  }
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
