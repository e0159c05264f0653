internal import ArgumentParser
internal import ConformanceTester
internal import Documents
internal import Glibc
internal import Profiles

/// A case in which the program crashed, as it tells itself on the command line.
struct CrashedCase: Hashable, Sendable {
  /// The place of the run among those of the command.
  var run: Int
  var reference: CaseReference

  /// As `0:CS-A07:CS/TIM/BV-01`.
  var text: String { "\(run):\(reference.requirementID):\(reference.caseID)" }
}

/// Goes on after a trap, which is a bug of ours: the program starts itself anew in its place, with the case to
/// leave out. Every run has its seed, so all else comes to what it would have come to.
enum CrashRetry {
  /// What the signal handler may use: nothing in it is allocated there.
  private final class Memory: @unchecked Sendable {
    let caseKey: pthread_key_t
    /// Of the message that names the unit of a campaign.
    let unitKey: pthread_key_t
    let stackKey: pthread_key_t
    /// The arguments of the new program, with room for two more.
    let arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    let place: Int
    let path = strdup("/proc/self/exe")
    let option = strdup("--crashed")

    init() {
      var keys: [pthread_key_t] = [0, 0, 0]
      for index in keys.indices { pthread_key_create(&keys[index], nil) }
      (caseKey, unitKey, stackKey) = (keys[0], keys[1], keys[2])
      let own = CommandLine.arguments
      // An option may not stand behind what ends the options.
      place = min(2, own.count)
      arguments = .allocate(capacity: own.count + 3)
      arguments.initialize(repeating: nil, count: own.count + 3)
      for (index, argument) in own.enumerated() {
        arguments[index < place ? index : index + 2] = strdup(argument)
      }
    }
  }

  private static let memory = Memory()
  private static let stackSize = 1 << 17

  /// Notes on this thread the case that begins; nil where none does.
  static func enter(_ crashed: CrashedCase?) {
    free(pthread_getspecific(memory.caseKey))
    pthread_setspecific(memory.caseKey, crashed.map { strdup($0.text) } ?? nil)
    makeStack()
  }

  /// Notes on this thread the unit of a campaign that begins; nil where none does.
  static func enter(unit: Int?) {
    free(pthread_getspecific(memory.unitKey))
    let message = unit.map { unit in
      "reflector: unit \(unit) crashed; 'campaign replay' repeats it, and 'campaign run --leave-out \(unit)' goes on"
        + " without it\n"
    }
    pthread_setspecific(memory.unitKey, message.map { strdup($0) } ?? nil)
    makeStack()
  }

  /// Names the unit of a campaign that this thread was in, if any. Safe in a signal handler.
  static func nameUnit() {
    guard let text = pthread_getspecific(memory.unitKey) else { return }
    _ = Glibc.write(STDERR_FILENO, text, strlen(text.assumingMemoryBound(to: CChar.self)))
  }

  private static func makeStack() {
    guard pthread_getspecific(memory.stackKey) == nil else { return }
    // A stack that has run over leaves no room for the handler.
    let stack = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)
    pthread_setspecific(memory.stackKey, stack)
    var description = stack_t(ss_sp: stack, ss_flags: 0, ss_size: stackSize)
    sigaltstack(&description, nil)
  }

  /// Starts anew if this thread was in a case; returns if not. Safe in a signal handler.
  static func startAnew() {
    guard let text = pthread_getspecific(memory.caseKey) else { return }
    let message: StaticString = "reflector: a test case crashed: a bug of the tester; continuing without it\n"
    _ = Glibc.write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    memory.arguments[memory.place] = memory.option
    memory.arguments[memory.place + 1] = text.assumingMemoryBound(to: CChar.self)
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    if let path = memory.path { execv(path, memory.arguments) }
  }
}

/// The arguments of `reflector check` that nobody gives but the program itself, and tests.
struct TroubleOptions: ParsableArguments {
  @Option(help: .hidden)
  var crashed: [CrashedCase] = []

  #if PLANTS_TROUBLE
    /// As `hang:CS/TIM/BV-01`: what goes wrong in that case.
    @Option(help: .hidden)
    var plant: [PlantedTrouble] = []
  #endif

  /// Whether the program started itself anew after a crash.
  var isRetry: Bool { !crashed.isEmpty }

  func crashed(in run: Int) -> Set<CaseReference> {
    Set(crashed.filter { $0.run == run }.map(\.reference))
  }
}

extension CrashedCase: ExpressibleByArgument {
  init?(argument: String) {
    let parts = argument.split(separator: ":").map(String.init)
    guard parts.count == 3, let run = Int(parts[0]) else { return nil }
    self.init(run: run, reference: CaseReference(requirementID: parts[1], caseID: parts[2]))
  }
}
