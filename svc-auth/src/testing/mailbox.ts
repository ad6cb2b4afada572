/** The shared mailbox of the tests, and mail servers that one test may break. */
import type { AddressInfo, Socket } from 'node:net'
import { sharedPart, until } from '@inkproof/service-kit/testing/fixture'
import { SMTPServer } from 'smtp-server'

/** A mail as the mailbox shows it. */
export type Received = {
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
}

/** The mails that came to an address so far, oldest first. */
export async function mailsTo(address: string): Promise<Received[]> {
  const answer = await fetch(`${sharedPart('INKPROOF_TEST_MAIL_URL')}/email`)
  const mails: (Received & { to: { address: string }[] })[] = await answer.json()
  return mails.filter(({ to }) => to.some((one) => one.address === address))
}

/** Waits for a mail whose subject fits. */
export async function mailTo(address: string, subject: RegExp): Promise<Received> {
  let found: Received | undefined
  await until(async () => {
    found = (await mailsTo(address)).findLast((mail) => subject.test(mail.subject))
    return found !== undefined
  })
  return found as Received
}

/** The secret of the link in a mail, and the address in front of it. */
export function linkIn({ text }: Pick<Received, 'text'>): { url: string; secret: string } {
  const url = /https?:\/\/\S+#\S+/.exec(text)?.[0] ?? ''
  return { url, secret: url.split(/[#=]/).at(-1) ?? '' }
}

/** What a mail server of a test does with a mail: takes it, refuses it by a code, or hangs up on it. */
export type Policy = (nth: number) => 'take' | 'hold' | 'hang up' | { code: number; text: string }

export type PostOffice = {
  url: string
  /** Every mail that was handed over whole, as it came. */
  received: { to: string; raw: string; messageId: string }[]
  close(): Promise<void>
}

/** A mail server of one test's own. */
export async function openPostOffice(policy: Policy = () => 'take', port = 0): Promise<PostOffice> {
  const received: PostOffice['received'] = []
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
        const what = policy(received.length)
        if (what === 'take') return done(null)
        if (what === 'hang up') for (const socket of sockets) socket.destroy()
        else if (what !== 'hold')
          done(Object.assign(new Error(what.text), { responseCode: what.code }))
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const { port: taken } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${taken}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
