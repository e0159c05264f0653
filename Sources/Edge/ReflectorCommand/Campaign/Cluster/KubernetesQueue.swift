internal import Foundation

/// The Indexed Job of a campaign, and its pods.
enum KubernetesQueue {
  /// The annotation of a Job with the units that no shard runs, as `0 12`.
  static let leaveOutKey = "reflector/leave-out"

  /// A statement about a Job or a pod.
  private struct Condition: Decodable {
    var type: String
    var status: String
    var reason: String?

    var isTrue: Bool { status == "True" }
  }

  private struct Job: Decodable {
    struct Metadata: Decodable { var annotations: [String: String]? }
    struct Spec: Decodable {
      var completions: Int?
      var suspend: Bool?
    }
    struct Status: Decodable {
      /// As `0,2-4`.
      var completedIndexes: String?
      var failedIndexes: String?
      var conditions: [Condition]?
    }
    var metadata: Metadata?
    var spec: Spec
    var status: Status?

    var leftOut: [Int] {
      (metadata?.annotations?[KubernetesQueue.leaveOutKey] ?? "").split(separator: " ").compactMap { Int($0) }
    }

    /// That it is complete or failed; nil while it is neither.
    var end: Condition? {
      status?.conditions?.first { ["Complete", "Failed"].contains($0.type) && $0.isTrue }
    }
  }

  private struct Pods: Decodable { var items: [Pod] }

  private struct Pod: Decodable {
    struct Metadata: Decodable {
      var name: String
      var annotations: [String: String]?
    }
    struct Spec: Decodable { var nodeName: String? }
    struct Status: Decodable {
      var phase: String?
      var conditions: [Condition]?
      var containerStatuses: [Container]?
    }
    struct Container: Decodable {
      struct State: Decodable {
        struct Waiting: Decodable { var reason: String? }
        var waiting: Waiting?
      }
      var state: State?
    }
    var metadata: Metadata
    var spec: Spec
    var status: Status

    /// The index of the Job, from 0; nil if the pod is of another kind.
    var index: Int? {
      metadata.annotations?["batch.kubernetes.io/job-completion-index"].flatMap { Int($0) }
    }
    var phase: String { (status.phase ?? "unknown").lowercased() }
    var isActive: Bool { !["succeeded", "failed"].contains(phase) }
    /// Why it does not run.
    var reason: String? {
      guard phase != "running" else { return nil }
      let waiting = status.containerStatuses?.lazy.compactMap { $0.state?.waiting?.reason }.first
      return waiting ?? status.conditions?.first { !$0.isTrue && $0.reason != nil }?.reason
    }
  }

  /// Asks `kubectl` for the Job of a campaign, whose name it has.
  static func ask(for id: String) throws(BadInput) -> ClusterQueue {
    let job = try get(["job", id, "--ignore-not-found"], as: Job.self)
    guard let job else { return ClusterQueue(lines: ["there is no Job \(id)"], tasks: []) }
    guard let count = job.spec.completions, (1...Shard.maximum).contains(count) else {
      throw BadInput("found the Job \(id) without a number of shards, expected an Indexed Job.")
    }
    let pods = try get(["pods", "--selector=batch.kubernetes.io/job-name=\(id)"], as: Pods.self)
    let tasks = tasks(of: job, (pods?.items ?? []).filter(\.isActive), shardCount: count)
    let outcome = job.end.map { ", \($0.type.lowercased())" + ($0.reason.map { " (\($0))" } ?? "") } ?? ""
    return ClusterQueue(
      lines: ["job \(id): " + ClusterQueue.summary(tasks, of: count) + outcome], tasks: tasks,
      leftOut: job.leftOut)
  }

  /// The shards that run or wait: those of pods, and those that the Job makes pods for later.
  private static func tasks(of job: Job, _ pods: [Pod], shardCount: Int) -> [ClusterQueue.Task] {
    let ended = ranges(job.status?.completedIndexes) + ranges(job.status?.failedIndexes)
    let podsOfIndex = Dictionary(grouping: pods, by: \.index)
    var tasks: [ClusterQueue.Task] = []
    for index in 0..<shardCount {
      let shard = Shard(index + 1, of: shardCount)
      let all = podsOfIndex[index] ?? []
      if let pod = all.first(where: { $0.phase == "running" }) ?? all.first {
        tasks.append(
          .init(
            name: "pod \(pod.metadata.name)", shard: shard, state: pod.phase,
            node: pod.phase == "running" ? pod.spec.nodeName : nil, reason: pod.reason))
      } else if job.end == nil, !ended.contains(where: { $0.contains(index) }) {
        let reason = job.spec.suspend == true ? "Suspended" : "no pod yet"
        tasks.append(
          .init(name: "index \(index)", shard: shard, state: "pending", node: nil, reason: reason))
      }
    }
    return tasks
  }

  /// The ranges of indexes in a text as `0,2-4`.
  private static func ranges(_ text: String?) -> [ClosedRange<Int>] {
    (text ?? "").split(separator: ",").compactMap { part in
      let ends = part.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, first <= last else { return nil }
      return first...last
    }
  }

  /// What `kubectl get` answers; nil if it answers nothing.
  private static func get<Value: Decodable>(
    _ words: [String], as type: Value.Type
  ) throws(BadInput) -> Value? {
    let answer = try ClusterClient.run(
      "kubectl", ["get"] + words + ["--output=json"],
      advice: "Without --engine, status reads the stores alone."
    )
    guard !answer.isEmpty else { return nil }
    do {
      return try JSONDecoder().decode(type, from: Data(answer.utf8))
    } catch {
      throw BadInput("found an unexpected answer of kubectl get \(words[0]): \(error)")
    }
  }
}
