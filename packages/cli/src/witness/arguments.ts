import { parseArgs } from 'node:util'

/** The parsed arguments of `inkproof witness`. */
export type WitnessArguments = {
  /** Folder of the key, the state and the evidence. */
  dir: string
  /** Name of the witness's key; required when the key is created. */
  name: string | null
  /** Verifier keys of logs whose origin is the key's name. */
  logs: readonly string[]
  /** Files with lists of logs. */
  logLists: readonly string[]
  host: string
  port: number
  /** Public URL of the witness, for the printed policy line. */
  url: string | null
}

/** Invalid usage, an unreadable file or an unusable folder: reported without a stack trace. */
export class WitnessUsageError extends Error {
  override readonly name = 'WitnessUsageError'
}

/** Usage text of the command. */
export const WITNESS_USAGE = `  inkproof witness --dir FOLDER --name NAME (--log KEY | --logs FILE)… [--listen HOST:PORT] [--url URL]

  --dir      folder of the witness's key, state and evidence; the first run creates the key in it
  --name     name of the witness, a URL without its scheme, such as witness.example.com/w1
  --log      the verifier key of a log to witness, whose origin is the key's name
  --logs     a file with logs to witness, in the format logs/v0; needed if an origin is not the key's name
  --listen   address to listen on; 127.0.0.1:7380 by default
  --url      public URL of this witness, for the policy line that is printed at the start

Cosigns checkpoints of the logs over HTTP (c2sp.org/tlog-witness) until it receives SIGINT or SIGTERM.
Exit code 0: stopped. 1: cannot run, or retired after a loss of its state. 2: invalid usage.`

/** Parses the arguments; `null` when help is requested. @throws WitnessUsageError */
export function parseWitnessArguments(argv: readonly string[]): WitnessArguments | null {
  const values = parse(argv)
  if (values.help) return null
  if (values.dir === undefined || values.dir === '')
    throw new WitnessUsageError('--dir is required: the folder of the witness.')
  if (values.log.length + values.logs.length === 0)
    throw new WitnessUsageError('Name at least one log to witness with --log or --logs.')
  if (values.url !== undefined && !/^https?:\/\/\S+$/.test(values.url))
    throw new WitnessUsageError('--url must start with http:// or https://.')
  return {
    dir: values.dir,
    name: values.name ?? null,
    logs: values.log,
    logLists: values.logs,
    ...parseAddress(values.listen),
    url: values.url ?? null,
  }
}

/** Parses `HOST:PORT`; an IPv6 address is in brackets. Port 0 chooses a free port. */
function parseAddress(address: string): { host: string; port: number } {
  const parts = /^(?:\[([0-9a-fA-F:]+)\]|([^:]+)):(\d{1,5})$/.exec(address)
  const port = Number(parts?.[3])
  if (!parts || port > 65_535)
    throw new WitnessUsageError(`--listen must have the form HOST:PORT, not "${address}".`)
  return { host: (parts[1] ?? parts[2]) as string, port }
}

function parse(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        dir: { type: 'string' },
        name: { type: 'string' },
        log: { type: 'string', multiple: true, default: [] },
        logs: { type: 'string', multiple: true, default: [] },
        listen: { type: 'string', default: '127.0.0.1:7380' },
        url: { type: 'string' },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    })
    return values
  } catch (error) {
    throw new WitnessUsageError(error instanceof Error ? error.message : String(error))
  }
}
