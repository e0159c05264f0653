internal import Foundation

enum SlurmQueue {
  /// The comment of a job: which campaign it is of. Jobs of other folders may have the same name.
  struct Note {
    /// Nil for the job that merges.
    var shardCount: Int?
    /// The store of the campaign, from the working directory of the job.
    var store: String
    /// The units that no shard runs.
    var leaveOut: [Int]

    init(shardCount: Int?, store: String, leaveOut: [Int]) {
      self.shardCount = shardCount
      self.store = store
      self.leaveOut = leaveOut
    }

    /// Reads a comment; nil if it is of another kind.
    init?(_ comment: String) {
      guard
        let match = comment.wholeMatch(
          of: #/(?:shards=([0-9]{1,6}) |)store=(.+?)(?: leave-out=([0-9,]+)|)/#),
        let store = String(match.2).removingPercentEncoding
      else { return nil }
      shardCount = match.1.flatMap { Int($0) }
      self.store = store
      leaveOut = match.3.map { $0.split(separator: ",").compactMap { Int($0) } } ?? []
    }

    /// The store as in a URL: `sbatch` drops backslashes, and tabs are between the fields of `squeue`.
    var text: String {
      let store = store.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? store
      let units = leaveOut.map { "\($0)" }.joined(separator: ",")
      return (shardCount.map { "shards=\($0) " } ?? "") + "store=\(store)"
        + (units.isEmpty ? "" : " leave-out=\(units)")
    }
  }

  /// A line of `squeue`: a job, or a task of an array.
  private struct Entry {
    /// Number of the job, or of the array.
    let job: String
    /// Number of the task; nil for a job without tasks.
    let number: Int?
    let state: String
    /// The nodes, or a reason in brackets.
    let place: String
    let folder: String
    let comment: String

    /// What `squeue` prints of it, with tabs between: array or job, task, state, place, comment, folder. The folder comes
    /// last, since its name may have tabs.
    static let format = "%F\t%K\t%T\t%R\t%k\t%Z"

    init?(_ line: Substring) {
      let fields = line.split(separator: "\t", maxSplits: 5, omittingEmptySubsequences: false).map(
        String.init)
      guard fields.count == 6 else { return nil }
      (job, number, state) = (fields[0], Int(fields[1]), fields[2].lowercased())
      (place, comment, folder) = (fields[3], fields[4], fields[5])
    }

    /// The reason for which it waits; nil if it is on nodes.
    var reason: String? {
      place.hasPrefix("(") && place.hasSuffix(")") ? String(place.dropFirst().dropLast()) : nil
    }

    /// The task of a shard; nil if it is none.
    func task(of shardCount: Int) -> ClusterQueue.Task? {
      guard let number, let shard = Shard(argument: "\(number)/\(shardCount)") else { return nil }
      let node = reason == nil && !place.isEmpty ? place : nil
      return .init(name: "job \(job)_\(number)", shard: shard, state: state, node: node, reason: reason)
    }
  }

  /// Asks `squeue` for the jobs of a campaign, which have its name, with its store.
  static func ask(for id: String, store: String) throws(BadInput) -> ClusterQueue {
    let names = "\(id),\(id)-merge"
    let answer = try ClusterClient.run(
      "squeue", ["--noheader", "--array", "--name=\(names)", "--format=\(Entry.format)"],
      advice: "Without --engine, status reads the stores alone.")
    var tasks: [ClusterQueue.Task] = []
    var lines: [String] = []
    var leftOut: [Int] = []
    let own = file(store, in: "")
    for entries in try jobs(answer) {
      let entry = entries[0]
      let start = "job \(entry.job): "
      let note = Note(entry.comment)
      guard let note, file(note.store, in: entry.folder) == own else {
        lines.append(start + "of another campaign with the name \(id), in \(entry.folder)")
        continue
      }
      leftOut += note.leaveOut
      if let shardCount = note.shardCount {
        let found = entries.compactMap { $0.task(of: shardCount) }
        tasks += found
        lines.append(start + ClusterQueue.summary(found, of: shardCount))
      } else {
        let place = entry.reason.map { "(\($0))" } ?? "on \(entry.place)"
        lines.append(start + "merge \(entry.state) \(place)")
      }
    }
    return ClusterQueue(
      lines: lines.isEmpty ? ["squeue has no job of the campaign"] : lines, tasks: tasks, leftOut: leftOut)
  }

  /// What `squeue` prints of each job, in the order of their numbers.
  private static func jobs(_ answer: String) throws(BadInput) -> [[Entry]] {
    var jobs: [String: [Entry]] = [:]
    for line in answer.split(separator: "\n") {
      guard let entry = Entry(line) else {
        throw BadInput("found '\(line)' from squeue, expected six fields of a job.")
      }
      jobs[entry.job, default: []].append(entry)
    }
    return jobs.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }.map(\.value)
  }

  /// A file from a folder on, by the names of folders that no link leads to.
  private static func file(_ path: String, in folder: String) -> String {
    let base = folder.isEmpty ? nil : URL(filePath: folder, directoryHint: .isDirectory)
    let url = URL(filePath: path, relativeTo: base).absoluteURL.standardizedFileURL
    return url.deletingLastPathComponent().resolvingSymlinksInPath().appending(path: url.lastPathComponent)
      .path
  }
}
