internal import ArgumentParser
internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization

/// What shares the work among machines.
enum ClusterEngine: String, ExpressibleByArgument, CaseIterable {
  case slurm, kubernetes, files
}

/// Calls the program of a cluster.
enum ClusterClient {
  /// What it prints, without the end of line. Throws if it is not there or fails, with `advice` on what else to do.
  static func run(
    _ program: String, _ arguments: [String], input: String = "", advice: String
  ) throws(BadInput) -> String {
    let process = Process()
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
    do {
      try process.run()
    } catch {
      throw BadInput("cannot run \(program): \(error.localizedDescription)")
    }
    // What fills one pipe while another is used to its end waits for ever, so all three are used at the same time.
    let complaint = Mutex(Data())
    let others = DispatchGroup()
    DispatchQueue.global().async(group: others) {
      let data = stderr.fileHandleForReading.readDataToEndOfFile()
      complaint.withLock { $0 = data }
    }
    // A program that ends before it has read all reports why.
    signal(SIGPIPE, SIG_IGN)
    DispatchQueue.global().async(group: others) {
      do {
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
      } catch {
        stdin.fileHandleForWriting.closeFile()
      }
    }
    let answer = stdout.fileHandleForReading.readDataToEndOfFile()
    others.wait()
    process.waitUntilExit()
    func text(_ data: Data) -> String {
      String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    guard process.terminationStatus == 0 else {
      guard process.terminationStatus != 127 else {
        throw BadInput("there is no \(program) here. \(advice)")
      }
      throw BadInput("\(program) fails. It reports:\n\(text(complaint.withLock { $0 }))\n\(advice)")
    }
    return text(answer)
  }
}
