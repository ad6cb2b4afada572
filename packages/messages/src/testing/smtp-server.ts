/** An SMTP server whose responses the test controls. */
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Determines what the server does after the nth e-mail. An object rejects the e-mail with that SMTP response. */
export type Policy = (
  nth: number,
) => 'accept' | 'no response' | 'disconnect' | { code: number; text: string }

export type TestSmtpServer = {
  url: string
  /** Every e-mail that was received completely. */
  received: { to: string; raw: string; messageId: string }[]
  close(): Promise<void>
}

/** Starts a mail server, on a free port unless one is given. */
export async function startSmtpServer(
  policy: Policy = () => 'accept',
  port = 0,
): Promise<TestSmtpServer> {
  const received: TestSmtpServer['received'] = []
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onData: (stream, session, done) => {
      let raw = ''
      stream.on('data', (bytes: Buffer) => {
        raw += bytes
      })
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        received.push({ to, raw, messageId: /^Message-ID: (.+)$/im.exec(raw)?.[1] ?? '' })
        const action = policy(received.length)
        if (action === 'accept') return done(null)
        if (action === 'disconnect') for (const socket of sockets) socket.destroy()
        else if (action !== 'no response')
          done(Object.assign(new Error(action.text), { responseCode: action.code }))
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const { port: actualPort } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${actualPort}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
