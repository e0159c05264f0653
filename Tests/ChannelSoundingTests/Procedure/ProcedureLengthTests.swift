import CoreTypes
import CryptoToolbox
import Testing

@testable import ChannelSounding

@Suite struct ProcedureLengthTests {
  static let configurations: [CSConfiguration] = {
    var list: [CSConfiguration] = []
    for (main, sub) in [(1, nil), (2, nil), (3, nil), (2, 1), (2, 3), (3, 2)] as [(CSMode, CSMode?)] {
      for (repeated, mode0, selection) in [(0, 3, 0), (2, 1, 0), (3, 2, 1)]
        as [(UInt8, UInt8, ChannelSelectionType)]
      {
        var configuration = CSConfiguration()
        configuration.mainMode = main
        configuration.subMode = sub
        configuration.minMainModeSteps = 2
        configuration.maxMainModeSteps = 5
        configuration.mainModeRepetition = repeated
        configuration.mode0Steps = mode0
        configuration.channelSelection = selection
        configuration.ch3cJump = 3 + repeated
        configuration.rttType = .random32
        list.append(configuration)
      }
    }
    return list
  }()

  private func length(_ configuration: CSConfiguration) -> ProcedureLength {
    ProcedureLength(
      configuration: configuration, channelMap: .allowed,
      timing: StepTiming(configuration: configuration, antennaPaths: 1, tSW: 0),
      interpretations: Interpretations())
  }

  @Test("without sub mode the length is exact")
  func subMode() throws {
    let configuration = CSConfiguration()
    let (whole, half) = (3 * 483 + 72 * 465, 3 * 483 + 36 * 465)
    #expect(length(configuration).shortestSubevent(count: 1) == whole)
    #expect(!length(configuration).holds(count: 1, lengthMicroseconds: whole - 1))
    #expect(length(configuration).shortestSubevent(count: 2) == half)
    #expect(!length(configuration).holds(count: 32, lengthMicroseconds: 3 * 483 + 464))
    var planned = Planned(configuration)
    #expect(planned.subevents(length: half).count == 2)
  }

  @Test("more than 160 steps need a second subevent")
  func moreThan160Steps() {
    var configuration = CSConfiguration()
    configuration.channelMapRepetition = 3
    #expect(length(configuration).shortestSubevent(count: 1) == nil)
    #expect(length(configuration).holds(count: 2, lengthMicroseconds: 4_000_000))
    var planned = Planned(configuration)
    #expect(planned.subevents(length: 4_000_000).count == 2)
  }

  @Test("no procedure needs more than is foretold", arguments: configurations)
  func procedureNeeds(configuration: CSConfiguration) throws {
    let length = length(configuration)
    for count in 1...4 {
      guard let shortest = length.shortestSubevent(count: count) else { continue }
      #expect(count == 1 || !length.holds(count: count - 1, lengthMicroseconds: shortest))
      for key in 0..<6 as Range<UInt128> {
        var planned = Planned(configuration, drbg: CSDRBG(key: key, v: 1))
        #expect(planned.subevents(length: shortest).count <= count)
      }
    }
  }
}
