/**
 * The embedded mailbox: receives every e-mail, delivers none and shows them on a page.
 *
 * Every local user can connect to its two ports. Sending an e-mail to it requires a password, which is new at each start.
 * Reading requires the key of the mailbox, which stays the same as long as its address does, so that a browser that has
 * opened the mailbox once can open it again. Pages of the installation link to the mailbox without the key, because every local user can read them.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Launch } from '../process/supervise.ts'
import { type Part, type PartContext, type Prepared, plainEnv } from './part.ts'

export const mail: Part = { name: 'mail', prepare }

const require = createRequire(import.meta.url)
const MAIL_GUARD = join(import.meta.dirname, 'mail-guard.mjs')
const USER = 'inkproof'
const KEY = /^[\w-]{32}$/

async function prepare(context: PartContext): Promise<Prepared> {
  const smtp = await context.port('mail')
  const web = await context.port('mail-page')
  const folder = join(context.data, 'mail')
  mkdirSync(folder, { recursive: true })
  const page = `http://127.0.0.1:${web}`
  const key = storeLink(join(context.data, 'mailbox-link'), page)
  const password = randomBytes(24).toString('base64url')
  const description = require.resolve('maildev/package.json')
  const { version } = JSON.parse(readFileSync(description, 'utf8'))
  const mailbox = `${page}/${key}`
  const readyFile = join(context.data, 'mailbox-ready')
  return {
    from: `maildev ${version} from npm`,
    addresses: {
      // Without TLS, because maildev does not support it and the connection stays on this machine.
      url: `smtp://${USER}:${password}@127.0.0.1:${smtp}?requireTLS=false`,
      page,
      link: `${page}/#${key}`,
      mailbox,
    },
    launch: mailProcess(context, { smtp, web, folder, key, password, readyFile }),
    // Not a request, which would send the key to whoever has taken the port before the mailbox could.
    isReady: async () => existsSync(readyFile),
  }
}

type MailOptions = {
  smtp: number
  web: number
  folder: string
  key: string
  password: string
  /** A file that the process creates when it listens on both ports. */
  readyFile: string
}

function mailProcess(context: PartContext, options: MailOptions): Launch {
  const { smtp, web, folder, key, password, readyFile } = options
  return {
    name: 'mail',
    command: process.execPath,
    args: [
      MAIL_GUARD,
      ...['--smtp', String(smtp), '--ip', '127.0.0.1'],
      ...['--web', String(web), '--web-ip', '127.0.0.1'],
      ...['--mail-directory', folder],
    ],
    cwd: folder,
    beforeStart: () => rmSync(readyFile, { force: true }),
    // In the environment, because all users can read the arguments of a process.
    env: {
      ...plainEnv(context.env),
      MAILBOX_KEY: key,
      MAILBOX_READY_FILE: readyFile,
      MAILDEV_INCOMING_USER: USER,
      MAILDEV_INCOMING_PASS: password,
    },
  }
}

/**
 * Writes the link that opens the mailbox to a file that only this user can read, and returns the key in it. A new address
 * gets a new key: a local user who takes the old port would receive the old key from a browser that visits it again.
 */
function storeLink(path: string, page: string): string {
  const stored = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const [storedPage, storedKey] = stored.trimEnd().split('/#')
  if (storedPage === page && storedKey && KEY.test(storedKey)) return storedKey
  const key = randomBytes(24).toString('base64url')
  writeFileSync(`${path}.new`, `${page}/#${key}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return key
}
