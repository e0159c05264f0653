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
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func executable(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], at path: String? = nil,
  excluding excluded: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["ProjectFiles"], path: path, exclude: excluded,
    swiftSettings: settings)
}

let below: [Target.Dependency] = [
  "Wire", "CoreTypes", "SimulationKernel", "CryptoToolbox", "ChannelSounding", "LinkLayer", "HCI",
  "HostStack", "RangingService", "RadioModel", "Ranging", "ProcedureRanging", "VirtualController",
  "VirtualHost", "AccessoryProfile", "Reflector", "Initiator", "Capture",
]

let verdicts: [Target.Dependency] = ["Verdicts", "ConformanceTester", "ConformanceCases"]

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
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
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
    library("RangingService", ["Wire", "CoreTypes", "ChannelSounding", "HostStack"]),
    library("RadioModel", ["CoreTypes", "SimulationKernel"]),
    library("Ranging", ["CoreTypes"]),
    library("ProcedureRanging", ["CoreTypes", "ChannelSounding", "HCI", "Ranging"]),
    library(
      "VirtualController",
      [
        "Wire", "CoreTypes", "SimulationKernel", "CryptoToolbox", "ChannelSounding", "LinkLayer", "HCI",
        "RadioModel",
      ]),
    library(
      "VirtualHost", ["CoreTypes", "SimulationKernel", "HCI", "HostStack", "VirtualController"]),
    library("AccessoryProfile", ["CoreTypes", "ChannelSounding", yams]),
    library(
      "Reflector",
      [
        "Wire", "CoreTypes", "SimulationKernel", "ChannelSounding", "LinkLayer", "HCI", "HostStack",
        "RangingService", "RadioModel", "VirtualController", "VirtualHost", "AccessoryProfile",
      ]),
    library(
      "Initiator",
      [
        "Wire", "CoreTypes", "SimulationKernel", "CryptoToolbox", "ChannelSounding", "LinkLayer", "HCI",
        "HostStack", "RangingService", "RadioModel", "ProcedureRanging", "VirtualController", "VirtualHost",
      ]),
    library("Capture", ["Wire", "CoreTypes", "ChannelSounding", "HCI", "HostStack"]),
    library("Session", below),
    library("RangeStudy", below + ["Session"]),
    library("Verdicts", ["CoreTypes", "ChannelSounding", "AccessoryProfile", "Capture"]),
    library("ConformanceTester", below + ["Session", "Verdicts"]),
    library("ConformanceCases", below + ["Session", "Verdicts", "ConformanceTester"]),
    library("Conformance", below + ["Session", "Analysis", "ProfileImport"] + verdicts),
    library(
      "Analysis",
      [
        "Capture", "ChannelSounding", "CoreTypes", "HCI", "HostStack", "LinkLayer", "ProcedureRanging",
        "Ranging", "RangingService", "Wire",
      ]),
    library(
      "ProfileImport",
      [
        "AccessoryProfile", "Analysis", "Capture", "ChannelSounding", "CoreTypes", "HostStack",
        "RangingService",
      ]),
    library(
      "Dissection",
      [
        "Wire", "CoreTypes", "ChannelSounding", "LinkLayer", "HCI", "HostStack", "RangingService", "Capture",
      ]),
    library("Gate", ["AccessoryProfile", "Capture", "Verdicts", "CoreTypes", "Dissection"]),
    library(
      "Reports",
      [
        "CoreTypes", "Wire", "ChannelSounding", "HCI", "HostStack", "LinkLayer", "Ranging",
        "AccessoryProfile", "Capture", "Analysis", "ProfileImport", "RangeStudy", "Verdicts", "Gate",
        "Dissection",
      ]),
    library("PacketTap"),
    library("HCITransport", ["CoreTypes", "SimulationKernel", "HCI", nioCore, nioPosix]),
    executable(
      "ReflectorCommand",
      below + verdicts + [
        "Session", "Analysis", "ProfileImport", "Dissection", "RangeStudy", "Conformance", "Gate", "Reports",
        "HCITransport", "PacketTap",
        arguments,
      ]),
    executable(
      "Benchmark", below + verdicts + ["Session", "Analysis", "RangeStudy", "Conformance", "HCITransport"]),

    // Reads in tests what Capture writes; nothing that is shipped needs it.
    .systemLibrary(
      name: "CPcap", path: "Tests/CPcap", pkgConfig: "libpcap", providers: [.apt(["libpcap-dev"])]),
    .target(name: "ProjectFiles", path: "Tests/ProjectFiles", swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: [
        "AccessoryProfile", "Capture", "Session", "Conformance", "ConformanceTester", "HCI", "CoreTypes",
        "ProjectFiles",
      ],
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
    tests(
      "RangingServiceTests",
      ["RangingService", "HostStack", "HCI", "ChannelSounding", "SimulationKernel", "Wire", "CoreTypes"]),
    tests("RadioModelTests", ["RadioModel", "SimulationKernel", "CoreTypes"]),
    tests("RangingTests", ["Ranging", "CoreTypes"]),
    tests("ProcedureRangingTests", ["ProcedureRanging", "Ranging", "ChannelSounding", "HCI", "CoreTypes"]),
    tests("VirtualControllerTests", below),
    tests("AccessoryProfileTests", ["AccessoryProfile", "ChannelSounding", "CoreTypes"]),
    tests("ReflectorTests", below + verdicts + ["Session", "Conformance", "TestSupport"]),
    tests("InitiatorTests", below),
    tests("CaptureTests", ["Capture", "CPcap", "SimulationKernel", "Wire", "CoreTypes"]),
    tests("SimulationTests", below + verdicts + ["Session", "Conformance", "TestSupport"]),
    tests("VerdictsTests", ["Verdicts", "AccessoryProfile", "CoreTypes"]),
    tests("ConformanceTests", below + verdicts + ["Session", "Conformance", "Reports", "TestSupport"]),
    tests("HCITransportTests", ["HCITransport", "HCI", "SimulationKernel", "CoreTypes", "TestSupport"]),
    tests("PacketTapTests", ["PacketTap"]),
    tests("VirtualHostTests", ["VirtualHost", "HCI", "SimulationKernel", "CoreTypes", "TestSupport"]),
    tests("SessionTests", below + ["Session", "TestSupport"]),
    tests("AnalysisTests", below + ["Session", "Analysis", "TestSupport"]),
    tests("DissectionTests", below + verdicts + ["Dissection", "Session", "Conformance", "TestSupport"]),
    tests(
      "ProfileImportTests",
      below + verdicts + ["Session", "Analysis", "ProfileImport", "Dissection", "Conformance", "TestSupport"]),
    tests("RangeStudyTests", below + ["Session", "RangeStudy", "TestSupport"]),
    tests(
      "GateTests",
      [
        "Gate", "AccessoryProfile", "Verdicts", "Capture", "RadioModel", "SimulationKernel", "CoreTypes",
      ]),
    tests(
      "ReportsTests",
      [
        "Reports", "Gate", "Conformance", "ProfileImport", "Capture", "Analysis", "RangeStudy", "Ranging",
        "ChannelSounding", "CoreTypes", "AccessoryProfile", "TestSupport",
      ] + verdicts),
    tests(
      "InteropTests",
      below + verdicts + [
        "Session", "Analysis", "Conformance", "Dissection", "TestSupport", "ReflectorCommand",
      ],
      excluding: ["Bumble", "Decryption"]),
    tests("PipelineTests", ["ReflectorCommand", yams], excluding: ["Forge"]),
    tests(
      "FuzzTests",
      below + verdicts + ["Analysis", "ProfileImport", "Dissection", "Conformance", "Reports"],
      at: "Tests/Fuzz",
      excluding: ["LibFuzzer.swift", "run.sh", "seeds.py", "recordings.py", "corpus"]),
    tests(
      "CommandTests",
      [
        "ReflectorCommand", "AccessoryProfile", "ChannelSounding", "RangeStudy", "Ranging", "TestSupport",
        yams,
      ]),
  ]
)
