internal import Notation

struct ClusterQueue {
  /// A shard that runs or waits.
  struct Task {
    /// As `job 17_3`.
    var name: String
    var shard: Shard
    /// `running`, `pending`, or another word of the engine in lower case.
    var state: String
    /// The node, or nodes, that run it; nil if none does.
    var node: String?
    /// Why it waits, in the engine's word; nil if it does not, or if the engine gives none.
    var reason: String?

    var isRunning: Bool { state == "running" }

    var text: String {
      "\(state) as \(name)" + (node.map { " on \($0)" } ?? "") + (reason.map { " (\($0))" } ?? "")
    }
  }

  let lines: [String]
  /// The units that no shard runs, in order.
  let leftOut: [Int]
  private let tasks: [Shard: Task]

  /// Takes a line for each job, the tasks that have not ended, and the units that the jobs leave out; of several tasks
  /// of one shard, a running one counts.
  init(lines: [String], tasks: [Task], leftOut: [Int] = []) {
    self.lines = lines
    self.leftOut = Set(leftOut).sorted()
    self.tasks = Dictionary(tasks.map { ($0.shard, $0) }) { $0.isRunning ? $0 : $1 }
  }

  /// The task of a shard; nil if none runs or waits.
  func task(of shard: Shard) -> Task? { tasks[shard] }

  /// Into how many shards the campaign was divided: one number for each division.
  var shardCounts: [Int] { Set(tasks.keys.map(\.count)).sorted() }

  /// Counts the tasks of a job by their states, as `2 of 40 shards running, 30 pending (Resources), 8 ended`.
  static func summary(_ tasks: [Task], of shardCount: Int) -> String {
    let running = DecimalText.grouped(tasks.count(where: \.isRunning))
    var states: [String] = []
    for task in tasks where !task.isRunning && !states.contains(task.state) { states.append(task.state) }
    let waiting = states.map { state in
      let group = tasks.filter { $0.state == state }
      var reasons: [String] = []
      for reason in group.compactMap(\.reason) where !reasons.contains(reason) { reasons.append(reason) }
      return "\(DecimalText.grouped(group.count)) \(state)"
        + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))")
    }
    let endedCount = shardCount - tasks.count
    let ended = endedCount > 0 ? ["\(DecimalText.grouped(endedCount)) ended"] : []
    return (["\(running) of \(DecimalText.counted(shardCount, "shard")) running"] + waiting + ended).joined(
      separator: ", ")
  }
}
