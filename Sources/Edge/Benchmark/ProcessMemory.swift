internal import Glibc

/// The memory of this process.
enum ProcessMemory {
  /// The most memory held since the last `restartPeak()`, in MB of 10^6 octets; 0 where the system does not say.
  static var peakMegabytes: Double {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.split { [9, 10, 32].contains($0) }
      guard words.count >= 2, words[0].elementsEqual("VmHWM:".utf8) else { continue }
      return (Double(String(decoding: words[1], as: UTF8.self)) ?? 0) * 1024 / 1e6
    }
    return 0
  }

  /// Starts the peak anew from the memory held now. Where the system refuses, the peak is one since the start.
  static func restartPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }
}
