internal import ArgumentParser
internal import CoreTypes
internal import HCITransport

/// `reflector serve`
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Put real hosts above virtual controllers, in one virtual air.",
    discussion: """
      A vendor's host drives the accessory's controller, and the virtual phone finds, pairs and \
      ranges with it; or a real host plays the phone; or both. Transports carry H4:

        tcp:HOST:PORT, unix:PATH                listen
        tcp-client:HOST:PORT, unix-client:PATH  connect
        pty:, pty:PATH                          open a pseudo-terminal
        serial:PATH,BAUD                        open a serial line

        reflector serve --profile P.yaml --controller accessory=tcp:127.0.0.1:9001
        reflector serve --profile P.yaml --controller phone=pty:/tmp/hci

      It ends with Control-C, with --procedures after so many, with --timeout, and with --once when a host \
      leaves.

      Exit status: 0 ended as asked, 1 ended before the procedures of --procedures had come, 2 bad input, 70 a \
      bug of ours.
      """)

  @OptionGroup var options: ServeOptions

  /// Carries the command out.
  func status() throws -> ExitStatus {
    let plan = try ServePlan(options)
    let loop = PacedLoop()
    defer { loop.close() }
    let interruption = Interruption { loop.stop() }
    defer { interruption.cancel() }
    let session = try ServeSession(plan, options, loop: loop)
    return try session.run() ? .pass : .fail
  }
}
