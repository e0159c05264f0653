import Glibc
import Synchronization

/// What libFuzzer calls, again and again.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ octets: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Campaign.tally.add(FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: octets, count: count))))
  return 0
}

/// What libFuzzer calls once.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
  atexit { Campaign.tally.print() }
  return 0
}

/// What libFuzzer calls for a new input. One in sixteen recordings has octets changed anywhere, its framing included.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ octets: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximum: Int, _ seed: CUnsignedInt
) -> Int {
  guard FuzzTarget.chosen.isOfRecordings, seed % 16 != 0 else {
    return mutateAnywhere(octets, count, maximum)
  }
  let before = Array(UnsafeBufferPointer(start: octets, count: count))
  let after = RecordingMutator.mutated(before, seed: UInt64(seed))
  guard !after.isEmpty, after.count <= maximum else { return mutateAnywhere(octets, count, maximum) }
  octets.update(from: after, count: after.count)
  return after.count
}

/// libFuzzer's own mutations. Numbers and pointers are passed in Swift as they are in C.
@_silgen_name("LLVMFuzzerMutate")
private func mutateAnywhere(_: UnsafeMutablePointer<UInt8>, _: Int, _: Int) -> Int

/// How far the inputs of a run came.
private enum Campaign {
  static let tally = ReachTally()
}

private final class ReachTally: Sendable {
  private struct Counts {
    var inputs = 0
    var reached = [Int](repeating: 0, count: Reach.words.count)
  }

  private let counts = Mutex(Counts())

  func add(_ reach: Reach) {
    counts.withLock { counts in
      counts.inputs += 1
      for (index, item) in Reach.words.enumerated() where reach.contains(item.reach) {
        counts.reached[index] += 1
      }
    }
  }

  /// One line that `run.sh` looks for; nothing where the target does not say how far it came.
  func print() {
    counts.withLock { counts in
      let parts = zip(Reach.words, counts.reached).filter { $0.1 > 0 }.map { "\($0.1) \($0.0.word)" }
      guard !parts.isEmpty else { return }
      let line = "reached: of \(counts.inputs) inputs \(parts.joined(separator: ", "))\n"
      write(STDERR_FILENO, line, line.utf8.count)
    }
  }
}
