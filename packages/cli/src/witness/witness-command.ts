import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatVkey, type SignerKey, WITNESS_KEY } from '@inkproof/proof/note'
import { HELP_HINT } from '../help-hint.ts'
import {
  parseWitnessArguments,
  WITNESS_USAGE,
  type WitnessArguments,
  WitnessUsageError,
} from './arguments.ts'
import { openEvidence } from './evidence.ts'
import { readKnownLogs } from './known-logs.ts'
import { lockFolder } from './lock.ts'
import { createSerialize } from './serialize.ts'
import { createWitnessServer, type WitnessLog } from './server.ts'
import { openState, RetiredError } from './state.ts'
import { openKey } from './witness-key.ts'

/** Requests per log that may wait; a log has no reason to send more at a time. */
const MAX_WAITING = 64
/** Requests that are still running this long after a signal to stop are cut off. */
const STOP_TIMEOUT_MS = 5_000

/**
 * Runs `witness` until it receives SIGINT or SIGTERM, and returns the exit code: 0 stopped, 1 cannot run or retired, 2
 * invalid usage.
 */
export async function runWitness(argv: readonly string[], log: WitnessLog): Promise<number> {
  try {
    const args = parseWitnessArguments(argv)
    if (args === null) log.info(WITNESS_USAGE)
    else await serve(args, log)
    return 0
  } catch (error) {
    if (error instanceof WitnessUsageError) {
      log.error(`${error.message}\n\n${HELP_HINT}`)
      return 2
    }
    log.error(error instanceof RetiredError ? retirement(error) : `Cannot run: ${reasonOf(error)}`)
    return 1
  }
}

async function serve(args: WitnessArguments, log: WitnessLog): Promise<void> {
  const logs = await readKnownLogs(args.logs, args.logLists)
  await mkdir(args.dir, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(args.dir)
  try {
    const { key, isNew } = await openKey(args.dir, args.name)
    const evidence = openEvidence(args.dir)
    const state = await openState(args.dir, key)
    const server = createWitnessServer({
      key,
      logs,
      state,
      serialize: createSerialize(MAX_WAITING),
      now: () => new Date(),
      keepEvidence: async (cosigned, submitted) => {
        log.error(`${cosigned.origin} has signed two roots at size ${cosigned.size}.`)
        // The submission is refused whether or not the disk has room for the notes.
        await evidence
          .keep(cosigned, submitted)
          .catch((error) => log.error(`The evidence could not be stored: ${reasonOf(error)}`))
      },
      countEvidence: evidence.count,
      log,
    })
    await listen(server, args)
    log.info(introduction(key, isNew, args.url))
    log.info(`Listening on ${addressOf(server)} (logs: ${logs.size}).`)
    await stopSignal()
    await close(server)
    log.info('Stopped.')
  } finally {
    await unlock()
  }
}

function introduction(key: SignerKey, isNew: boolean, url: string | null): string {
  const vkey = formatVkey(key, WITNESS_KEY)
  const line = ['witness', key.name, vkey, ...(url === null ? [] : [url])].join(' ')
  const headline = isNew ? 'Created a new key.' : 'Using the existing key.'
  return `${headline}\nVerifier key: ${vkey}\nPolicy line:  ${line}`
}

function retirement({ message }: RetiredError): string {
  return `This witness is retired: ${message}.
It no longer knows which checkpoints it has cosigned, so its key must not sign again.
Start a new witness in a new folder, and give its key to those who rely on this one.`
}

function listen(server: Server, { host, port }: WitnessArguments): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

/** Answers the requests that have arrived, then closes all connections. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
