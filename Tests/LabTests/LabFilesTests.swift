import Documents
import Foundation
import Lab
import ProjectFiles
import RadioModel
import TestSupport
import Testing

@testable import Profiles

@Suite("The files of a lab")
struct LabFilesTests {
  @Test("a control of the page takes values that the profile then has", arguments: LabControl.all)
  func controls(control: LabControl) throws {
    let values: [Double] =
      switch control.kind {
      case .inlinePCT: [0, 1]
      case .tFCS: []
      case .antennas: [1, 2]
      case .slider(let range, _): [range.lowerBound, range.upperBound]
      }
    let base = try AccessoryProfile.read(file: path("nordic-nrf54l15-ipt"), load: Shipped.load)
    for number in values {
      let settings = try #require(control.settings(number, in: base))
      let profile = try AccessoryProfile.read(
        file: path("nordic-nrf54l15-ipt"), settings: settings, load: Shipped.load)
      #expect(control.number(in: profile) == number)
    }
    for wrong in [.nan, 1e9, -1e9] {
      #expect(control.settings(wrong, in: base) == nil)
    }
    #expect(control.settings(choosing: [7: true], in: base) == nil)
    #expect(LabControl.of(control.path) == control)
  }

  @Test("a T_FCS is added to those of the profile, or removed, and the others stay")
  func tFCS() throws {
    let control = try #require(LabControl.of("channel_sounding.t_fcs_us"))
    func profile(_ settings: [DocumentSetting]) throws -> AccessoryProfile {
      try AccessoryProfile.read(file: path("nordic-nrf54l15-ipt"), settings: settings, load: Shipped.load)
    }
    var accessory = try profile(AccessoryChange.tFCS([50, 100]))
    for (choices, expected) in [
      ([15: true], [15, 50, 100]), ([100: false, 30: true], [15, 30, 50]), ([:], [15, 30, 50]),
    ] {
      accessory = try profile(try #require(control.settings(choosing: choices, in: accessory)))
      #expect(control.choices(in: accessory).filter(\.isChosen).map(\.value) == expected)
    }
    #expect(control.number(in: accessory) == nil && control.settings(15, in: accessory) == nil)
  }

  @Test(
    "another number of antennas keeps the time to switch, and the own number changes nothing",
    arguments: [
      (name: "everything", count: 4, tSW: 2), ("everything", 2, 2), ("everything", 1, 0),
      ("nordic-nrf54l15-ipt", 1, 0), ("nordic-nrf54l15-ipt", 2, 10),
    ])
  func antennas(name: String, count: Int, tSW: Int) throws {
    let base = try AccessoryProfile.read(file: path(name), load: Shipped.load)
    let settings = AccessoryChange.antennas(count, in: base)
    let profile = try AccessoryProfile.read(file: path(name), settings: settings, load: Shipped.load)
    #expect(profile.text(at: "channel_sounding.antennas") == "\(count)")
    #expect(profile.text(at: "channel_sounding.t_sw_us") == "\(tSW)")
    #expect(settings.isEmpty == (profile == base))
  }

  @Test(
    "a saved profile reads as the one of the bench",
    arguments: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "reference", "ti-cc27xx", "everything"])
  func profile(name: String) throws {
    let base = try AccessoryProfile.read(file: path(name), load: Shipped.load)
    let settings =
      try #require(LabControl.of("radio.pll_settling_tau_us")?.settings(33, in: base)) + [
        DocumentSetting("interpretations.ramp_step", "current")
      ]
    let changed = try AccessoryProfile.read(file: path(name), settings: settings, load: Shipped.load)
    let text = LabFiles.profile(changed, changedFrom: base, name: name)
    let saved = try AccessoryProfile.read(file: "saved.yaml") { _ throws(DocumentErrors) in Array(text.utf8) }
    #expect(saved.texts.map(\.text) == changed.texts.map(\.text))
    #expect(saved.identity == changed.identity)
    #expect(
      saved.interpretations == changed.interpretations
        && saved.interpretations.readings.contains { $0.value == "current" })
    var channels = changed
    channels.channels = [ChannelDescription()]
    let other = LabFiles.profile(channels, changedFrom: base, name: name)
    let read = try AccessoryProfile.read(file: "saved.yaml") { _ throws(DocumentErrors) in Array(other.utf8) }
    #expect(read.channels == channels.channels)
    #expect(saved.isConductUnknown == changed.isConductUnknown)
    #expect(saved.unknown.map(\.path) == changed.unknown.map(\.path))
    #expect(text.contains("pll_settling_tau_us: 33\n") && text.contains("-> 33\n"))
    #expect(ProfileDraft.changes(from: base, to: changed).map(\.path) == ["radio.pll_settling_tau_us"])
    #expect(ProfileDraft.changes(from: changed, to: saved).isEmpty)
  }

  @Test("a saved environment reads as the place of the bench", arguments: Shipped.names(in: "environments"))
  func environment(name: String) throws {
    let preset = try Shipped.environment(name)
    var scene = LabScene(distanceMetres: 4)
    scene.addWall(from: Position(xMetres: -1, yMetres: 1.5), to: Position(xMetres: 5, yMetres: 1.5))
    let base = try Shipped.load(path(name).replacing("accessories", with: "environments"))
    try expectSaved(scene.environment(in: preset), from: base)
  }

  @Test(
    "a saved environment reads as the place of the bench, however its file is written",
    arguments: [
      "schema: reflector/environment/1\r\nid: a\r\ndescription: A\r\npath_loss_exponent: 2\r\n",
      "\"schema\": reflector/environment/1\n\"id\": 'a'\n'description': \"A\"\n\"path_loss_exponent\": 2\n",
      #"{"schema": "reflector/environment/1", "id": "a", "description": "A, b", "path_loss_exponent": 2}"#,
    ])
  func environment(written text: String) throws {
    let octets = Array(text.utf8)
    let preset = try EnvironmentPreset.read(file: "a.yaml") { _ throws(DocumentErrors) in octets }
    try expectSaved(LabScene(distanceMetres: 4).environment(in: preset), from: octets)
  }

  private func expectSaved(_ place: EnvironmentPreset, from base: [UInt8]) throws {
    let text = try LabFiles.environment(place, from: Document(octets: base, file: "base.yaml").root)
    var saved = try EnvironmentPreset.read(file: "saved.yaml") { _ throws(DocumentErrors) in
      Array(text.utf8)
    }
    #expect(saved.id == "lab")
    (saved.id, saved.summary) = (place.id, place.summary)
    #expect(saved == place)
  }

  @Test("an environment with a taps file is not saved")
  func taps() throws {
    let base = try Document(octets: Array("id: a\ntaps_file: b.csv\n".utf8), file: "a.yaml")
    #expect(throws: LabFiles.Unsaved("An environment with a taps file cannot be saved.")) {
      try LabFiles.environment(EnvironmentPreset(), from: base.root)
    }
  }

  @Test("a place with more echoes than a file lists is not saved")
  func echoes() throws {
    let base = try Document(octets: Array("id: a\n".utf8), file: "a.yaml")
    var place = EnvironmentPreset()
    place.extraPaths = (0..<32).map { EnvironmentPreset.Path(extraMetres: Double($0), lossDecibels: 20) }
    #expect(try LabFiles.environment(place, from: base.root).contains("extra_m: 31"))
    place.extraPaths.append(EnvironmentPreset.Path(extraMetres: 40, lossDecibels: 20))
    #expect(
      throws: LabFiles.Unsaved("The place has 33 echoes, and a file at most 32: remove a wall.")
    ) { try LabFiles.environment(place, from: base.root) }
  }

  private func path(_ name: String) -> String {
    ProjectFolder.url.appending(path: "Profiles/accessories/\(name).yaml").path
  }
}
