/** The embedded mailbox: receives every e-mail, delivers none and shows them on a page. */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isHttpOk, isPortResponding } from '../process/wait.ts'
import { type Part, type PartContext, type Prepared, plainEnv } from './part.ts'

export const mail: Part = { name: 'mail', prepare }

const require = createRequire(import.meta.url)
const MAIL_GUARD = join(import.meta.dirname, 'mail-guard.mjs')

async function prepare(context: PartContext): Promise<Prepared> {
  const smtp = await context.port('mail')
  const web = await context.port('mail-page')
  const folder = join(context.data, 'mail')
  mkdirSync(folder, { recursive: true })
  const description = require.resolve('maildev/package.json')
  const { version } = JSON.parse(readFileSync(description, 'utf8'))
  return {
    from: `maildev ${version} from npm`,
    addresses: { url: `smtp://127.0.0.1:${smtp}`, page: `http://127.0.0.1:${web}` },
    launch: {
      name: 'mail',
      command: process.execPath,
      args: [
        MAIL_GUARD,
        ...['--smtp', String(smtp), '--ip', '127.0.0.1'],
        ...['--web', String(web), '--web-ip', '127.0.0.1'],
        ...['--mail-directory', folder],
      ],
      cwd: folder,
      env: plainEnv(context.env),
    },
    isReady: async () =>
      (await isPortResponding(smtp, { expected: /^220 / })) &&
      (await isHttpOk(`http://127.0.0.1:${web}/`)),
  }
}
