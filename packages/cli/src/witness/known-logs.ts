/** The logs that a witness cosigns, by their origin. */
import { readFile } from 'node:fs/promises'
import { parseVkey, type VerifierKey } from '@inkproof/proof/note'
import { ProofError } from '@inkproof/proof/proof-error'
import { WitnessUsageError } from './arguments.ts'

/** The keys that may sign a log's checkpoints, by the log's origin. */
export type KnownLogs = ReadonlyMap<string, readonly VerifierKey[]>

type KnownLog = { origin: string; key: VerifierKey }

/** The first line of a list of logs. */
const HEADER = 'logs/v0'
/** Fields of a list that this witness has no use for. */
const OTHER_FIELDS = ['bastion', 'qpd', 'contact']

/** Reads the logs named on the command line. @throws WitnessUsageError */
export async function readKnownLogs(
  vkeys: readonly string[],
  lists: readonly string[],
): Promise<KnownLogs> {
  const logs = vkeys.map((vkey) => {
    const key = parseKey(vkey, '--log')
    return { origin: key.name, key }
  })
  for (const path of lists) logs.push(...parseLogList(await readList(path), path))
  const known = new Map<string, VerifierKey[]>()
  for (const { origin, key } of logs) known.set(origin, [...(known.get(origin) ?? []), key])
  return known
}

/**
 * Parses a list of logs: https://github.com/transparency-dev/witness-network/blob/main/docs/log-list-format.md
 *
 * @param source named in errors
 * @throws WitnessUsageError with the number of the line
 */
export function parseLogList(text: string, source: string): KnownLog[] {
  const lines = text
    .split('\n')
    .map((line, i) => ({ line: line.trim(), where: `${source}, line ${i + 1}` }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'))
  const [header, ...fields] = lines
  if (header?.line !== HEADER)
    throw new WitnessUsageError(`${source} is not a list of logs: it must start with ${HEADER}.`)
  const logs: KnownLog[] = []
  for (const { line, where } of fields) readField(logs, line, where)
  if (logs.length === 0) throw new WitnessUsageError(`${source} lists no log.`)
  return logs
}

function readField(logs: KnownLog[], line: string, where: string): void {
  const [, field = line, value = ''] = /^(\S+) +(.+)$/.exec(line) ?? []
  const log = logs.at(-1)
  if (field === 'vkey') {
    const key = parseKey(value, where)
    logs.push({ origin: key.name, key })
  } else if (log && field === 'origin') {
    // `none` means that the origin is the key's name.
    if (value !== 'none') log.origin = value
  } else if (!log || !OTHER_FIELDS.includes(field))
    throw new WitnessUsageError(`${where}: expected vkey, or a field of the log above.`)
}

function parseKey(vkey: string, where: string): VerifierKey {
  try {
    return parseVkey(vkey)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new WitnessUsageError(`${where}: "${vkey}" is not a log's key. ${error.message}`)
  }
}

async function readList(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new WitnessUsageError(`The list ${path} cannot be read (${code}).`)
  }
}
