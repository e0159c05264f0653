internal import Glibc

/// `reflector-bench [REFLECTOR]`: speed and memory in one run, each figure beside a ratio.
/// `reflector-bench steps COUNT`: runs so many steps of each kind and measures nothing, for a tool that counts
/// instructions or allocations.
/// `reflector-bench scenarios`: a scenario played, and callbacks of an app.
/// `reflector-bench captures`: captures written and recordings read, beside a plain copy of their octets.
/// `reflector-bench lab`: a lab that draws.
/// `reflector-bench analysis`: recordings of both ends analyzed.
/// `reflector-bench transport`: round trips of HCI commands. To be held to one core, since host and controller take
/// turns, and to wake another core takes longer than a round trip.
///
/// Started in the folder of the project. `REFLECTOR` is the executable whose runs are timed; without it those
/// lines are left out.
@main
enum BenchmarkTool {
  static func main() {
    var table = FigureTable()
    let argument = CommandLine.arguments.dropFirst().first
    do {
      if argument == "transport" {
        try TransportBenchmark.run().add(to: &table)
      } else if argument == "analysis" {
        try AnalysisBenchmark.run().add(to: &table)
      } else if argument == "lab" {
        try LabBenchmark.run().add(to: &table)
      } else if argument == "scenarios" {
        try ScenarioBenchmark.run().add(to: &table)
      } else if argument == "captures" {
        try CaptureBenchmark.run().add(to: &table)
      } else if argument == "steps", let count = CommandLine.arguments.last.flatMap({ Int($0) }) {
        StepBenchmark.exercise(stepCount: count)
        return
      } else {
        try addSimulation(to: &table, executable: argument)
      }
    } catch {
      let message = Array("reflector-bench: \(error)\n".utf8)
      write(STDERR_FILENO, message, message.count)
      exit(1)
    }
    print(table.text, terminator: "")
  }

  private static func addSimulation(to table: inout FigureTable, executable: String?) throws {
    // What a process has freed stays in its memory, so that what must stay small is measured first.
    let growth = try GrowthBenchmark.run(procedureCounts: [1_000, 3_000, 10_000])
    let captures = try CaptureBenchmark.run()
    let check = try CheckBenchmark.run()
    let steps = StepBenchmark.run()
    let ranging = RangingBenchmark.run()
    steps.add(to: &table)
    ranging.add(to: &table)
    captures.add(to: &table)
    try AnalysisBenchmark.run().add(to: &table)
    check.add(to: &table, bareStepsPerSecond: steps.bareStepsPerSecond)
    try ScenarioBenchmark.run().add(to: &table)
    try LabBenchmark.run().add(to: &table)
    try CatalogueBenchmark.run().add(to: &table)
    if let executable { try ToolBenchmark(executable: executable).add(to: &table) }
    growth.add(to: &table)
  }
}
