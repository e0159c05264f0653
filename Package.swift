// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Whether this is the build for the tests; Makefile says so, and turns the optimiser off.
let isTested = Context.environment["REFLECTOR_TESTED"] != nil
/// For what simulates: optimised in the build for the tests too.
let optimised =
  isTested ? settings + [.unsafeFlags(["-Xfrontend", "-O", "-cross-module-optimization"])] : settings
/// Where the optimiser takes longer than it saves the tests.
let seldomRun = ["Judging/Gate", "Output/", "Edge/"]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let complex = Target.Dependency.product(name: "ComplexModule", package: "swift-numerics")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let nioHTTP = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")

// Of a target of Sources: where it stands, on which floor, and what its files import, no more and no less.

func library(
  _ place: String, _ dependencies: Target.Dependency..., embedding folders: [String] = []
) -> Target {
  .target(
    name: name(place), dependencies: dependencies, path: "Sources/" + place,
    resources: folders.map { .embedInCode($0) }, swiftSettings: settings(of: place))
}

func executable(_ place: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(
    name: name(place), dependencies: dependencies, path: "Sources/" + place,
    swiftSettings: settings(of: place))
}

func name(_ place: String) -> String { String(place.drop { $0 != "/" }.dropFirst()) }

func settings(of place: String) -> [SwiftSetting] {
  seldomRun.contains(where: place.hasPrefix) ? settings : optimised
}

func tests(
  _ name: String, _ dependencies: Target.Dependency..., excluding excluded: [String] = [],
  simulating: Bool = false, linking libraries: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: excluded,
    swiftSettings: simulating ? optimised : settings,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

let package = Package(
  name: "reflector",
  products: [
    .executable(name: "reflector", targets: ["ReflectorCommand"]),
    .executable(name: "reflector-bench", targets: ["Benchmark"]),
    .library(name: "VirtualPhone", targets: ["VirtualPhone"]),
    .library(name: "VirtualCoreBluetooth", targets: ["VirtualCoreBluetooth"]),
    .library(name: "VirtualAccessorySetupKit", targets: ["VirtualAccessorySetupKit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    library("Foundations/CLibrary"),
    library("Foundations/Notation"),
    library("Foundations/Faults"),
    library("Foundations/CoreTypes", "Notation"),
    library("Foundations/Statistics", "CoreTypes"),
    library("Foundations/Wire", "Notation", "CoreTypes"),
    library("Foundations/SimulationKernel", "CoreTypes", heap),
    library("Foundations/CryptoToolbox", "Notation", "CoreTypes", crypto, cryptoExtras),
    library("Protocol/ChannelSounding", "Notation", "CoreTypes", "Wire", "CryptoToolbox"),
    library(
      "Protocol/LinkLayer", "Notation", "Faults", "CoreTypes", "Wire", "CryptoToolbox", "ChannelSounding"),
    library("Protocol/HCI", "Notation", "CoreTypes", "Wire", "SimulationKernel", "ChannelSounding"),
    library("Protocol/HostStack", "Notation", "Faults", "CoreTypes", "Wire", "CryptoToolbox", "HCI"),
    library(
      "Protocol/RangingService", "Notation", "Faults", "CoreTypes", "Wire", "ChannelSounding", "HostStack"),
    library("Physics/RadioModel", "CoreTypes", "SimulationKernel"),
    library("Physics/Ranging", "CoreTypes", "Statistics", complex),
    library("Physics/ProcedureRanging", "CoreTypes", "ChannelSounding", "HCI", "Ranging"),
    library("Descriptions/Documents", "Notation", yams),
    library(
      "Descriptions/Profiles", "Notation", "Faults", "CoreTypes", "ChannelSounding", "RadioModel", "Documents"
    ),
    library(
      "Recordings/Capture", "CLibrary", "Notation", "CoreTypes", "Wire", "ChannelSounding", "HCI", "HostStack"
    ),
    library(
      "Recordings/Dissection",
      "Notation", "CoreTypes", "Wire", "ChannelSounding", "LinkLayer", "HCI", "HostStack", "RangingService",
      "Capture"),
    library(
      "Recordings/Analysis",
      "Notation", "CoreTypes", "Statistics", "Wire", "ChannelSounding", "LinkLayer", "HCI", "HostStack",
      "RangingService", "Ranging", "ProcedureRanging", "Capture"),
    library(
      "Recordings/ProfileImport",
      "Notation", "Faults", "CoreTypes", "ChannelSounding", "HostStack", "RangingService", "RadioModel",
      "Ranging", "Documents", "Profiles", "Capture", "Analysis"),
    library(
      "Devices/VirtualController",
      "Faults", "CoreTypes", "Wire", "SimulationKernel", "CryptoToolbox", "ChannelSounding", "LinkLayer",
      "HCI", "RadioModel"),
    library("Devices/VirtualHost", "CoreTypes", "SimulationKernel", "ChannelSounding", "HCI", "HostStack"),
    library(
      "Devices/Reflector",
      "Faults", "CoreTypes", "SimulationKernel", "ChannelSounding", "LinkLayer", "HCI", "HostStack",
      "RangingService", "RadioModel", "Profiles", "VirtualController", "VirtualHost"),
    library(
      "Devices/Initiator",
      "CoreTypes", "Wire", "SimulationKernel", "CryptoToolbox", "ChannelSounding", "HCI", "HostStack",
      "RangingService", "ProcedureRanging", "VirtualHost"),
    library(
      "Devices/Session",
      "CoreTypes", "SimulationKernel", "ChannelSounding", "LinkLayer", "HCI", "HostStack", "RadioModel",
      "Ranging", "ProcedureRanging", "Profiles", "Capture", "VirtualController", "VirtualHost", "Reflector",
      "Initiator"),
    library(
      "Devices/PhoneSystem",
      "CoreTypes", "SimulationKernel", "CryptoToolbox", "ChannelSounding", "HCI", "HostStack", "Ranging",
      "ProcedureRanging", "Profiles", "VirtualHost", "Initiator", "Session"),
    library(
      "Devices/PhoneWorld",
      "CoreTypes", "SimulationKernel", "ChannelSounding", "HCI", "RadioModel", "Profiles", "Capture",
      "VirtualController", "Reflector", "Initiator", "Session", "PhoneSystem"),
    library(
      "Judging/RangeStudy",
      "CoreTypes", "Statistics", "Wire", "SimulationKernel", "ChannelSounding", "LinkLayer", "HCI",
      "RadioModel", "Ranging", "ProcedureRanging", "Profiles", "Capture", "VirtualController", "Reflector",
      "Initiator", "Session"),
    library(
      "Judging/Verdicts",
      "Notation", "CoreTypes", "Statistics", "ChannelSounding", "Documents", "Profiles", "Capture"),
    library(
      "Judging/Scenarios",
      "CoreTypes", "Statistics", "SimulationKernel", "HostStack", "RadioModel", "Ranging", "Documents",
      "Profiles", "Capture", "Initiator", "PhoneSystem", "PhoneWorld", "Verdicts"),
    library(
      "Judging/ConformanceTester",
      "Notation", "CoreTypes", "Statistics", "Wire", "SimulationKernel", "ChannelSounding", "LinkLayer",
      "HCI", "HostStack", "RangingService", "RadioModel", "Ranging", "ProcedureRanging", "Documents",
      "Profiles", "Capture", "VirtualController", "VirtualHost", "Reflector", "Initiator", "Session",
      "Verdicts"),
    library(
      "Judging/ConformanceCases",
      "Notation", "CoreTypes", "Statistics", "Wire", "SimulationKernel", "ChannelSounding", "LinkLayer",
      "HCI", "HostStack", "RangingService", "RadioModel", "Ranging", "ProcedureRanging", "Profiles",
      "VirtualController", "VirtualHost", "Reflector", "Initiator", "Session", "Verdicts",
      "ConformanceTester"),
    library(
      "Judging/Conformance",
      "CoreTypes", "SimulationKernel", "ChannelSounding", "HCI", "HostStack", "Documents", "Profiles",
      "Capture", "Analysis", "ProfileImport", "Verdicts", "ConformanceTester", "ConformanceCases"),
    library(
      "Judging/Campaigns", "Capture", "RangeStudy", "Verdicts", "ConformanceTester", "Conformance"),
    library(
      "Judging/Gate", "Notation", "CoreTypes", "Statistics", "Documents", "Profiles", "Capture", "Dissection",
      "Verdicts"),
    library(
      "Judging/Lab",
      "CoreTypes", "SimulationKernel", "HCI", "RadioModel", "Ranging", "Documents", "Profiles", "Capture",
      "Dissection", "Analysis", "VirtualController", "VirtualHost", "Reflector", "Initiator", "Session"),
    library("Output/Plots", "Notation", "CoreTypes", "Statistics"),
    library(
      "Output/Reports",
      "Notation", "Faults", "CoreTypes", "Statistics", "Wire", "ChannelSounding", "LinkLayer", "HCI",
      "HostStack", "Ranging", "Documents", "Profiles", "Capture", "Dissection", "Analysis", "ProfileImport",
      "RangeStudy", "Verdicts", "Scenarios", "Gate", "Plots"),
    library(
      "Output/Pages",
      "Notation", "CoreTypes", "Statistics", "CryptoToolbox", "Documents", "Profiles", "Capture",
      "Dissection", "Analysis", "RangeStudy", "Verdicts", "Gate", "Lab", "Plots", "Reports", mustache,
      embedding: ["Templates"]),
    library(
      "Edge/LabServer",
      "Notation", "CoreTypes", "RadioModel", "Ranging", "Documents", "Profiles", "Capture", "Dissection",
      "Session", "Verdicts", "Lab", "Reports", "Pages", nioCore, nioPosix, nioHTTP),
    library(
      "Edge/CampaignStore", "Wire", "CryptoToolbox", "Capture", "RangeStudy", "Verdicts", "Campaigns", grdb,
      sqlite),
    library("Edge/HCITransport", "CoreTypes", "SimulationKernel", "HCI", nioCore, nioPosix),
    .target(name: "CPcap", path: "Sources/Edge/CPcap"),
    library("Edge/PacketTap", "Capture", "CPcap"),
    library(
      "Edge/VirtualPhone",
      "Faults", "CoreTypes", "SimulationKernel", "HCI", "RadioModel", "Documents", "Profiles", "Capture",
      "Reflector", "PhoneSystem", "PhoneWorld"),
    library(
      "Edge/VirtualCoreBluetooth", "CoreTypes", "HostStack", "Initiator", "PhoneSystem", "VirtualPhone"),
    library(
      "Edge/VirtualAccessorySetupKit",
      "Notation", "CoreTypes", "HostStack", "Profiles", "Initiator", "PhoneSystem", "VirtualPhone",
      "VirtualCoreBluetooth"),
    executable(
      "Edge/Benchmark",
      "Notation", "CoreTypes", "Statistics", "SimulationKernel", "CryptoToolbox", "ChannelSounding",
      "LinkLayer", "HCI", "RadioModel", "Ranging", "ProcedureRanging", "Documents", "Profiles", "Capture",
      "Analysis", "VirtualController", "Reflector", "Initiator", "Session", "Verdicts", "Scenarios",
      "ConformanceTester", "Conformance", "Lab", "Pages", "HCITransport", "PacketTap", "VirtualPhone",
      "VirtualCoreBluetooth"),
    executable(
      "Edge/ReflectorCommand",
      "Notation", "Faults", "CoreTypes", "SimulationKernel", "CryptoToolbox", "ChannelSounding", "HCI",
      "Ranging", "Documents", "Profiles", "Capture", "Dissection", "Analysis", "ProfileImport",
      "VirtualController", "VirtualHost", "Reflector", "Initiator", "Session", "RangeStudy", "Verdicts",
      "Scenarios", "ConformanceTester", "ConformanceCases", "Conformance", "Campaigns", "Gate", "Reports",
      "HCITransport", "PacketTap", "Pages", "LabServer", "CampaignStore", arguments),

    .target(name: "ProjectFiles", path: "Tests/ProjectFiles", swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: [
        "Faults", "CoreTypes", "SimulationKernel", "HCI", "Documents", "Profiles", "Capture",
        "ConformanceTester", "ProjectFiles",
      ],
      path: "Tests/TestSupport", swiftSettings: optimised),
    tests("TidyTests", "ProjectFiles"),
    tests("FaultsTests", "Faults", "ProjectFiles"),
    tests("NotationTests", "Notation"),
    tests("StatisticsTests", "Statistics"),
    tests("CoreTypesTests", "CoreTypes"),
    tests("PlotsTests", "Plots"),
    tests("WireTests", "Notation", "CoreTypes", "Wire"),
    tests("SimulationKernelTests", "CoreTypes", "SimulationKernel"),
    tests("CryptoToolboxTests", "CoreTypes", "CryptoToolbox", "ProjectFiles"),
    tests("ChannelSoundingTests", "CoreTypes", "CryptoToolbox", "ChannelSounding", "ProjectFiles"),
    tests(
      "LinkLayerTests",
      "Notation", "Faults", "CoreTypes", "Wire", "SimulationKernel", "ChannelSounding", "LinkLayer",
      "ProjectFiles"),
    tests(
      "HCITests", "Notation", "CoreTypes", "Wire", "SimulationKernel", "ChannelSounding", "HCI",
      "ProjectFiles"),
    tests(
      "HostStackTests",
      "Notation", "CoreTypes", "Wire", "SimulationKernel", "CryptoToolbox", "HCI", "HostStack",
      "ProjectFiles"),
    tests(
      "RangingServiceTests", "Notation", "Faults", "CoreTypes", "Wire", "SimulationKernel",
      "ChannelSounding", "HCI", "RangingService"),
    tests("RadioModelTests", "CoreTypes", "SimulationKernel", "RadioModel"),
    tests("RangingTests", "CoreTypes", "Ranging", "ProjectFiles", simulating: true),
    tests("ProcedureRangingTests", "CoreTypes", "ChannelSounding", "HCI", "Ranging", "ProcedureRanging"),
    tests(
      "VirtualControllerTests",
      "Faults", "CoreTypes", "Wire", "SimulationKernel", "CryptoToolbox", "ChannelSounding", "LinkLayer",
      "HCI", "RadioModel", "Ranging", "ProcedureRanging", "VirtualController", "Initiator"),
    tests("DocumentsTests", "Documents"),
    tests(
      "ProfilesTests", "Faults", "CoreTypes", "ChannelSounding", "RadioModel", "Documents", "Profiles",
      "ProjectFiles"),
    tests(
      "ReflectorTests",
      "Faults", "CoreTypes", "SimulationKernel", "ChannelSounding", "LinkLayer", "HCI", "HostStack",
      "RangingService", "RadioModel", "Documents", "Profiles", "VirtualController", "VirtualHost",
      "Reflector", "Initiator", "TestSupport"),
    tests(
      "InitiatorTests",
      "CoreTypes", "SimulationKernel", "LinkLayer", "HostStack", "RadioModel", "VirtualController",
      "VirtualHost", "Initiator"),
    tests(
      "CaptureTests", "Notation", "CoreTypes", "Wire", "SimulationKernel", "HCI", "Capture", "CPcap",
      "PacketTap", "ProjectFiles", linking: ["pcap"]),
    tests(
      "SimulationTests",
      "CoreTypes", "Wire", "SimulationKernel", "CryptoToolbox", "ChannelSounding", "LinkLayer", "HCI",
      "HostStack", "RadioModel", "Ranging", "ProcedureRanging", "Profiles", "Capture", "VirtualController",
      "VirtualHost", "Reflector", "Initiator", "Session", "Verdicts", "ConformanceTester", "Conformance",
      "ProjectFiles", "TestSupport"),
    tests("VerdictsTests", "Verdicts"),
    tests("CampaignsTests", "RangeStudy", "Campaigns", "TestSupport"),
    tests("CampaignStoreTests", "RangeStudy", "Verdicts", "Campaigns", "CampaignStore"),
    tests(
      "ConformanceTests",
      "Faults", "CoreTypes", "SimulationKernel", "ChannelSounding", "LinkLayer", "HCI", "HostStack",
      "RadioModel", "Ranging", "Documents", "Profiles", "Capture", "VirtualController", "VirtualHost",
      "Reflector", "Session", "Verdicts", "ConformanceTester", "ConformanceCases", "Conformance",
      "ProjectFiles", "TestSupport"),
    tests("HCITransportTests", "CoreTypes", "SimulationKernel", "HCI", "HCITransport", "TestSupport"),
    tests("PacketTapTests", "CoreTypes", "Capture", "PacketTap"),
    tests(
      "VirtualHostTests", "CoreTypes", "SimulationKernel", "ChannelSounding", "HCI", "VirtualHost",
      "TestSupport"),
    tests(
      "SessionTests",
      "Faults", "CoreTypes", "SimulationKernel", "ChannelSounding", "LinkLayer", "HCI", "HostStack",
      "RadioModel", "Ranging", "ProcedureRanging", "Documents", "Profiles", "Capture", "VirtualController",
      "VirtualHost", "Reflector", "Initiator", "Session", "ProjectFiles", "TestSupport"),
    tests(
      "AnalysisTests",
      "CoreTypes", "Wire", "SimulationKernel", "ChannelSounding", "LinkLayer", "HCI", "HostStack",
      "RangingService", "Ranging", "Profiles", "Capture", "Analysis", "VirtualController", "Reflector",
      "Initiator", "Session", "TestSupport"),
    tests(
      "DissectionTests",
      "Notation", "CoreTypes", "Wire", "ChannelSounding", "LinkLayer", "HCI", "Capture", "Dissection",
      "ConformanceTester", "Conformance", "ProjectFiles", "TestSupport"),
    tests(
      "ProfileImportTests",
      "Faults", "CoreTypes", "ChannelSounding", "HCI", "RadioModel", "Documents", "Profiles", "Capture",
      "Dissection", "Analysis", "ProfileImport", "Verdicts", "ConformanceTester", "Conformance",
      "ProjectFiles", "TestSupport"),
    tests(
      "RangeStudyTests",
      "Faults", "CoreTypes", "Statistics", "SimulationKernel", "ChannelSounding", "RadioModel", "Ranging",
      "Profiles", "RangeStudy", "TestSupport"),
    tests(
      "GateTests",
      "CoreTypes", "Statistics", "SimulationKernel", "RadioModel", "Documents", "Profiles", "Capture",
      "Verdicts", "Gate"),
    tests(
      "ReportsTests",
      "Notation", "CoreTypes", "ChannelSounding", "Ranging", "Documents", "Profiles", "Capture", "Analysis",
      "ProfileImport", "RangeStudy", "Verdicts", "Scenarios", "ConformanceTester", "ConformanceCases",
      "Conformance", "Gate", "Plots", "Reports", "ProjectFiles", "TestSupport"),
    tests(
      "PagesTests",
      "Faults", "CoreTypes", "Documents", "Profiles", "Capture", "Dissection", "Analysis", "Ranging",
      "RangeStudy", "Verdicts", "ConformanceTester", "Conformance", "Gate", "Lab", "Plots", "Reports",
      "Pages", "ProjectFiles", "TestSupport"),
    tests(
      "InteropTests",
      "Notation", "CoreTypes", "Wire", "SimulationKernel", "ChannelSounding", "LinkLayer", "HCI",
      "HostStack", "RadioModel", "Ranging", "Profiles", "Capture", "Dissection", "Analysis",
      "VirtualController", "ConformanceTester", "Conformance", "HCITransport", "PacketTap", "VirtualPhone",
      "VirtualCoreBluetooth", "VirtualAccessorySetupKit", "ReflectorCommand", "ProjectFiles", "TestSupport",
      excluding: ["Bumble", "Decryption"]),
    tests(
      "FuzzTests",
      "CoreTypes", "Wire", "SimulationKernel", "ChannelSounding", "LinkLayer", "HCI", "HostStack",
      "Ranging", "Documents", "Profiles", "Capture", "Dissection", "Analysis", "ProfileImport", "Verdicts",
      "ConformanceTester", "Conformance", "Reports", "ProjectFiles",
      excluding: ["LibFuzzer.swift", "run.sh", "seeds.py", "recordings.py", "corpus"]),
    tests(
      "ScenariosTests",
      "CoreTypes", "ChannelSounding", "Documents", "Profiles", "Capture", "Verdicts", "Scenarios",
      "ProjectFiles", "TestSupport"),
    tests(
      "VirtualAccessorySetupKitTests", "VirtualPhone", "VirtualCoreBluetooth", "VirtualAccessorySetupKit",
      "ProjectFiles"),
    tests(
      "VirtualCoreBluetoothTests",
      "CoreTypes", "HCI", "HostStack", "Initiator", "PhoneSystem", "VirtualPhone", "VirtualCoreBluetooth",
      "ProjectFiles"),
    tests(
      "LabTests",
      "Faults", "CoreTypes", "RadioModel", "Ranging", "Documents", "Profiles", "Capture", "Dissection", "Lab",
      "ProjectFiles", "TestSupport"),
    tests(
      "LabServerTests", "RadioModel", "Profiles", "Lab", "LabServer", "ReflectorCommand", "ProjectFiles",
      "TestSupport"),
    tests("PipelineTests", "ReflectorCommand", "ProjectFiles", yams, excluding: ["Forge"]),
    tests(
      "CommandTests",
      "ChannelSounding", "Ranging", "Documents", "Profiles", "RangeStudy", "ReflectorCommand",
      "ProjectFiles", "TestSupport"),
  ]
)

// Apple's systems have modules of these names.
#if os(Linux)
  package.products += [
    .library(name: "CoreBluetoothOnLinux", targets: ["CoreBluetooth"]),
    .library(name: "AccessorySetupKitOnLinux", targets: ["AccessorySetupKit"]),
  ]
  package.targets += [
    library("Edge/CoreBluetooth", "VirtualCoreBluetooth"),
    library("Edge/AccessorySetupKit", "VirtualAccessorySetupKit"),
    tests("AppTests", "CoreBluetooth", "AccessorySetupKit", "VirtualPhone", "ProjectFiles"),
    // The targets of a package outside this one, which see what is public alone.
    .executableTarget(
      name: "MainQueue", dependencies: ["CoreBluetooth", "VirtualPhone"],
      path: "Tests/OutsidePackage/Sources/MainQueue", packageAccess: false),
    .testTarget(
      name: "FinderTests", dependencies: ["CoreBluetooth", "VirtualPhone"],
      path: "Tests/OutsidePackage/Tests/FinderTests", packageAccess: false),
  ]
#endif
