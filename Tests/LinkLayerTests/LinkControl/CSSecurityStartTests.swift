import CoreTypes
import Testing

@testable import LinkLayer

@Suite("Channel Sounding security start")
struct CSSecurityStartTests {
  @Test("both sides take the share of the central and that of the peripheral")
  func start() throws {
    var link = TestLink.at(.configured)
    #expect(link.request(.enableCSSecurity, on: .central) == .success)
    link.run()
    let vectors = try #require(link.central.vectors)
    #expect(link.peripheral.vectors == vectors)
    guard case .csSecReq(let central)? = link.central.sent.first,
      case .csSecRsp(let peripheral)? = link.peripheral.sent.first
    else {
      Issue.record("no LL_CS_SEC_REQ and RSP")
      return
    }
    #expect(vectors == [central.vectors, peripheral.vectors] && central.vectors != peripheral.vectors)
    #expect(link.central.notifications == [.csSecurityEnabled(.success)])
    #expect(link.peripheral.notifications == [.csSecurityEnabled(.success)])
  }

  @Test("each start draws fresh vectors")
  func fresh() {
    var link = TestLink.at(.secured)
    let before = link.central.vectors
    link.request(.enableCSSecurity, on: .central)
    link.run()
    #expect(link.central.vectors != before)
    #expect(link.central.vectors == link.peripheral.vectors)
  }

  @Test("only a central's host may start it, on an encrypted link")
  func refusals() {
    var link = TestLink()
    #expect(link.request(.enableCSSecurity, on: .peripheral) == .commandDisallowed)
    #expect(link.request(.enableCSSecurity, on: .central) == .insufficientSecurity)
    link = TestLink.at(.encrypted)
    #expect(
      link.inject(.csSecReq(CSSecReq()), into: .central) == [.unknownRsp(UnknownRsp(unknownType: 0x39))])
  }

  @Test("LL/CS/CEN/INI/BV-01-C: asked for during a series, it waits for the end of the series")
  func duringSeries() {
    var link = TestLink.at(.running)
    link.run(events: 10)
    #expect(link.request(.enableCSSecurity, on: .central) == .success)
    link.run(events: 5)
    #expect(link.central.sent.isEmpty)
    var pdu = CSTerminateReq()
    pdu.procCount = 1
    #expect(link.inject(.csTerminateReq(pdu), into: .central).map(\.opcode) == [0x3A])
    link.run(events: 3)
    #expect(link.central.sent.last?.opcode == 0x39)
  }
}
