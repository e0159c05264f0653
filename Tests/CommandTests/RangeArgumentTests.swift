import Foundation
import Testing

@Suite("Arguments of reflector range that make no sense")
struct RangeArgumentTests {
  static let table: [(arguments: [String], message: String)] = [
    (["--distance", "0"], "found 0 in --distance, expected 0.1 to 149 metres."),
    (["--distance", "1,200"], "found 200 in --distance, expected 0.1 to 149 metres."),
    (["--distance", "1:30"], "found a range without a step in --distance 1:30, expected FIRST:LAST:STEP"),
    (["--distance", "5:1:1"], "found a descending range in --distance 5:1:1"),
    (["--distance", "1:2:0"], "found the step 0 in --distance 1:2:0, expected a step above 0."),
    (["--distance", "1:2:-1"], "found the step -1 in --distance 1:2:-1, expected a step above 0."),
    (["--distance", "1:149:0.01"], "expected at most 1000 values; take a larger step."),
    (
      ["--distance", "1:10:1", "--sweep", "tau=0:50:0.1", "--sweep", "snr=0:40:0.1"],
      "found 2,009,010 points for each of 1 combination of accessory, phone"
    ),
    (["--distance", "near"], "found 'near' in --distance near, expected a number, a list as 1,2,5"),
    (["--distance", "1,,2"], "found '' in --distance 1,,2"),
    (["--distance", ""], "found '' in --distance "),
    (["--distance", "nan"], "found 'nan' in --distance nan"),
    (["--distance", "1e999"], "found '1e999' in --distance"),
    (["--procedures", "0"], "found --procedures 0, expected 1 to 10000000."),
    (["--procedures", "-1"], "found --procedures -1, expected 1 to 10000000."),
    (["--jobs", "-3"], "found --jobs -3, expected 1 to 256."),
    (["--speed", "1000"], "found --speed 1000.0, expected -50 to 50 metres a second."),
    (["--speed", "-x"], "The value '-x' is invalid for '--speed <m/s>'"),
    (["--jobs", "0"], "found --jobs 0, expected 1 to 256."),
    (
      ["--sweep", "tau=1", "--sweep", "pll_settling_tau_us=2"], "found --sweep tau twice, expected two knobs."
    ),
    (["--sweep", "tau=1", "--sweep", "snr=2", "--sweep", "cfo=2"], "found 3 --sweep, expected at most 2."),
    (["--sweep", "tua=1"], "found no knob 'tua'; did you mean tau?"),
    (["--sweep", "pll_setling_tau_us=1"], "did you mean pll_settling_tau_us?"),
    (["--sweep", "zzzzzzzz=1"], "found no knob 'zzzzzzzz'; 'reflector list knobs' lists all."),
    (["--sweep", "tau"], "found --sweep tau, expected KNOB=VALUES, as tau=1:15:1."),
    (["--sweep", "tau="], "found --sweep tau=, expected KNOB=VALUES, as tau=1:15:1."),
    (["--sweep", "tau=1:15"], "found a range without a step in --sweep tau=1:15"),
    (["--sweep", "tau=60"], "found 60 in --sweep tau=60, expected a number from 0 to 50 microseconds."),
    (["--sweep", "tFCS=15:150:10"], "found 25 in --sweep tFCS=15:150:10, expected one of 15, 20, 30"),
    (["--sweep", "tFCS=16:19"], "found no legal value in the range of --sweep tFCS=16:19"),
    (
      ["--sweep", "pct_bits=4:12:1.5"],
      "found 5.5 in --sweep pct_bits=4:12:1.5, expected a whole number from 4 to 12"
    ),
    (["--sweep", "snr=400"], "expected a number from -20 to 100 dB."),
    (["--sweep", "max_interval_events=2"], "procedures.max_interval_events cannot be 2 here: "),
    (["--sweep", "speed=1", "--speed", "1"], "--sweep speed and --speed contradict each other; drop one."),
    (
      ["--sweep", "tau=1,2", "--set", "radio.pll_settling_tau_us=5"],
      "--sweep tau and --set radio.pll_settling_tau_us contradict each other; drop one."
    ),
    (["--set", "radio.pll_setling_tau_us=5"], "Did you mean 'pll_settling_tau_us'?"),
    (
      ["--estimator", "rtt"],
      "--estimator rtt needs steps of mode-1 or mode-3, and iphone-ios27 uses only mode-2; choose another phone."
    ),
    (
      ["--estimator", "rtt", "--phone", "secure-mode-3", "--sweep", "main_mode=2"],
      "secure-mode-3 uses only mode-2 with --sweep main_mode=2; sweep other values of main_mode, or choose another"
    ),
    (
      ["--sweep", "main_mode=1"],
      "--estimator mmse needs steps of mode-2 or mode-3, and iphone-ios27 uses only mode-1 with --sweep main_mode=1"
    ),
    (
      ["--estimator", "rtt", "--sweep", "main_mode=3"],
      "--estimator rtt needs the times of both devices, and with inline PCT iphone-ios27 has only its own"
    ),
    (
      ["--estimator", "mll"],
      "found --estimator mll, expected one of mmse, ml, earliest, music, rtt, fused, motion."
    ),
    (["--units", "feet"], "found 'feet', expected one of auto, mm, m."),
    (["--smooth", "kalman"], "found 'kalman', expected one of none, gate, median, mean."),
    (["--csv", "-", "--json", "-"], "found standard output for --json and for --csv, expected one"),
    (["--csv", ""], "found an empty name for --csv, expected one."),
    (["--json", "Profiles"], "cannot write Profiles: it is a folder; give the name of a file with --json"),
    (["--environment", "moon"], "found no environment 'moon'; expected one of"),
    (["--phone", "nokia-3310"], "found no phone 'nokia-3310'; expected one of"),
  ]

  @Test("give one message, exit status 2 and no file", arguments: table)
  func refused(arguments: [String], message: String) throws {
    let folder = try Folder()
    let ended = try Tool.run(["range", "nordic-nrf54l15-ipt"] + arguments, in: folder)
    #expect(ended.status == 2)
    #expect(ended.output == "")
    #expect(ended.error.contains(message), "\(ended.error)")
    #expect(ended.error.matches(of: #/(?:^|\n)(?:Error|--set:1:1): /#).count == 1)
    #expect(try folder.names(".") == ["Profiles"])
  }

  @Test("a profile is asked for, and a wrong one is told with its line")
  func profiles() throws {
    let folder = try Folder()
    #expect(try Tool.run(["range"], in: folder).error.contains("Missing expected argument '<profile> ...'"))
    try folder.write("schema: reflector/accessory/1\nidentity: 3\n", "bad.yaml")
    let ended = try Tool.run(["range", "bad.yaml"], in: folder)
    #expect(ended.status == 2)
    #expect(ended.error.hasPrefix("bad.yaml:2:"))
  }
}
