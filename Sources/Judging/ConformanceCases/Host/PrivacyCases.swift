internal import ConformanceTester
internal import CoreTypes
internal import Initiator
internal import LinkLayer
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// A phone that hides behind resolvable private addresses.
  static let privacyCases = [anotherAddress, anotherAddressAfterPowerCycle]

  private static let anotherAddress = TestCase(
    id: "CS/PRV/BV-01", title: "A phone with another private address",
    procedure: """
      Connect with a resolvable private address, pair, and give the accessory the key of such addresses. Then \
      disconnect, take another address, connect, and encrypt with the stored key.
      """
  ) { tester throws(TesterStop) in
    try tester.bondPrivately()
    try tester.judgeRecognition("with another private address")
  }

  private static let anotherAddressAfterPowerCycle = TestCase(
    id: "CS/PRV/BV-02", title: "A phone with another private address after a power cycle",
    needs: [.air, .power],
    procedure: """
      As CS/PRV/BV-01, with the accessory's power taken away and given back before the phone returns.
      """
  ) { tester throws(TesterStop) in
    try tester.bondPrivately()
    tester.bed.switchAccessory(on: false)
    tester.phone.idle(.seconds(1))
    tester.bed.switchAccessory(on: true)
    try tester.judgeRecognition("after a power cycle")
  }
}

extension Tester {
  fileprivate func bondPrivately() throws(TesterStop) {
    try prepare("private address") { () throws(HostError) in
      try phone.powerOn()
      try phone.changePrivateAddress()
    }
    try reconnect()
    _ = try prepare("pairing", on: .pairing) { () throws(HostError) in try phone.pair() }
    phone.idle(.seconds(1))
    try prepare("disconnecting") { () throws(HostError) in try phone.disconnect() }
    try prepare("another address") { () throws(HostError) in try phone.changePrivateAddress() }
  }

  fileprivate func judgeRecognition(_ circumstance: String) throws(TesterStop) {
    try reconnect()
    let name = "encryption with the stored key \(circumstance)"
    try attempt(name, required: "accepted", frames: { exchangeFrames(.encReq, .startEncRsp) }) {
      () throws(HostError) in try phone.encrypt()
    }
    expect(
      "accepted", .equals("accepted"), name, frames: exchangeFrames(.encReq, .startEncRsp), isHeadline: true)
  }
}
