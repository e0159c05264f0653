import ProcedureRanging
import Testing

@Suite("Pairing what two ends tell")
struct PairingWindowTests {
  @Test("what waits longest makes room for what comes")
  func bounded() {
    var window = PairingWindow<Int>(limit: 2)
    #expect(window.wait(1) == nil && window.wait(2) == nil)
    #expect(window.wait(3) == 1)
    #expect(window.takeAll() == [2, 3] && window.takeAll().isEmpty)
  }

  @Test("a counterpart leaves the others, or takes along what came before it")
  func take() {
    var window = PairingWindow<Int>(limit: 8)
    for account in 1...5 { window.wait(account) }
    #expect(window.take { $0 == 2 } == 2)
    #expect(window.take { $0 == 2 } == nil)
    let found = window.takeInOrder { $0 == 4 }
    #expect(found?.match == 4 && found?.passedOver == [1, 3])
    #expect(window.takeInOrder { $0 == 1 } == nil)
    #expect(window.takeAll() == [5])
  }
}
