import Capture
import CoreTypes
import Notation
import Testing
import Wire

/// A connection with encryption, a Channel Sounding configuration and one subevent, on all three interfaces.
///
/// The Channel Sounding octets are those of `Tests/Fixtures/vectors-ll.json` and `vectors-hci.json`.
func cleanRun() throws -> CaptureLog {
  var link = LinkScript(log: CaptureLog())
  try appendHCI(
    [
      ("01030c00", .hostToController), ("040e0401030c00", .controllerToHost),
      ("01892000", .hostToController),
      ("040e20018920000400000101030000000000000000000212007c007e00e00103000000", .controllerToHost),
    ], at: .start, to: link.log)
  link.connect()
  try exchangeVersionFeaturesAndLength(on: &link)
  try startEncryption(on: &link)
  // LL_CS_CONFIG_REQ and LL_CS_CONFIG_RSP.
  link.procedure(
    central: try octets("3042fcff7ffcffffffffff1f0101ff00000003010001020000000000"),
    peripheral: try octets("3102"))
  // ATT_EXCHANGE_MTU_REQ and _RSP in L2CAP.
  link.event(central: try octets("03000400024000"), llid: 2)
  link.event(peripheral: try octets("03000400034000"), llid: 2)
  link.event()
  let end = Instant(picoseconds: (link.log[link.log.count].nanoseconds + 1_000_000) * 1_000)
  try appendHCI(channelSounding, at: end, to: link.log)
  return link.log
}

private typealias Exchange = [(hex: String, direction: HCIFrame.Direction)]

/// LE Connection Complete, LE CS Create Config with its status and completion, LE CS Subevent Result.
private let channelSounding: Exchange = [
  ("043e13010001000001f6f4f3f2f1f00c000000480000", .controllerToHost),
  ("0190201c0100000102ff02050003000001545555554555555555050100000301", .hostToController),
  ("040f0400019020", .controllerToHost),
  ("043e222f000100000102ff020500030100015455555455555555550501000003000a0a0a0a", .controllerToHost),
  (
    "043e24310100000700000000c0e2010100010200020500d301100002040900f4010000f4010013", .controllerToHost
  ),
]

private func exchangeVersionFeaturesAndLength(on link: inout LinkScript) throws {
  link.procedure(central: try octets("0c0e34127856"), peripheral: try octets("0c0e34127856"))
  link.procedure(central: try octets("08ff79010000c00000"), peripheral: try octets("09ff79010000c00000"))
  link.procedure(central: try octets("14fb004808fb004808"), peripheral: try octets("15fb004808fb004808"))
}

/// LL_ENC_REQ to LL_START_ENC_RSP; the last two are encrypted. [Vol 6, Part B, 5.1.3.1]
private func startEncryption(on link: inout LinkScript) throws {
  link.procedure(
    central: try octets("039078563412efcdab74241302f1e0dfcebdac24abdcba"),
    peripheral: try octets("047968574635241302bebaafde"))
  link.event(peripheral: [0x05])
  link.startEncryption()
  link.event(central: [0x06])
  link.event(peripheral: [0x06])
}

private func appendHCI(_ exchange: Exchange, at start: Instant, to log: CaptureLog) throws {
  var time = start
  for (hex, direction) in exchange {
    for role in CSRole.allCases {
      log.append(HCIFrame(time: time, role: role, direction: direction, packet: try octets(hex)))
    }
    time = time + .microseconds(10)
  }
}

private func octets(_ hex: String) throws -> [UInt8] { try #require([UInt8](hex: hex)) }
