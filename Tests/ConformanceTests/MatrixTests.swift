import Faults
import Profiles
import TestSupport
import Testing

@Suite("Every fault and every conforming accessory against every requirement")
struct MatrixTests {
  /// A set and a fault that it finds.
  struct FaultCell: Sendable, CustomTestStringConvertible {
    let matrix: RequirementMatrix
    let fault: Fault
    var testDescription: String { "\(matrix.set): \(fault.id)" }
  }

  /// A set and an accessory that conforms to it.
  struct ConformingCell: Sendable, CustomTestStringConvertible {
    let matrix: RequirementMatrix
    let profile: String
    var testDescription: String { "\(matrix.set): \(profile)" }
  }

  static let faultCells = RequirementMatrix.all.flatMap { matrix in
    matrix.faults.map { FaultCell(matrix: matrix, fault: $0) }
  }
  static let conformingCells = RequirementMatrix.all.flatMap { matrix in
    (matrix.controls + matrix.others).map { ConformingCell(matrix: matrix, profile: $0) }
  }

  @Test("a fault fails what it breaks, whatever the seed, and nothing else", arguments: faultCells)
  func fault(cell: FaultCell) throws { try cell.matrix.expect(cell.fault) }

  @Test("a conforming accessory passes what it claims, whatever the seed", arguments: conformingCells)
  func conforming(cell: ConformingCell) throws { try cell.matrix.expectConforming(cell.profile) }

  @Test("every case can be carried out with a conforming accessory", arguments: RequirementMatrix.all)
  func carriedOut(matrix: RequirementMatrix) throws { try matrix.expectEachIsCarriedOut() }

  @Test("every judged requirement is broken alone by some fault")
  func everyRequirementIsCaught() throws {
    for matrix in RequirementMatrix.all { try matrix.expectEachIsBrokenAlone() }
  }
}
