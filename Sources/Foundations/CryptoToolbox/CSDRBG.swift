public import CoreTypes

/// What random bits of Channel Sounding are for: CSTransactionID. [Vol 6, Part E, 3.1.6]
public enum CSTransaction: Int, Sendable, CaseIterable {
  /// Channels of steps other than mode-0.
  case channelSelection = 0
  /// Channels of mode-0 steps.
  case mode0ChannelSelection = 1
  /// The number of main-mode steps before a sub-mode step.
  case subModeInsertion = 2
  /// Whether a tone is sent in the extension slot.
  case toneExtension = 3
  /// The order of the antenna paths.
  case antennaPermutation = 4
  /// The access addresses of a step.
  case accessAddress = 5
  /// Where the markers of a sounding sequence stand.
  case markerPosition = 6
  /// Which of two patterns a marker is.
  case markerSignal = 7
  /// The bits of a random sequence.
  case randomSequence = 8
  /// The change of V before an update; no bits are drawn.
  case backtracking = 9
}

/// The deterministic random bit generator of Channel Sounding. [Vol 6, Part E, 3.1]
///
/// Each transaction draws from its own block. Bits that a step leaves are used by later steps of the procedure;
/// a new block belongs to the step that needs it.
public struct CSDRBG: Sendable {
  /// Readings of the specification that change the output.
  public struct Options: Hashable, Sendable {
    /// Whether f9 counts V through all 128 bits rather than modulo 256.
    public var carriesInF9 = false
    /// Whether step, transaction and counter are added to V as one number of 32 bits rather than field by
    /// field.
    public var carriesInNonce = false

    public init() {}
  }

  @usableFromInline struct Cache: Sendable {
    /// The bits left, at the most significant end.
    @usableFromInline var bits: UInt128 = 0
    @usableFromInline var count = 0
    @usableFromInline var transactionCounter: UInt8 = 0

    init() {}
  }

  /// K_DRBG
  public private(set) var key: UInt128
  /// V_DRBG
  public private(set) var v: UInt128
  /// CSStepCount, 0 for the first step of a procedure.
  public private(set) var stepCount: UInt16 = 0
  /// The readings in force.
  public let options: Options

  private var cipher: AES128
  @usableFromInline var caches = InlineArray<9, Cache>(repeating: Cache())

  /// Makes a generator in a given state, at the start of a procedure.
  public init(key: UInt128, v: UInt128, options: Options = Options()) {
    self.key = key
    self.v = v
    self.options = options
    cipher = AES128(key: key)
  }

  /// Makes the generator that both devices share after CS Security Start, at the start of the first
  /// procedure. [Vol 6, Part E, 3.1.5]
  public init(central: CSSecurityVectors, peripheral: CSSecurityVectors, options: Options = Options()) {
    let state = CSSecurityFunctions.h9(
      iv: UInt128(peripheral.initializationVector) << 64 | UInt128(central.initializationVector),
      nonce: UInt64(peripheral.instantiationNonce) << 32 | UInt64(central.instantiationNonce),
      pv: UInt128(peripheral.personalizationVector) << 64 | UInt128(central.personalizationVector))
    self.init(key: state.key, v: state.v, options: options)
  }

  /// Makes key and V anew for the next procedure, so that the old ones cannot be found from them, and starts
  /// that procedure. [Vol 6, Part E, 3.1.7]
  public mutating func backtrack() {
    let transaction = UInt8(CSTransaction.backtracking.rawValue)
    let changed = v & ~0xFF00 | UInt128(UInt8(truncatingIfNeeded: v >> 8) &+ transaction) << 8
    (key, v) = CSSecurityFunctions.f9(seed: (0, 0), key: key, v: changed, carries: options.carriesInF9)
    cipher = AES128(key: key)
    stepCount = 0
    clearCaches()
  }

  /// Goes on to a step of the procedure, 0 to 255.
  public mutating func beginStep(_ count: Int) {
    guard stepCount != UInt16(count) else { return }
    stepCount = UInt16(count)
    for index in caches.indices { caches[index].transactionCounter = 0 }
  }

  /// Drops the bits left of every transaction.
  public mutating func clearCaches() {
    for index in caches.indices { caches[index] = Cache() }
  }

  /// The next `count` bits, 1 to 128; the first one drawn is the most significant.
  ///
  /// Where fewer are left they are dropped.
  @inlinable public mutating func bits(_ count: Int, for transaction: CSTransaction) -> UInt128 {
    let index = transaction.rawValue
    if caches[index].count < count { refill(index) }
    let drawn = caches[index].bits &>> UInt128(truncatingIfNeeded: 128 &- count)
    caches[index].bits = count == 128 ? 0 : caches[index].bits &<< UInt128(truncatingIfNeeded: count)
    caches[index].count &-= count
    return drawn
  }

  /// The random number function hr1: 0 to `range` - 1, for a range of 1 to 255. [Vol 6, Part H, 4.8.1]
  @inlinable public mutating func hr1(_ range: Int, for transaction: CSTransaction) -> Int {
    precondition(range >= 1 && range <= 255, "hr1 draws from one octet")
    guard range > 1 else { return 0 }
    let product = range * octet(for: transaction)
    // 256 % range is below range, so that the division is seldom needed.
    guard product & 0xFF < range, product & 0xFF < 256 % range else { return product >> 8 }
    return (octet(for: transaction) * 256 * range + product) >> 16
  }

  /// The next eight bits, as `bits` draws them.
  @inlinable @inline(__always) mutating func octet(for transaction: CSTransaction) -> Int {
    let index = transaction.rawValue
    if caches[index].count < 8 { refill(index) }
    let drawn = Int(truncatingIfNeeded: caches[index].bits >> 120)
    caches[index].bits <<= 8
    caches[index].count &-= 8
    return drawn
  }

  /// The block of the current step. [Vol 6, Part E, 3.1.6]
  public func block(for transaction: CSTransaction, counter: UInt8) -> UInt128 {
    cipher.encrypt(nonce(transaction: UInt8(transaction.rawValue), counter: counter))
  }

  @usableFromInline mutating func refill(_ index: Int) {
    let nonce = nonce(transaction: UInt8(index), counter: caches[index].transactionCounter)
    caches[index].bits = cipher.encrypt(nonce)
    caches[index].count = 128
    caches[index].transactionCounter &+= 1
  }

  /// Interpretation: each field wraps by itself; another source lets a field carry into the next.
  private func nonce(transaction: UInt8, counter: UInt8) -> UInt128 {
    let low = UInt32(truncatingIfNeeded: v)
    let changed: UInt32
    if options.carriesInNonce {
      changed = low &+ (UInt32(stepCount) << 16 | UInt32(transaction) << 8 | UInt32(counter))
    } else {
      let step = UInt16(truncatingIfNeeded: low >> 16) &+ stepCount
      let identifier = UInt8(truncatingIfNeeded: low >> 8) &+ transaction
      changed =
        UInt32(step) << 16 | UInt32(identifier) << 8 | UInt32(UInt8(truncatingIfNeeded: low) &+ counter)
    }
    return v & ~0xFFFF_FFFF | UInt128(changed)
  }
}
