import CoreTypes
import HCI
import LinkLayer
import RadioModel
import Testing

@testable import VirtualController

@Suite("Extended advertising")
struct ExtendedAdvertiserTests {
  private func extended(_ pdu: AdvertisingPDU) -> (flags: AdvertisingFlags, payload: AdvExtInd)? {
    if case .advExtInd(let flags, let payload) = pdu { (flags, payload) } else { nil }
  }

  @Test(
    "an event is an ADV_EXT_IND on 37, 38 and 39, each of which points to the AUX_ADV_IND that follows",
    arguments: [PHY.le1M, .le2M])
  func event(phy: PHY) throws {
    let bench = ControllerBench()
    bench.configure(interval: 0x40) {
      ($0.advertisingSID, $0.secondaryAdvertisingPHY) = (9, PHYNumber(phy))
    }
    bench.give([2, 1, 6])
    bench.enable()
    bench.run(.seconds(1))
    let frames = try bench.log.advertisements()
    #expect(frames.count > 60)
    var channels = Set<ChannelIndex>()
    for start in stride(from: 0, to: frames.count / 4 * 4, by: 4) {
      let (aux, auxPDU) = frames[start + 3]
      let (flags, payload) = try #require(extended(auxPDU))
      #expect(aux.direction == .auxiliary(.advInd) && aux.phy == phy && aux.channel.rawValue < 37)
      #expect(aux.crc == crc24(aux.octets, initial: .advertising))
      #expect(payload.advA == bench.peripheralAddress.bdAddr && payload.advData == [2, 1, 6])
      #expect(payload.advMode.isEmpty && payload.auxPtr == nil && flags == AdvertisingFlags())
      channels.insert(aux.channel)
      for offset in 0..<3 {
        let (frame, pdu) = frames[start + offset]
        let (_, indication) = try #require(extended(pdu))
        let pointer = try #require(indication.auxPtr)
        #expect(frame.channel.rawValue == UInt8(37 + offset) && frame.phy == .le1M)
        #expect(frame.direction == .advertising)
        #expect(indication.advA == nil && indication.advData.isEmpty && indication.adi == payload.adi)
        #expect(pointer.channel == aux.channel && pointer.phy == phy)
        let wait = aux.start - frame.start
        #expect(pointer.offset <= wait && wait < pointer.offset + pointer.unit)
        #expect(aux.start - frame.end >= .microseconds(300))
      }
    }
    #expect(try #require(extended(frames[0].pdu)).payload.adi?.sid == 9)
    #expect(channels.count > 8)
  }

  @Test("1650 octets go on in AUX_CHAIN_IND, and every AuxPtr leads to the next packet")
  func chain() throws {
    let bench = ControllerBench()
    let data = (0..<1650).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    bench.configure(interval: 0x40)
    bench.give(data)
    bench.enable(maxEvents: 1)
    bench.run(.milliseconds(100))
    let packets = try bench.log.advertisements().filter { $0.frame.direction != .advertising }
    #expect(packets.count == 7)
    for (index, packet) in packets.enumerated() {
      #expect(packet.frame.direction == .auxiliary(index == 0 ? .advInd : .chainInd))
    }
    let payloads = packets.compactMap { extended($0.pdu)?.payload }
    #expect(payloads.flatMap(\.advData) == data)
    #expect(Set(payloads.map(\.adi)).count == 1)
    #expect(payloads.dropFirst().allSatisfy { $0.advA == nil && $0.advMode.isEmpty })
    for (index, payload) in payloads.enumerated() {
      guard index + 1 < payloads.count else {
        #expect(payload.auxPtr == nil)
        continue
      }
      let pointer = try #require(payload.auxPtr)
      #expect(packets[index].frame.octets.count == 257)
      #expect(pointer.channel == packets[index + 1].frame.channel)
      #expect(packets[index + 1].frame.start - packets[index].frame.start == pointer.offset)
      #expect(packets[index + 1].frame.start - packets[index].frame.end >= .microseconds(300))
    }
  }

  @Test("four sets advertise beside each other, each with its own address, and never at once")
  func severalSets() throws {
    let bench = ControllerBench()
    func address(_ handle: UInt8) -> DeviceAddress {
      DeviceAddress(BDADDR(rawValue: 0xC000_0000_0000 | UInt64(handle)), kind: .random)
    }
    for number in UInt8(0)..<4 {
      let handle = AdvertisingHandle(rawValue: number)
      let interval = PrimaryAdvertisingInterval(rawValue: 0x20 + 8 * UInt32(number))
      bench.configure(set: handle, interval: interval) { $0.ownAddressType = 1 }
      bench.peripheral.send(
        LESetAdvertisingSetRandomAddressCommand {
          ($0.advertisingHandle, $0.randomAddress) = (handle, address(number).bdAddr)
        })
      bench.give(set: handle, [UInt8](repeating: number, count: 100))
    }
    bench.enable(sets: [0, 1, 2, 3])
    bench.configure(set: 4)
    bench.run(.milliseconds(1))
    let refused = bench.peripheral.status(of: LESetExtendedAdvertisingParametersCommand.self)
    #expect(refused == .memoryCapacityExceeded)
    bench.scan()
    bench.run(.seconds(3))
    for handle in UInt8(0)..<4 {
      let heard = bench.reports.filter { $0.advertisingSID.rawValue == handle }
      #expect(heard.count > 10)
      #expect(heard.allSatisfy { $0.address == address(handle) })
      #expect(heard.allSatisfy { $0.data == [UInt8](repeating: handle, count: 100) })
    }
    let frames = bench.log.frames
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.end <= $1.start })
  }

  @Test("the host hears when a set's duration is over, and nothing comes after it")
  func duration() throws {
    let bench = ControllerBench()
    bench.configure(set: 5)
    bench.enable(sets: [5], duration: 50)
    bench.run(.milliseconds(490))
    #expect(bench.terminations.isEmpty)
    bench.run(.milliseconds(20))
    let event = try #require(bench.terminations.first)
    #expect(event.status == .advertisingTimeout && event.advertisingHandle == 5)
    #expect(event.numCompletedExtendedAdvertisingEvents == 0)
    bench.log.forget()
    bench.run(.seconds(1))
    #expect(bench.log.frames.isEmpty && bench.terminations.count == 1)
  }

  @Test("the host hears when a set has had its events", arguments: [1, 7] as [UInt8])
  func maxEvents(count: UInt8) throws {
    let bench = ControllerBench()
    bench.configure()
    bench.enable(maxEvents: count)
    bench.run(.seconds(1))
    let event = try #require(bench.terminations.first)
    #expect(event.status == .limitReached && event.numCompletedExtendedAdvertisingEvents == count)
    #expect(bench.log.auxiliary(.advInd).count == Int(count))
    bench.enable(maxEvents: count)
    bench.run(.seconds(1))
    #expect(bench.log.auxiliary(.advInd).count == 2 * Int(count))
  }

  @Test("other data has another DID, and so has the same data when the host says so")
  func dataID() throws {
    let bench = ControllerBench()
    bench.configure()
    bench.give([1, 2])
    bench.enable()
    var ids: [UInt16] = []
    for operation in [nil, 3, 4] as [UInt8?] {
      if let operation {
        bench.peripheral.send(
          LESetExtendedAdvertisingDataCommand {
            ($0.operation, $0.advertisingData) = (operation, operation == 3 ? [5, 6, 7] : [])
          })
      }
      bench.run(.milliseconds(100))
      let frame = try #require(bench.log.auxiliary(.advInd).last)
      let payload = try #require(extended(try AdvertisingPDU(decoding: frame.octets))?.payload)
      #expect(payload.advData == (operation == nil ? [1, 2] : [5, 6, 7]))
      ids.append(try #require(payload.adi?.did))
    }
    #expect(Set(ids).count == 3)
  }

  @Test("legacy PDUs go out through the extended commands too")
  func legacyPDUs() throws {
    let bench = ControllerBench()
    bench.configure(.advInd)
    bench.give([2, 1, 6])
    bench.give(scanResponse: [3, 9, 0x41, 0x42])
    bench.enable(maxEvents: 20)
    bench.scan(isActive: true)
    bench.run(.seconds(2))
    #expect(bench.log.frames.allSatisfy { $0.direction == .advertising && $0.octets[0] & 0xF < 5 })
    let advertised: ExtendedReportType = [.legacy, .connectable, .scannable]
    #expect(Set(bench.reports.map(\.eventType)) == [advertised, advertised.union(.scanResponse)])
    for report in bench.reports {
      #expect(report.primaryPHY == .le1M && report.secondaryPHY == 0 && report.advertisingSID == .absent)
      #expect(report.data == (report.eventType == advertised ? [2, 1, 6] : [3, 9, 0x41, 0x42]))
    }
    #expect(bench.terminations.first?.status == .limitReached)
  }

  @Test("TxPower is in the packet when asked for, and what was selected is what is sent")
  func txPower() throws {
    let bench = ControllerBench()
    bench.configure(.includesTXPower) { $0.advertisingTXPower = -12 }
    bench.enable()
    bench.scan()
    #expect(bench.run(until: { !bench.reports.isEmpty }))
    #expect(bench.reports.first?.txPower == -12)
    let loss = bench.air.environment.pathLossDecibels
    #expect(bench.reports.first.map { Double($0.rssi.rawValue) } == (-12 - loss).rounded())
    #expect(bench.log.frames.allSatisfy { $0.powerDbm == -12 })
  }
}
