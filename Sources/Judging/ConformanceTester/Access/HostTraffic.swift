package import ChannelSounding
package import CoreTypes
package import HCI

/// The state of an attached host by its HCI: whether it responds, whether it advertises, what it enabled.
package final class HostTraffic {
  /// After this time without an answer a host counts as hung.
  private static let answerTimeout = Picoseconds.seconds(10)

  /// The commands it sent since it attached.
  package private(set) var commandCount = 0
  /// Whether its controller has taken a command to advertise, and nothing has ended that.
  package private(set) var isAdvertising = false
  /// Whether it ever advertised.
  package private(set) var hasAdvertised = false
  /// The roles of Channel Sounding that it enabled on its link, and the frame of that command.
  package private(set) var enabledRoles: (roles: CSCapabilities.Roles, frame: Int)?
  /// Why its controller refused to enable roles on its link; nil if it did not.
  package private(set) var rolesRefusal: ErrorCode?
  /// Whether the host has unmasked an event.
  var hasUnmasked: (EventCode) -> Bool = { _ in true }
  /// Why its controller last refused a request of the phone on a link that stands; nil if it has reported no reason.
  var lastRefusal: () -> (code: ErrorCode, reason: String)? = { nil }
  /// Whether it has left a request of the Attribute protocol unanswered until the time of the transaction was over.
  package var hasIgnoredRequest = false
  /// The frame in which it reset its controller while it had a link.
  package private(set) var resetOnLink: Int?
  private var hasNews = false
  private var refusal: ErrorCode?
  private var asked: (opcode: Opcode, isEnabled: Bool)?
  private var hasLink = false
  private var lastPacket: Instant?
  private var owedSince: Instant?
  /// The invalid octets since the last packet that could be read.
  private var strayCount = 0

  /// Whether anything has reached the host since the last call.
  package func takeNews() -> Bool {
    defer { hasNews = false }
    return hasNews
  }

  /// Records that a host attached, or left: the next host finds the controller as after power on.
  package func began() {
    commandCount = 0
    (isAdvertising, hasAdvertised, hasLink) = (false, false, false)
    (enabledRoles, rolesRefusal, resetOnLink, refusal, asked) = (nil, nil, nil, nil, nil)
    (lastPacket, owedSince, strayCount) = (nil, nil, 0)
    hasIgnoredRequest = false
  }

  /// Takes invalid octets of the host, or octets that its controller ignores after them: the controller is reset, and
  /// waits for HCI_Reset.
  package func takeStray(_ octetCount: Int) {
    strayCount += octetCount
    (isAdvertising, hasLink) = (false, false)
    (enabledRoles, rolesRefusal, refusal, asked, owedSince) = (nil, nil, nil, nil, nil)
  }

  /// Forgets one link.
  package func forgetLink() { resetOnLink = nil }

  /// Takes a packet between the host and its controller.
  package func take(_ packet: HCIPacket, isFromHost: Bool, at time: Instant, frame: Int) {
    switch packet {
    case .command(let command) where isFromHost:
      commandCount += 1
      take(command, frame)
    case .event(let event) where !isFromHost: take(event, at: time)
    case .acl where !isFromHost: owe(at: time)
    default: break
    }
    if isFromHost {
      (lastPacket, owedSince, strayCount) = (time, nil, 0)
    } else {
      hasNews = true
    }
  }

  private func owe(at time: Instant) {
    if owedSince == nil { owedSince = time }
  }

  private func take(_ command: CommandPacket, _ frame: Int) {
    switch command.opcode {
    case .reset:
      if hasLink { resetOnLink = frame }
      (isAdvertising, hasLink) = (false, false)
      (enabledRoles, rolesRefusal) = (nil, nil)
    case .leSetAdvertisingEnable, .leSetExtendedAdvertisingEnable:
      asked = (command.opcode, command.parameters.first == 1)
    case .leCSSetDefaultSettings where command.parameters.count > 2:
      enabledRoles = (CSCapabilities.Roles(rawValue: command.parameters[2]), frame)
    default: break
    }
  }

  private func take(_ event: EventPacket, at time: Instant) {
    let value: HCIEventValue
    do {
      value = try HCIEventValue(event)
    } catch {
      preconditionFailure("our controller sent an event that is none: \(error)")
    }
    if let complete = value.connectionComplete, complete.status == .success {
      (isAdvertising, hasLink, resetOnLink) = (false, true, nil)
      (enabledRoles, rolesRefusal) = (nil, nil)
    }
    switch value {
    case .commandComplete(let complete) where complete.commandOpcode == asked?.opcode:
      refusal = complete.status == .success ? nil : complete.status
      if complete.status == .success, let asked {
        isAdvertising = asked.isEnabled
        hasAdvertised = hasAdvertised || isAdvertising
      }
      asked = nil
    case .commandComplete(let complete) where complete.commandOpcode == .leCSSetDefaultSettings:
      rolesRefusal = complete.status == .success ? nil : complete.status
      if complete.status != .success { enabledRoles = nil }
    case .disconnectionComplete: hasLink = false
    case .leLongTermKeyRequest: owe(at: time)
    default: break
    }
  }

  // MARK: As text

  /// Whether the host owes an answer, and has sent nothing for so long that none can be expected.
  package func isHung(at now: Instant) -> Bool { owedSince.map { now - $0 > Self.answerTimeout } ?? false }

  /// Why the controller ignores the host; nil while its packets can be read.
  private var whyIgnored: String? {
    AttachedPort.whyIgnored(strayCount, of: "host", until: "HCI_Reset")
  }

  /// Why an attached host counts as absent; nil once it has sent a command.
  package var whyAbsent: String? {
    commandCount > 0 ? nil : whyIgnored ?? "the host has attached and sent no HCI command"
  }

  /// Why the phone finds nothing that it can connect to.
  package func whyNotFound(at now: Instant) -> String {
    if let whyIgnored { return whyIgnored }
    if commandCount == 0 { return "the host has sent no HCI command" }
    if isAdvertising {
      return "the host's HCI commands enabled advertising"
        + (hasUnmaskedLinks ? "" : ", but \(Self.maskedLinks)")
    }
    if let refusal { return "the controller refused the host's command to advertise: \(refusal)" }
    return hasAdvertised
      ? "the host has not enabled advertising again; \(lastWord(at: now))"
      : "the host has sent \(commandCount) HCI commands and none that enables advertising"
  }

  /// Why the results of procedures do not reach the host; nil if they do.
  package var whyNoResults: String? {
    hasUnmasked(.leCSSubeventResult)
      ? nil : "the host has masked LE CS Subevent Result, by HCI_Set_Event_Mask or HCI_LE_Set_Event_Mask"
  }

  /// Why the controller enabled no role; nil if no command was refused.
  package var whyNoRole: String? {
    rolesRefusal.map { "the controller refused LE CS Set Default Settings: \($0)" }
  }

  private static let maskedLinks =
    "it has masked LE Connection Complete and LE Enhanced Connection Complete, by HCI_Set_Event_Mask or "
    + "HCI_LE_Set_Event_Mask"

  private var hasUnmaskedLinks: Bool {
    hasUnmasked(.leConnectionComplete) || hasUnmasked(.leEnhancedConnectionComplete)
  }

  /// Why the phone gets no answer; nil while the host owes none.
  package func whySilent(at now: Instant) -> String? {
    owedSince.map { _ in
      "the host has received the packets and sent no answer"
        + (hasUnmaskedLinks ? "" : ", and \(Self.maskedLinks)") + "; \(lastWord(at: now))"
    }
  }

  private func lastWord(at now: Instant) -> String {
    guard let lastPacket else { return "it has sent no HCI packet" }
    let tenths = ((now - lastPacket).rawValue / 100_000_000_000)
    return "its last HCI packet came \(tenths / 10).\(tenths % 10) s ago"
  }
}
