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
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func executable(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["ProjectFiles"], swiftSettings: settings)
}

let below: [Target.Dependency] = [
  "Wire", "CoreTypes", "SimulationKernel", "CryptoToolbox", "ChannelSounding", "LinkLayer", "HCI",
  "HostStack",
  "RadioModel", "Ranging", "VirtualController", "AccessoryProfile", "Reflector", "Initiator", "Capture",
]

let package = Package(
  name: "reflector",
  products: [
    .executable(name: "reflector", targets: ["ReflectorCommand"]),
    .executable(name: "reflector-bench", targets: ["Benchmark"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
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
        "RadioModel", "VirtualController", "AccessoryProfile",
      ]),
    library(
      "Initiator",
      [
        "Wire", "CoreTypes", "SimulationKernel", "ChannelSounding", "LinkLayer", "HCI", "HostStack",
        "RadioModel", "Ranging", "VirtualController",
      ]),
    .systemLibrary(name: "CPcap", pkgConfig: "libpcap", providers: [.apt(["libpcap-dev"])]),
    library("Capture", ["Wire", "CoreTypes", "CPcap"]),
    library("Conformance", below),
    library("Reports", ["CoreTypes", "AccessoryProfile", "Conformance"]),
    executable(
      "ReflectorCommand",
      ["Conformance", "Reports", "AccessoryProfile", "Capture", "CryptoToolbox", arguments]),
    executable("Benchmark", below + ["Conformance"]),

    .target(name: "ProjectFiles", path: "Tests/ProjectFiles", swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["AccessoryProfile", "Conformance", "ProjectFiles"],
      path: "Tests/TestSupport", swiftSettings: settings),
    tests("TidyTests"),
    tests("CoreTypesTests", ["CoreTypes"]),
    tests("WireTests", ["Wire"]),
    tests("SimulationKernelTests", ["SimulationKernel", "CoreTypes"]),
    tests("CryptoToolboxTests", ["CryptoToolbox", "CoreTypes"]),
    tests("ChannelSoundingTests", ["ChannelSounding", "CryptoToolbox", "CoreTypes"]),
    tests(
      "LinkLayerTests",
      ["LinkLayer", "ChannelSounding", "CryptoToolbox", "SimulationKernel", "Wire", "CoreTypes"]),
    tests("HCITests", ["HCI", "ChannelSounding", "SimulationKernel", "Wire", "CoreTypes"]),
    tests(
      "HostStackTests", ["HostStack", "HCI", "CryptoToolbox", "SimulationKernel", "Wire", "CoreTypes"]),
    tests("RadioModelTests", ["RadioModel", "SimulationKernel", "CoreTypes"]),
    tests("RangingTests", ["Ranging", "CoreTypes"]),
    tests("VirtualControllerTests", below),
    tests("AccessoryProfileTests", ["AccessoryProfile", "ChannelSounding", "CoreTypes"]),
    tests("ReflectorTests", below + ["Conformance", "TestSupport"]),
    tests("InitiatorTests", below),
    tests("CaptureTests", ["Capture", "CPcap", "SimulationKernel", "Wire", "CoreTypes"]),
    tests("SimulationTests", below + ["Conformance", "TestSupport"]),
    tests("ConformanceTests", below + ["Conformance", "Reports", "TestSupport"]),
    tests("ReportsTests", ["Reports", "Conformance", "AccessoryProfile"]),
    tests("InteropTests", below + ["Conformance", "TestSupport"]),
    tests("CommandTests", ["ReflectorCommand", "AccessoryProfile", "ChannelSounding"]),
  ]
)
