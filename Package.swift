// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "reflector",
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [
    library("CoreTypes"),
    library("Wire"),
    library("SimulationKernel", ["CoreTypes", heap]),
    library("CryptoToolbox", ["CoreTypes", crypto, cryptoExtras]),
    library("ChannelSounding", ["CoreTypes", "CryptoToolbox"]),
    library("LinkLayer", ["Wire", "CoreTypes", "CryptoToolbox", "ChannelSounding"]),
    library("HCI", ["Wire", "CoreTypes", "ChannelSounding"]),
    library("HostStack", ["Wire", "CoreTypes", "CryptoToolbox", "HCI"]),
    library("RadioModel", ["CoreTypes", "SimulationKernel"]),
    library("Ranging", ["CoreTypes"]),
    library(
      "VirtualController",
      [
        "Wire", "CoreTypes", "SimulationKernel", "CryptoToolbox", "ChannelSounding", "LinkLayer", "HCI",
        "RadioModel",
      ]),
    library("AccessoryProfile", ["CoreTypes", "ChannelSounding", yams]),
    library(
      "Reflector",
      [
        "Wire", "CoreTypes", "SimulationKernel", "ChannelSounding", "LinkLayer", "HCI", "HostStack",
        "RadioModel", "Ranging", "VirtualController", "AccessoryProfile",
      ]),
    library(
      "Initiator",
      [
        "Wire", "CoreTypes", "SimulationKernel", "ChannelSounding", "LinkLayer", "HCI", "HostStack",
        "RadioModel", "Ranging", "VirtualController",
      ]),
    .systemLibrary(name: "CPcap", pkgConfig: "libpcap", providers: [.apt(["libpcap-dev"])]),
    library("Capture", ["Wire", "CoreTypes", "CPcap"]),
    library(
      "Conformance",
      [
        "Wire", "CoreTypes", "SimulationKernel", "CryptoToolbox", "ChannelSounding", "LinkLayer", "HCI",
        "HostStack", "RadioModel", "Ranging", "VirtualController", "AccessoryProfile", "Reflector",
        "Initiator", "Capture",
      ]),
    tests(
      "SimulationTests",
      [
        "CoreTypes", "ChannelSounding", "HCI", "HostStack", "VirtualController", "AccessoryProfile", "Initiator",
        "Capture",
        "Conformance",
      ]),
  ]
)
