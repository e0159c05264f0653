internal import Glibc
internal import Statistics

/// Wall times of the executable `reflector` as a user starts it.
struct ToolBenchmark {
  private static let repetitions = 5
  private static let allSetRepetitions = 3
  private static let startUps = 21

  let executable: String

  /// An executable that does not start, or does not end as it should.
  enum Failure: Error, CustomStringConvertible {
    case notStarted(String, reason: String)
    case status(String, Int32)

    var description: String {
      switch self {
      case .notStarted(let command, let reason): "\(command) does not start: \(reason)"
      case .status(let command, let status): "\(command) ends with status \(status)"
      }
    }
  }

  /// Runs the commands and adds the rows.
  func add(to table: inout FigureTable) throws(Failure) {
    try addStart(to: &table)
    try addChecks(to: &table)
    try addStudies(to: &table)
    try addMerge(to: &table)
  }

  /// Procedures of 72 steps of mode-2, by the thousand: time must grow with them, memory must not.
  private func addStudies(to table: inout FigureTable) throws(Failure) {
    let (few, many) = (10_000, 100_000)
    let command = ["range", CheckBenchmark.profilePath, "--quiet", "--jobs", "2", "--procedures"]
    let short = try median(1, command + ["\(few)"])
    let start = ContinuousClock().now
    let sum = BareModel.run(count: many * 72, distanceMetres: 3, seed: 1)
    let bareSeconds = (ContinuousClock().now - start).inSeconds
    precondition(sum.isFinite, "the bare loop has a result")
    let long = try median(1, command + ["\(many)"])
    table.add(
      "reflector range of \(Double(many).text(digits: 0)) procedures, 2 jobs",
      "\((long.seconds * 1e3).text(digits: 0)) ms",
      "\((long.seconds / bareSeconds).text(digits: 1)) of the bare loop's time for their steps")
    table.add(
      "  memory at the peak", "\(long.megabytes.text(digits: 1)) MB",
      "\((long.megabytes / short.megabytes).text(digits: 2)) of that of \(Double(few).text(digits: 0))")
    try addCampaign(of: many, range: long.seconds, to: &table)
  }

  /// The same procedures as a campaign, whose store must cost next to nothing.
  private func addCampaign(
    of procedureCount: Int, range rangeSeconds: Double, to table: inout FigureTable
  ) throws(Failure) {
    let base = "/tmp/reflector-bench-\(getpid())"
    try Self.writeCampaign(at: base + ".yaml", distances: "3", procedureCount: procedureCount)
    defer { for ending in ["yaml", "sqlite"] { unlink("\(base).\(ending)") } }
    let run = try median(1, ["campaign", "run", base + ".yaml", "--quiet", "--jobs", "2"])
    var status = stat()
    stat(base + ".sqlite", &status)
    let perUnit = Double(status.st_size) / (Double(procedureCount) / 500)
    table.add(
      "  the same as a campaign, with its store", "\((run.seconds * 1e3).text(digits: 0)) ms",
      "\((run.seconds / rangeSeconds).text(digits: 2)) of range, \(perUnit.text(digits: 0)) octets a unit")
  }

  /// The stores of many machines, which are joined in one go.
  private func addMerge(to table: inout FigureTable) throws(Failure) {
    let folder = "/tmp/reflector-bench-\(getpid())"
    guard mkdir(folder, 0o700) == 0 else {
      throw .notStarted("mkdir \(folder)", reason: String(cString: strerror(errno)))
    }
    defer {
      Self.empty(folder)
      rmdir(folder)
    }
    let campaign = folder + "/many.yaml"
    let shardCount = 200
    try Self.writeCampaign(at: campaign, distances: "\"1:100:0.1\"", procedureCount: 1)
    for number in 1...shardCount {
      _ = try run(
        ["campaign", "run", campaign, "--quiet", "--jobs", "1", "--shard", "\(number)/\(shardCount)"])
    }
    let merge = try median(1, ["campaign", "merge", campaign, "--quiet"])
    limited("reflector campaign merge of \(shardCount) shards", merge, mostSeconds: 1, to: &table)
  }

  private static func writeCampaign(
    at path: String, distances: String, procedureCount: Int
  ) throws(Failure) {
    let text = """
      schema: reflector/campaign/1
      id: bench
      title: Bench
      accessories: [nordic-nrf54l15-ipt]
      ranging: {distances_m: [\(distances)], procedures: \(procedureCount)}

      """
    guard let file = fopen(path, "w") else {
      throw .notStarted("writing \(path)", reason: String(cString: strerror(errno)))
    }
    fputs(text, file)
    fclose(file)
  }

  private func addChecks(to table: inout FigureTable) throws(Failure) {
    let chipsets = BenchmarkFile.profiles(in: "Profiles/accessories")
    let captures = "/tmp/reflector-bench-\(getpid())"
    guard mkdir(captures, 0o700) == 0 else {
      throw .notStarted("mkdir \(captures)", reason: String(cString: strerror(errno)))
    }
    defer {
      Self.empty(captures)
      rmdir(captures)
    }
    let options = ["--quiet", "--capture", captures]
    let one = try median(Self.repetitions, ["check", CheckBenchmark.profilePath] + options)
    let chipsetTime = try median(Self.repetitions, ["check"] + chipsets + options + ["--jobs", "2"])
    let setTime = try median(
      Self.allSetRepetitions, ["check"] + chipsets + options + ["--requirements", "all", "--jobs", "2"])
    let everything = ["check", CheckBenchmark.profilePath, "--requirements", "all", "--jobs", "2"] + options
    let plain = try median(Self.repetitions, everything)
    let paged = try median(Self.repetitions, everything + ["--html", captures + "/page.html"])
    limited("reflector check of one profile", one, mostSeconds: 1.5, to: &table)
    limited("  with all sets, of \(chipsets.count) chipsets, 2 jobs", setTime, mostSeconds: 10, to: &table)
    limited(
      "  a page of all sets on one profile, beyond the run",
      (max(0, paged.seconds - plain.seconds), paged.megabytes), mostSeconds: 0.3, to: &table)
    table.add(
      "reflector check of \(chipsets.count) chipsets, 2 jobs",
      "\((chipsetTime.seconds * 1e3).text(digits: 0)) ms",
      "\((chipsetTime.seconds / one.seconds).text(digits: 2)) of one check, "
        + "\(chipsetTime.megabytes.text(digits: 0)) MB")
  }

  /// A shell asks for lists whenever a user wants a name completed.
  private func addStart(to table: inout FigureTable) throws(Failure) {
    let bare = try median(Self.startUps, ["--version"]).seconds
    let list = try median(Self.startUps, ["list"]).seconds
    let mostSeconds = 0.02
    table.add(
      "reflector list", "\((list * 1e3).text(digits: 0)) ms",
      "\((list / mostSeconds).text(digits: 2)) of \((mostSeconds * 1e3).text(digits: 0)) ms, "
        + "\((list / bare).text(digits: 1)) of reflector --version")
  }

  /// A row whose time is to stay below a limit.
  private func limited(
    _ name: String, _ run: (seconds: Double, megabytes: Double), mostSeconds: Double,
    to table: inout FigureTable
  ) {
    table.add(
      name, "\((run.seconds * 1e3).text(digits: 0)) ms",
      "\((run.seconds / mostSeconds).text(digits: 2)) of \(mostSeconds.text(digits: 1)) s, "
        + "\(run.megabytes.text(digits: 0)) MB")
  }

  private static func empty(_ folder: String) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { unlink("\(folder)/\(name)") }
    }
  }

  /// The median time of several runs, and the most memory that one took, in MB of 10^6 octets.
  private func median(
    _ count: Int, _ arguments: [String]
  ) throws(Failure) -> (seconds: Double, megabytes: Double) {
    var seconds: [Double] = []
    var most = 0.0
    for _ in 0..<count {
      let start = ContinuousClock().now
      most = max(most, try run(arguments))
      seconds.append((ContinuousClock().now - start).inSeconds)
    }
    return (seconds.median, most)
  }

  /// Runs the executable with its output thrown away, and returns the memory it took in MB.
  private func run(_ arguments: [String]) throws(Failure) -> Double {
    let command = ([executable] + arguments.prefix(2)).joined(separator: " ")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, executable, &actions, nil, words, environ)
    guard code == 0 else { throw .notStarted(command, reason: String(cString: strerror(code))) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    // A profile with a fault fails its requirement, and one that claims little leaves some open: that is as it should be.
    guard status & 0x7F == 0, [0, 1, 3].contains(status >> 8 & 0xFF) else { throw .status(command, status) }
    return Double(usage.ru_maxrss) * 1024 / 1e6
  }
}
