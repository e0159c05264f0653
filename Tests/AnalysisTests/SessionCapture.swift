import Capture
import CoreTypes
import Foundation
import HCI
import Initiator
import Profiles
import Reflector
import Session
import SimulationKernel
import TestSupport
import VirtualController

/// A capture of a phone that meets an accessory, 3 m away unless it says otherwise: the air and the HCI of both, as `serve` writes it.
struct SessionCapture {
  /// The file.
  let octets: [UInt8]
  /// How many procedures the phone took to distances.
  let procedureCount: Int

  init(
    _ accessory: String, phone: String, procedures: Int, environment: String = "line-of-sight",
    metres: Double = 3, seed: UInt64 = 1
  ) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString).pcapng")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = LiveRecorder(try LiveCapture(at: path, PcapngWriter(application: "test")))
    var ranged = 0
    let monitor = SessionMonitor { event in
      if case .procedure = event { ranged += 1 }
    }
    let profile = try Shipped.phone(phone)
    let world = AirWorld(
      AirWorld.Description(
        accessory: try Shipped.profile(accessory), phone: profile,
        environment: try Shipped.environment(environment), distanceMetres: metres, seed: seed),
      phonePort: nil, accessoryPort: nil,
      watch: { controller, role in
        controller.hciTap = { packet, isFromHost in
          recorder.hciPacket(packet, role: role, isFromHost: isFromHost, at: controller.simulation.now)
          if !isFromHost { monitor.take(packet, from: role) }
        }
      }, note: { _, _ in })
    recorder.clock = world.simulation
    world.air.add(recorder)
    let phone = VirtualInitiator(world.phoneController)
    phone.rangedSink = { monitor.take($0, reflector: $1) }
    monitor.phoneReadsResults = { [unowned phone] in phone.readsRangingService }
    world.accessory?.powerOn()
    let limit = world.simulation.now + .seconds(20)
    PhoneSession(phone, profile: profile).run(
      while: { ranged < procedures && world.simulation.now < limit }, report: { _ in })
    octets = Array(try Data(contentsOf: URL(filePath: path)))
    procedureCount = ranged
  }

  /// The packets of some of its interfaces alone.
  func only(_ interfaces: Set<String>) throws -> [UInt8] {
    let reader = try RecordingReader(octets: octets)
    var sink = OctetSink()
    let log = CaptureLog()
    while let frame = try reader.next() {
      guard let name = reader.interfaces[frame.interface].name, interfaces.contains(name),
        let time = frame.time,
        case .hci(let indicator) = frame.kind
      else { continue }
      let instant = Instant.start + Picoseconds(time.seconds * 1_000_000_000_000 + time.picoseconds)
      _ = log.append(
        HCIFrame(
          time: instant, role: name == "hci-initiator" ? .initiator : .reflector,
          direction: frame.direction == .hostToController ? .hostToController : .controllerToHost,
          packet: [indicator.rawValue] + reader.octets))
    }
    try PcapngWriter(application: "test").write(log, to: &sink)
    return sink.octets
  }
}
