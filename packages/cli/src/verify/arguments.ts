import { parseArgs } from 'node:util'

/** What `inkproof verify` was asked. */
export type VerifyArguments = {
  file: string
  proof: string
  /** JSON-RPC address of a node. */
  rpc: string | null
  /** Nothing may be asked of any network. */
  offline: boolean
  /** Keys, domains and policy files of the logs that are trusted. */
  trust: readonly string[]
  /** Block hashes that are trusted, 0x hex. */
  blocks: readonly string[]
  json: boolean
}

/** A call that cannot be carried out as it is written. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Reads the arguments. `null` when help is asked for. @throws UsageError */
export function readArguments(argv: readonly string[]): VerifyArguments | null {
  const { values, positionals } = parse(argv)
  if (values.help) return null
  const [file, proof, ...others] = positionals
  if (file === undefined || proof === undefined || others.length > 0) {
    throw new UsageError(
      `verify takes two files, the document and its proof file; ${positionals.length} given.`,
    )
  }
  if (values.offline && values.rpc !== undefined) {
    throw new UsageError('--offline asks nobody and --rpc names whom to ask: give one of them.')
  }
  if (values.rpc !== undefined && !/^https?:\/\//.test(values.rpc)) {
    throw new UsageError('--rpc takes an address that begins with http:// or https://.')
  }
  const wrong = values.block.find((hash) => !/^0x[0-9a-fA-F]{64}$/.test(hash))
  if (wrong !== undefined) {
    throw new UsageError(`--block takes 0x and 64 hex characters; "${wrong}" is not that.`)
  }
  if (values.block.length > 0 && values.rpc !== undefined) {
    throw new UsageError('--block and --rpc both say which blocks exist: give one of them.')
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
