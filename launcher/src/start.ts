/**
 * The command of `npm start`: starts the system, prints its progress, and stops it on Ctrl-C. With `keys`,
 * `rotate-checkpoint-key` or `replace-signing-authority`, only creates or changes the keys.
 */
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgressLines } from './process/progress-lines.ts'
import { onStopSignal } from './process/stop-signals.ts'
import { keysPath, loadKeys, rotateCheckpointKey } from './system/keys.ts'
import { replaceSigningAuthority } from './system/replace-signing-authority.ts'
import type { Report } from './system/run-tasks.ts'
import { rootKeyPath } from './system/signing-authority.ts'
import { ROOT, type System, startSystem } from './system/start-system.ts'

const { INKPROOF_DATA, PORT = '8080' } = process.env
const data = resolve(INKPROOF_DATA ?? join(ROOT, '.inkproof'))

const [command, option] = process.argv.slice(2)

if (command === 'keys') await showKeys()
else if (command === 'rotate-checkpoint-key') replaceCheckpointKey()
else if (command === 'replace-signing-authority') await replaceAuthority()
else await start()

async function showKeys(): Promise<void> {
  await loadKeys(data, process.env)
  console.log(`The keys of this installation are in ${keysPath(data)}`)
  if (existsSync(rootKeyPath(data)))
    console.log(
      `The private key of its root certificate is in ${rootKeyPath(data)}. Move it to offline storage: the installation ` +
        'does not need it.',
    )
}

function replaceCheckpointKey(): void {
  try {
    const vkey = rotateCheckpointKey(data, { isLost: option === '--lost' })
    console.log(
      `The checkpoint key in ${keysPath(data)} was replaced. The new verifier key is\n\n  ${vkey}\n\n` +
        'Restart documents-log (or npm start) to record the rotation.',
    )
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

async function replaceAuthority(): Promise<void> {
  try {
    const { values } = parseArgs({
      args: process.argv.slice(3),
      options: { 'root-key': { type: 'string' }, stolen: { type: 'boolean', default: false } },
    })
    await replaceSigningAuthority(data, {
      rootKeyFile: values['root-key'],
      isStolen: values.stolen,
    })
    console.log(
      `SIGNING_AUTHORITY in ${keysPath(data)} was replaced. Restart svc-signing (or npm start) to use it, and back up the file.`,
    )
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

/** Stops at whatever moment of the start or the run a signal arrives. */
async function start(): Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const stopRequested = new Promise((resolve) => signal.addEventListener('abort', resolve))
  onStopSignal(() => {
    console.log('\nstopping')
    controller.abort()
  })
  // Without this, an error in a timer would end the launcher before the processes have stopped gracefully.
  process.on('uncaughtException', (error) => {
    process.exitCode = 1
    console.error(`\nThe launcher failed: ${error.stack ?? error}`)
    controller.abort()
  })
  // A failed write is ignored: the output may be a file on the full disk, and later lines are still attempted.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const system = await startOrExit(signal)
  await stopRequested
  await system.stop()
  console.log('stopped')
  process.exit()
}

async function startOrExit(signal: AbortSignal): Promise<System> {
  console.log(`Inkproof, data in ${relative(process.cwd(), data) || '.'}\n`)
  const lines = createProgressLines(process.stdout, elapsedMs)
  try {
    const report: Report = {
      started: (name, from, tookMs) => lines.print(startedLine(name, from, tookMs)),
      note: (line) => lines.print(`  - ${line}`),
    }
    const system = await startSystem({ data, port: readPort(), report, signal })
    lines.end()
    console.log(`\nready  ${system.origin}  after ${seconds(elapsedMs())}`)
    console.log(
      `mailbox  ${system.urls['mailbox-link']}\n\n` +
        'All e-mails arrive in the mailbox. Keep its link private: it is also in ' +
        `${join(relative(process.cwd(), data), 'mailbox-link')}.\n` +
        'Press Ctrl-C to stop.',
    )
    return system
  } catch (error) {
    lines.end()
    console.error(signal.aborted ? 'stopped' : `\n${(error as Error).message}`)
    process.exit(signal.aborted ? (process.exitCode ?? 0) : 1)
  }
}

function readPort(): number {
  const port = Number(PORT)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  console.error(`PORT must be a number from 1 to 65535, such as PORT=8081 npm start`)
  process.exit(1)
}

function startedLine(name: string, from: string, tookMs: number): string {
  return `  ${name.padEnd(16)}${seconds(tookMs).padStart(7)}  ${from}`
}

/** Time since the command was started, including the installation of npm packages, which runs in this process. */
function elapsedMs(): number {
  return process.uptime() * 1000
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
