internal import Documents
internal import Notation

/// A campaign as jobs of a cluster. Each shard is a command that can be repeated: what is stored stays, and goes on.
struct ClusterWork {
  let id: String
  let options: CampaignOptions
  let shardCount: Int
  let image: String
  /// The claim of the volume with the campaign.
  let claim: String
  /// Whether shards keep results apart from those before a change.
  let acceptsChange: Bool
  /// The units that no shard runs.
  let leaveOut: [Int]

  /// The command that joins the shards.
  var merge: String { ShellText.command(options.command("merge")) }

  private var run: String {
    ShellText.command(
      options.command("run") + (acceptsChange ? ["--accept-change"] : [])
        + LeaveOutOptions.arguments(leaveOut) + ["--quiet"])
  }

  /// The commands of the shards, a line each.
  var commands: String {
    (1...shardCount).map { "\(run) --jobs 1 --shard \($0)/\(shardCount)\n" }.joined()
  }

  /// By which `SlurmQueue` knows the job again.
  private func comment(shardCount: Int?) -> String {
    let note = SlurmQueue.Note(shardCount: shardCount, store: options.storePath, leaveOut: leaveOut)
    return ShellText.command([note.text])
  }

  /// A job array of Slurm. A task that is preempted or killed, or whose node goes away, runs again.
  var slurmArray: String {
    """
    #!/bin/bash
    #SBATCH --job-name=\(id)
    #SBATCH --comment=\(comment(shardCount: shardCount))
    #SBATCH --array=1-\(shardCount)
    #SBATCH --requeue
    #SBATCH --open-mode=append
    #SBATCH --output=\(id).%a.log
    \(run) --jobs "${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/\(shardCount)"
    status=$?
    # What was killed, as for want of memory, runs again.
    if [ $status -gt 128 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 10 ]; then
      scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" && sleep 60
    fi
    exit $status

    """
  }

  /// The job of Slurm that joins the shards when all of `job` have ended; nil where its number is not known yet.
  func slurmMerge(after job: String?) -> String {
    """
    #!/bin/bash
    #SBATCH --job-name=\(id)-merge
    #SBATCH --comment=\(comment(shardCount: nil))
    #SBATCH --dependency=afterany:\(job ?? "ARRAY_JOB")
    #SBATCH --output=\(id).merge.log
    exec \(merge)

    """
  }

  /// An Indexed Job of Kubernetes. The folder of the campaign is the volume of the claim.
  ///
  /// Kubernetes reads `$$` in `args` as `$`, and replaces `$(NAME)`. It leaves the sum to the shell, since no variable
  /// has such a name.
  var kubernetesJob: String {
    get throws(BadInput) {
      // The host of a pod has the name `ID-INDEX`, of at most 63 octets.
      let limit = 63 - "-\(shardCount - 1)".utf8.count
      guard id.utf8.count <= limit else {
        throw BadInput(
          "\(options.campaign): found an id of \(id.utf8.count) octets, expected at most \(limit) for"
            + " \(DecimalText.counted(shardCount, "shard")) on Kubernetes. Shorten it.")
      }
      let units = leaveOut.map { "\($0)" }.joined(separator: " ")
      let annotations =
        units.isEmpty ? "" : "\n  annotations: {\(KubernetesQueue.leaveOutKey): \(ScalarText.quoted(units))}"
      return """
        # When all shards have ended: \(merge)
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: \(ScalarText.quoted(id))\(annotations)
        spec:
          completions: \(shardCount)
          parallelism: \(shardCount)
          completionMode: Indexed
          backoffLimitPerIndex: 10
          template:
            spec:
              restartPolicy: Never
              containers:
                - name: shard
                  image: \(ScalarText.quoted(image))
                  workingDir: /campaign
                  command: [sh, -c]
                  args:
                    - |
                      exec \(run.replacing("$", with: "$$")) --jobs 1 --shard "$((JOB_COMPLETION_INDEX + 1))/\(shardCount)"
                  resources:
                    requests: {cpu: "1", memory: 256Mi}
                  volumeMounts:
                    - {name: campaign, mountPath: /campaign}
              volumes:
                - name: campaign
                  persistentVolumeClaim: {claimName: \(ScalarText.quoted(claim))}

        """
    }
  }
}
