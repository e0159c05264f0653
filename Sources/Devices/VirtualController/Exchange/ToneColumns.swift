internal import CoreTypes

/// A tone as it comes to one end in a slot, with what chance adds to it there: one, or several side by side.
struct Arriving<Number: PortableReal> {
  /// The response of the way that it came.
  let way: (re: Number, im: Number)
  /// Its phase against the receiver's LO in turns, the way left out.
  let turns: Number
  /// The part of the receiver's window that it fills, 0 to 1.
  let overlap: Number
  /// The size of a tone whose way has the response 1, in PCT units.
  let size: Number
  /// Standard deviation of the noise in each part of the PCT, in PCT units.
  let noise: Number
  /// What the noise is made of: two even draws of 0 up to 1.
  let chance: (Number, Number)

  /// Nothing but zeros, for an end that has no part in a slot.
  static var none: Self {
    let zero = Number(all: 0)
    return Self(
      way: (zero, zero), turns: zero, overlap: zero, size: zero, noise: zero, chance: (zero, zero))
  }
}

typealias ArrivingTone = Arriving<Double>
typealias ArrivingTones = Arriving<RealLanes>

/// A slot of tones that waits to be measured: where the results go, and what the ends make of them.
struct WaitingSlot {
  /// Where an end has no part in the slot.
  static let nowhere = -1

  /// Offset of the tone in the reflector's step octets, or `nowhere`.
  let reflectorOffset: Int
  /// Offset of the tone in the initiator's step octets, or `nowhere`.
  let initiatorOffset: Int
  /// Bits 4 to 7 of the tone quality that the reflector reports.
  let reflectorKind: UInt8
  /// Bits 4 to 7 of the tone quality that the initiator reports.
  let initiatorKind: UInt8
  /// Whether inline PCT returns the phase of the reflector's tone.
  let returnsPhase: Bool
  /// Whether the reflector reports that it heard no tone.
  var isUnheard = false
  /// A phase in turns that the reflector takes for that of the tone; nil where it measures.
  var guessedTurns: Double?

  /// A slot of neither end.
  static let none = WaitingSlot(
    reflectorOffset: nowhere, initiatorOffset: nowhere, reflectorKind: 0, initiatorKind: 0,
    returnsPhase: false)
}

/// The tones of several steps in columns of plain memory, so that `RealLanes.scalarCount` slots are worked on at once.
struct ToneColumns {
  /// As many slots as wait at most: enough for the lanes to be full, and little enough for the fastest memory.
  static let capacity = 64

  /// What there is of an arriving tone; the raw value is the place of the column.
  private enum Column: Int, CaseIterable {
    case re, im, turns, overlap, size, noise, firstChance, secondChance
  }

  /// The numbers of one end.
  struct Half {
    fileprivate let base: UnsafeMutablePointer<Double>

    @inline(__always)
    fileprivate func store(_ tone: ArrivingTone, at index: Int) {
      self[.re, index] = tone.way.re
      self[.im, index] = tone.way.im
      self[.turns, index] = tone.turns
      self[.overlap, index] = tone.overlap
      self[.size, index] = tone.size
      self[.noise, index] = tone.noise
      self[.firstChance, index] = tone.chance.0
      self[.secondChance, index] = tone.chance.1
    }

    @inline(__always)
    private subscript(column: Column, index: Int) -> Double {
      get { base[column.rawValue &* ToneColumns.capacity &+ index] }
      nonmutating set { base[column.rawValue &* ToneColumns.capacity &+ index] = newValue }
    }

    @inline(__always)
    private func lanes(_ column: Column, _ index: Int) -> RealLanes {
      UnsafeRawPointer(base + (column.rawValue &* ToneColumns.capacity &+ index))
        .loadUnaligned(as: RealLanes.self)
    }

    /// The tones from `index` on, side by side.
    @inline(__always)
    subscript(index: Int) -> ArrivingTones {
      ArrivingTones(
        way: (lanes(.re, index), lanes(.im, index)), turns: lanes(.turns, index),
        overlap: lanes(.overlap, index), size: lanes(.size, index), noise: lanes(.noise, index),
        chance: (lanes(.firstChance, index), lanes(.secondChance, index)))
    }
  }

  /// The numbers that the memory of all columns holds.
  static var numberCount: Int { 2 * Column.allCases.count * capacity }

  /// The slots that wait.
  private(set) var count = 0
  /// What comes to the reflector.
  let reflector: Half
  /// What comes to the initiator.
  let initiator: Half
  private let slots: UnsafeMutablePointer<WaitingSlot>

  /// Columns in memory that is already there and full of zeros.
  ///
  /// - Parameters:
  ///   - numbers: `numberCount` numbers.
  ///   - slots: `capacity` slots.
  init(_ numbers: UnsafeMutableBufferPointer<Double>, _ slots: UnsafeMutableBufferPointer<WaitingSlot>) {
    precondition(numbers.count >= Self.numberCount && slots.count >= Self.capacity, "the columns have room")
    guard let first = numbers.baseAddress, let firstSlot = slots.baseAddress else { preconditionFailure() }
    reflector = Half(base: first)
    initiator = Half(base: first + Column.allCases.count * Self.capacity)
    self.slots = firstSlot
  }

  /// Whether `count` more slots fit.
  @inline(__always)
  func hasRoom(for count: Int) -> Bool { self.count &+ count <= Self.capacity }

  /// Has a slot wait. There must be room for it.
  @inline(__always)
  mutating func append(_ slot: WaitingSlot, reflector: ArrivingTone, initiator: ArrivingTone) {
    self.reflector.store(reflector, at: count)
    self.initiator.store(initiator, at: count)
    slots[count] = slot
    count &+= 1
  }

  /// A slot that waits.
  @inline(__always)
  subscript(index: Int) -> WaitingSlot { slots[index] }

  /// Forgets all slots.
  mutating func removeAll() { count = 0 }
}
