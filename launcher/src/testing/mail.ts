/** Starts the embedded mailbox in a temporary folder, and sends requests to it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mail } from '../parts/mail.ts'
import type { PartContext } from '../parts/part.ts'
import { startPart } from '../parts/start-part.ts'
import type { Supervised } from '../process/supervise.ts'
import { testContext } from './parts.ts'

export type TestMailbox = {
  folder: string
  context: PartContext
  /** The page's address without the key. */
  page: URL
  /** The path of the mailbox: a slash and the key. */
  inbox: string
  addresses: Record<string, string>
  pid(): number
  stop(): Promise<void>
}

export async function startMailbox(): Promise<TestMailbox> {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-mail-'))
  const context = { ...testContext(folder), print: () => undefined }
  const { addresses, ...prepared } = await mail.prepare(context)
  const folders = { run: join(folder, 'run'), logs: join(folder, 'logs') }
  const running: Supervised[] = []
  await startPart('mail', { ...prepared, addresses }, folders, (process) => running.push(process))
  return {
    folder,
    context,
    addresses,
    page: new URL(addresses['page'] ?? ''),
    inbox: new URL(addresses['mailbox'] ?? '').pathname,
    pid: () => running[0]?.pid() ?? 0,
    stop: async () => {
      await Promise.all(running.map((process) => process.stop()))
      rmSync(folder, { recursive: true })
    },
  }
}

/** Paths of maildev's socket.io server, by polling and as a web socket, and the headers that open the latter. */
export const POLLING = '/socket.io/?EIO=4&transport=polling'
export const SOCKET = '/socket.io/?EIO=4&transport=websocket'
export const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

type Call = { method?: string; path: string; headers?: Record<string, string> }

/** Sends a request and returns the status. Uses node:http, because fetch does not allow setting Host or Upgrade. */
export function send({ hostname, port }: URL, call: Call): Promise<number | 'closed'> {
  return new Promise((resolve) => {
    const outgoing = request({ hostname, port, agent: false, ...call })
    outgoing.on('response', (response) =>
      response.resume().on('end', () => resolve(response.statusCode ?? 0)),
    )
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 0)
    })
    outgoing.on('error', () => resolve('closed'))
    outgoing.end()
  })
}

/** Sends each line to an SMTP server after the reply to the one before, and returns the replies. */
export function converse(port: number, lines: readonly string[]): Promise<string[]> {
  const replies: string[] = []
  const remaining = [...lines]
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('utf8').on('error', reject)
    socket.on('close', () => resolve(replies))
    socket.on('data', (text) => {
      // A reply has several lines, the last of which has a space after its code.
      if (!/^\d{3} .*\r\n$/m.test(String(text))) return
      replies.push(String(text))
      const next = remaining.shift()
      if (next === undefined) socket.end()
      else socket.write(`${next}\r\n`)
    })
  })
}
