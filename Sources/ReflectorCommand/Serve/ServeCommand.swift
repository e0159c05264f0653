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

      It ends with Control-C, with --procedures after so many, and with --once when a host leaves.
      """)

  @OptionGroup var options: ServeOptions

  func run() throws {
    let plan = try ServePlan(options)
    let loop = PacedLoop()
    defer { loop.close() }
    let session = try ServeSession(plan, options, loop: loop)
    let interruption = Interruption { loop.stop() }
    defer { interruption.cancel() }
    try session.run()
  }
}
