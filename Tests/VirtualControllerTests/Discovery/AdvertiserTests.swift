import CoreTypes
import HCI
import LinkLayer
import Testing

@testable import VirtualController

@Suite("Advertising")
struct AdvertiserTests {
  private func starts(_ bench: ControllerBench, on channel: UInt8) -> [Instant] {
    bench.log.frames.filter { $0.channel.rawValue == channel }.map(\.start)
  }

  @Test("an event is an ADV_IND on channels 37, 38 and 39 in turn")
  func channels() throws {
    let bench = ControllerBench()
    bench.advertise(interval: 0x50)
    bench.run(.seconds(1))
    let frames = bench.log.frames
    #expect(frames.count >= 27)
    for (index, frame) in frames.enumerated() {
      #expect(frame.channel.rawValue == UInt8(37 + index % 3))
      #expect(frame.octets == frames[0].octets)
      #expect(frame.crc == crc24(frame.octets, initial: .advertising))
    }
    guard case .advInd(let flags, let pdu) = try AdvertisingPDU(decoding: frames[0].octets) else {
      Issue.record("not an ADV_IND")
      return
    }
    #expect(flags.chSel)
    #expect(pdu.advA == bench.peripheral.controller.description.address.bdAddr)
    #expect(pdu.advData == [2, 1, 6])
  }

  @Test(
    "events are the interval and 0 to 10 ms apart, and the delays differ",
    arguments: [0x20, 0x100] as [AdvertisingInterval])
  func interval(units: AdvertisingInterval) {
    let bench = ControllerBench()
    bench.advertise(interval: units)
    bench.run(.seconds(10))
    let times = starts(bench, on: 37)
    let delays = zip(times.dropFirst(), times).map { ($0 - $1) - units.time }
    #expect(delays.allSatisfy { (Picoseconds.zero..<Picoseconds.milliseconds(10)).contains($0) })
    #expect(Set(delays).count > delays.count / 2)
  }

  @Test("only the channels that the host chose are used")
  func channelMap() {
    let bench = ControllerBench()
    bench.peripheral.send(
      LESetAdvertisingParametersCommand {
        ($0.advertisingIntervalMin, $0.advertisingIntervalMax, $0.advertisingChannelMap) = (0x20, 0x20, 0b101)
      })
    bench.peripheral.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    bench.run(.milliseconds(200))
    #expect(Set(bench.log.frames.map(\.channel.rawValue)) == [37, 39])
  }

  @Test("switched off and on again, it advertises no oftener than before")
  func restart() {
    let bench = ControllerBench()
    bench.advertise(interval: 0x100)
    for _ in 0..<5 {
      bench.run(.milliseconds(20))
      bench.peripheral.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .disabled })
      bench.peripheral.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    }
    bench.log.forget()
    bench.run(.seconds(5))
    let times = starts(bench, on: 37)
    #expect(zip(times.dropFirst(), times).allSatisfy { $0 - $1 >= .milliseconds(160) })
  }

  @Test("it stops when told to, and goes on after a link has ended")
  func stops() {
    let bench = ControllerBench()
    bench.advertise()
    bench.run(.milliseconds(100))
    bench.peripheral.send(LESetAdvertisingEnableCommand())
    bench.run(.milliseconds(10))
    bench.log.forget()
    bench.run(.seconds(1))
    #expect(bench.log.frames.isEmpty)
  }

  @Test(
    "the reserved bits of the channel map count for nothing",
    arguments: [0xF8, 0xF9] as [AdvertisingChannelMap])
  func reservedChannels(map: AdvertisingChannelMap) {
    let bench = ControllerBench()
    bench.peripheral.send(LESetAdvertisingParametersCommand { $0.advertisingChannelMap = map })
    bench.run(.milliseconds(1))
    let expected: ErrorCode = map == 0xF8 ? .invalidHCICommandParameters : .success
    #expect(bench.peripheral.status(of: LESetAdvertisingParametersCommand.self) == expected)
  }

  @Test("parameters out of range, or while advertising, are refused")
  func refusals() {
    let bench = ControllerBench()
    let cases: [(least: AdvertisingInterval, most: AdvertisingInterval, status: ErrorCode)] = [
      (0x1F, 0x20, .unsupportedFeatureOrParameterValue), (0x20, 0x4001, .unsupportedFeatureOrParameterValue),
      (0x21, 0x20, .invalidHCICommandParameters), (0x20, 0x4000, .success),
    ]
    for (least, most, status) in cases {
      bench.peripheral.send(
        LESetAdvertisingParametersCommand {
          ($0.advertisingIntervalMin, $0.advertisingIntervalMax) = (least, most)
        })
      bench.run(.milliseconds(1))
      #expect(bench.peripheral.status(of: LESetAdvertisingParametersCommand.self) == status)
    }
    bench.advertise()
    bench.advertise()
    bench.run(.milliseconds(1))
    #expect(bench.peripheral.status(of: LESetAdvertisingParametersCommand.self) == .commandDisallowed)
  }
}
