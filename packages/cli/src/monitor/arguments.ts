import { parseArgs } from 'node:util'

/** The parsed arguments of `inkproof monitor`. */
export type MonitorArguments = {
  /** Address of the record without a trailing slash, such as `https://proof.example/log`. */
  url: string
  /** JSON-RPC URL of a node. */
  rpc: string
  /** Path of the policy file; null to use the policy of the state file or, the first time, the record's own. */
  trust: string | null
  /** Path of the state file. */
  state: string
  once: boolean
  json: boolean
  intervalMs: number
  maxAgeMs: number
  /** First block to search for anchors. */
  fromBlock: bigint
  /** Known contradictions that do not end the monitor, as `CODE:INDEX`. */
  accept: ReadonlySet<string>
}

/** Invalid usage of `inkproof monitor`. */
export class MonitorUsageError extends Error {
  override readonly name = 'MonitorUsageError'
}

/** Contradictions that remain in the record for ever, and that the reader can decide to tolerate. */
const ACCEPTABLE = /^(LEAF_REPEATED|STATUS_DIFFERS|STATUS_WITHHELD|ROTATION_NOT_COSIGNED):\d{1,15}$/
const UNIT_MS: Readonly<Record<string, number>> = { s: 1e3, m: 60e3, h: 3600e3, d: 86_400e3 }

/** Parses the arguments; `null` when help is requested. @throws MonitorUsageError */
export function parseMonitorArguments(argv: readonly string[]): MonitorArguments | null {
  const { values, positionals } = parse(argv)
  if (values.help) return null
  const [url, ...others] = positionals
  if (url === undefined || others.length > 0)
    throw new MonitorUsageError('monitor takes one address, that of the record.')
  if (values.rpc === undefined)
    throw new MonitorUsageError('--rpc is required: a blockchain node that you trust.')
  const unknown = values.accept.find((item) => !ACCEPTABLE.test(item))
  if (unknown !== undefined)
    throw new MonitorUsageError(`--accept cannot be used for "${unknown}".`)
  return {
    url: recordUrl(url),
    rpc: httpUrl(values.rpc, '--rpc').href,
    trust: values.trust ?? null,
    state: values.state,
    once: values.once,
    json: values.json,
    intervalMs: duration(values.interval, '--interval'),
    maxAgeMs: duration(values['max-age'], '--max-age'),
    fromBlock: blockNumber(values['from-block']),
    accept: new Set(values.accept),
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        rpc: { type: 'string' },
        trust: { type: 'string' },
        state: { type: 'string', default: 'inkproof-monitor.json' },
        once: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        interval: { type: 'string', default: '1m' },
        'max-age': { type: 'string', default: '24h' },
        'from-block': { type: 'string', default: '0' },
        accept: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    })
  } catch (error) {
    throw new MonitorUsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The address of an installation is accepted for that of its record, which is at `/log`. */
function recordUrl(text: string): string {
  const url = httpUrl(text, 'The address')
  return `${url.origin}${url.pathname === '/' ? '/log' : url.pathname.replace(/\/+$/, '')}`
}

function httpUrl(text: string, name: string): URL {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return new URL(text)
  throw new MonitorUsageError(`${name} must be a URL that starts with http:// or https://.`)
}

function duration(text: string, name: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? []
  const ms = Number(count) * (UNIT_MS[unit] ?? 0)
  if (ms > 0) return ms
  throw new MonitorUsageError(`${name} must be a number followed by s, m, h or d, such as 24h.`)
}

function blockNumber(text: string): bigint {
  if (/^\d{1,18}$/.test(text)) return BigInt(text)
  throw new MonitorUsageError('--from-block must be a block number.')
}
