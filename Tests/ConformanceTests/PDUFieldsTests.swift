import ConformanceTester
import CoreTypes
import LinkLayer
import Testing

@Suite("The legal values of a control PDU")
struct PDUFieldsTests {
  private static func problems(ofPower power: TransmitPowerLevel) -> [[String]] {
    var answer = PowerControlRsp()
    var change = PowerChangeInd()
    (answer.txPower, change.txPower) = (power, power)
    return [ControlPDU.powerControlRsp(answer), .powerChangeInd(change)].map {
      PDUFields.problems(in: $0)
    }
  }

  @Test(
    "are every transmit power, not managed and not known",
    arguments: [-127, 0, 20, 126, 127] as [TransmitPowerLevel])
  func legalPower(power: TransmitPowerLevel) {
    #expect(Self.problems(ofPower: power) == [[], []])
  }

  @Test("are no other transmit powers", arguments: [-128, 21, 125] as [TransmitPowerLevel])
  func illegalPower(power: TransmitPowerLevel) {
    #expect(
      Self.problems(ofPower: power)
        == ["LL_POWER_CONTROL_RSP", "LL_POWER_CHANGE_IND"].map {
          ["\($0): TxPower is \(power), legal: -127 to 20, 126, 127"]
        })
  }
}
