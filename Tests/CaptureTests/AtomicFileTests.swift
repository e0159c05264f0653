import Capture
import Foundation
import PacketTap
import ProjectFiles
import Testing

@Suite struct AtomicFileTests {
  @Test("a file appears with its folders and nothing else")
  func fileAppears() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/new/deeper/run.pcapng"
      try fixtureWriter.writeFile(threeFrames(), at: path)
      #expect(try octets(at: path) == Fixture("capture-three-frames.pcapng").octets())
      #expect(try names(in: folder + "/new/deeper") == ["run.pcapng"])
    }
  }

  @Test("the final name is free until the end")
  func finalName() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/run"
      try AtomicFile.write(at: path) { sink throws(CaptureError) in
        try sink.write([1, 2, 3])
        #expect(!FileManager.default.fileExists(atPath: path))
      }
      #expect(try octets(at: path) == [1, 2, 3])
    }
  }

  @Test("a failure leaves no file and the old one as it was")
  func failureKeepsOld() throws {
    try withTemporaryFolder { folder in
      for path in [folder + "/fresh", folder + "/old"] {
        if path.hasSuffix("old") { try Data([9]).write(to: URL(fileURLWithPath: path)) }
        #expect(throws: CaptureError.empty(path: "body")) {
          try AtomicFile.write(at: path) { sink throws(CaptureError) in
            try sink.write([1, 2, 3])
            throw .empty(path: "body")
          }
        }
      }
      #expect(try names(in: folder) == ["old"])
      #expect(try octets(at: folder + "/old") == [9])
    }
  }

  @Test("an old file is replaced also through a link")
  func oldFile() throws {
    try withTemporaryFolder { folder in
      try Data([9]).write(to: URL(fileURLWithPath: folder + "/target"))
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link", withDestinationPath: folder + "/target")
      try AtomicFile.write(at: folder + "/link") { sink throws(CaptureError) in try sink.write([1]) }
      #expect(try octets(at: folder + "/target") == [1])
      #expect(try names(in: folder) == ["link", "target"])
    }
  }

  @Test(
    "a link to nothing stays, and the file is made where it leads", arguments: ["made", "deep/made", "next"])
  func linkToNothing(target: String) throws {
    try withTemporaryFolder { folder in
      let files = FileManager.default
      try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: target)
      try files.createSymbolicLink(atPath: folder + "/next", withDestinationPath: folder + "/last")
      try AtomicFile.write(at: folder + "/link") { sink throws(CaptureError) in try sink.write([1]) }
      #expect(try files.destinationOfSymbolicLink(atPath: folder + "/link") == target)
      #expect(try octets(at: folder + "/" + (target == "next" ? "last" : target)) == [1])
    }
  }

  @Test("links that lead in a circle are named and stay")
  func circle() throws {
    try withTemporaryFolder { folder in
      for (link, target) in [("a", "b"), ("b", "a")] {
        try FileManager.default.createSymbolicLink(atPath: folder + "/" + link, withDestinationPath: target)
      }
      let error = try #require(throws: CaptureError.self) {
        try AtomicFile.write(at: folder + "/a") { sink throws(CaptureError) in try sink.write([1]) }
      }
      #expect(error.description == "cannot create \(folder)/a: Too many levels of symbolic links")
      #expect(try names(in: folder) == ["a", "b"])
    }
  }

  @Test("a file that is only made takes a free name, and leaves one that is taken")
  func onlyMade() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/new/report"
      let isMade = try AtomicFile.create([1, 2], at: path)
      let isMadeAgain = try AtomicFile.create([3], at: path)
      #expect(isMade && !isMadeAgain)
      #expect(try octets(at: path) == [1, 2])
      #expect(try names(in: folder + "/new") == ["report"])
    }
  }

  @Test("a folder that cannot be made is named with the reason")
  func unmakeableFolder() throws {
    try withTemporaryFolder { folder in
      try Data().write(to: URL(fileURLWithPath: folder + "/file"))
      let error = try #require(throws: CaptureError.self) {
        try fixtureWriter.writeFile(threeFrames(), at: folder + "/file/captures/run.pcapng")
      }
      #expect(error.description == "cannot create the folder \(folder)/file: File exists")
      #expect(try names(in: folder) == ["file"])
    }
  }

  @Test("a folder that takes no file is named with the reason")
  func unwritableFolder() throws {
    let error = try #require(throws: CaptureError.self) {
      try fixtureWriter.writeFile(threeFrames(), at: "/proc/run.pcapng")
    }
    guard case .cannotCreateFile("/proc/run.pcapng", let reason) = error else { throw error }
    #expect([ENOENT, EACCES].contains(reason.code))
  }

  @Test("a folder is no file")
  func folderInPlaceOfFile() throws {
    try withTemporaryFolder { folder in
      let error = try #require(throws: CaptureError.self) {
        try PcapWriter().writeFile(threeFrames(), at: folder)
      }
      #expect(error.description == "cannot create \(folder): Is a directory; give the name of a file")
      #expect(try names(in: folder).isEmpty)
    }
  }

  @Test("a full disk is named with the reason", arguments: ["pcapng", "pcap"])
  func fullDisk(format: String) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/full"
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
      let error = try #require(throws: CaptureError.self) {
        let log = randomLog(frames: 2_000, seed: 3)
        if format == "pcap" {
          try PcapWriter().writeFile(log, at: path)
        } else {
          try fixtureWriter.writeFile(log, at: path)
        }
      }
      #expect(
        error.description
          == "cannot write \(path): No space left on device; free some space or choose another folder")
      #expect(try names(in: folder) == ["full"])
    }
  }
}
