internal import Glibc

/// `reflector-bench [REFLECTOR]`: speed and memory in one run, each figure beside a ratio.
///
/// Started in the folder of the project. `REFLECTOR` is the executable whose runs are timed; without it those
/// lines are left out.
@main
enum BenchmarkTool {
  static func main() {
    var table = FigureTable()
    do {
      // What a process has freed stays in its memory, so that what must stay small is measured first.
      let growth = try GrowthBenchmark.run(procedureCounts: [1_000, 3_000, 10_000])
      let check = try CheckBenchmark.run()
      let steps = StepBenchmark.run()
      steps.add(to: &table)
      check.add(to: &table, bareStepsPerSecond: steps.bareStepsPerSecond)
      if CommandLine.arguments.count > 1 {
        try ToolBenchmark(executable: CommandLine.arguments[1]).add(to: &table)
      }
      growth.add(to: &table)
      try TransportBenchmark.run().add(to: &table)
    } catch {
      let message = Array("reflector-bench: \(error)\n".utf8)
      write(STDERR_FILENO, message, message.count)
      exit(1)
    }
    print(table.text, terminator: "")
  }
}
