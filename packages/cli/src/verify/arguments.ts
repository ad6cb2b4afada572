import { parseArgs } from 'node:util'

/** The parsed arguments of `inkproof verify`. */
export type VerifyArguments = {
  file: string
  proof: string
  /** JSON-RPC URL of a node. */
  rpc: string | null
  /** Forbids all network access. */
  offline: boolean
  /** Keys, domains and policy files of the trusted logs. */
  trust: readonly string[]
  /** Trusted block hashes, 0x hex. */
  blocks: readonly string[]
  json: boolean
}

/** Invalid usage of the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Parses the arguments; `null` when help is requested. @throws UsageError */
export function parseArguments(argv: readonly string[]): VerifyArguments | null {
  const { values, positionals } = parse(argv)
  if (values.help) return null
  const [file, proof, ...others] = positionals
  if (file === undefined || proof === undefined || others.length > 0) {
    throw new UsageError(
      `verify takes two files, the document and its proof file, but got ${positionals.length}.`,
    )
  }
  if (values.offline && values.rpc !== undefined) {
    throw new UsageError('--offline and --rpc cannot be combined.')
  }
  if (values.rpc !== undefined && !/^https?:\/\//.test(values.rpc)) {
    throw new UsageError('--rpc must be a URL that starts with http:// or https://.')
  }
  const invalid = values.block.find((hash) => !/^0x[0-9a-fA-F]{64}$/.test(hash))
  if (invalid !== undefined) {
    throw new UsageError(`--block must be 0x followed by 64 hex characters, not "${invalid}".`)
  }
  if (values.block.length > 0 && values.rpc !== undefined) {
    throw new UsageError('--block and --rpc cannot be combined.')
  }
  return {
    file,
    proof,
    rpc: values.rpc ?? null,
    offline: values.offline,
    trust: values.trust,
    blocks: values.block,
    json: values.json,
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        rpc: { type: 'string' },
        offline: { type: 'boolean', default: false },
        trust: { type: 'string', multiple: true, default: [] },
        block: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
