import Foundation
import ProjectFiles
import Testing

@testable import Faults

@Suite("Register of faults")
struct FaultTests {
  @Test("each fault has its facts once, and is found by its id")
  func facts() {
    #expect(FaultFacts.all.map(\.fault) == Fault.allCases)
    #expect(Fault.allCases.allSatisfy { Fault(id: $0.id) == $0 })
    #expect(Fault(id: "no-such-fault") == nil)
  }

  @Test("the case of a fault has the letters of its id", arguments: Fault.allCases)
  func name(fault: Fault) {
    #expect("\(fault)".lowercased() == fault.id.replacing("-", with: ""))
    #expect(fault.id == fault.id.lowercased())
  }

  @Test("each fault acts where its case is asked for, outside of the register")
  func hooks() throws {
    let sources = ProjectFolder.url.appending(path: "Sources")
    var words = Set<Substring>()
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    where path.hasSuffix(".swift") && !path.hasPrefix("Foundations/Faults/") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      words.formUnion(text.matches(of: /\.(\w+)/).map(\.output.1))
    }
    for fault in Fault.allCases { #expect(words.contains("\(fault)"), "\(fault) acts nowhere") }
  }

  @Test("a set holds what was put into it, and nothing else")
  func membership() {
    #expect(Fault.allCases.count <= FaultSet.capacity)
    #expect(FaultSet().isEmpty && FaultSet(Fault.allCases) != FaultSet())
    for fault in Fault.allCases {
      let set: FaultSet = [fault]
      #expect(!set.isEmpty && Fault.allCases.filter(set.contains) == [fault])
    }
    #expect(Fault.allCases.allSatisfy(FaultSet(Fault.allCases).contains))
  }
}
