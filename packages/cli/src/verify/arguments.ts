import { parseArgs } from 'node:util'
import { parseDuration } from './duration.ts'
import { UsageError } from './usage-error.ts'

/** The parsed arguments of `inkproof verify`. */
export type VerifyArguments = {
  file: string
  /** Null for a PDF file that contains its own evidence. The evidence beside a PDF file takes the same place. */
  proof: string | null
  /** JSON-RPC URL of a node. */
  rpc: string | null
  /** Address of the record; null to use the one in the policy. */
  log: string | null
  /** Forbids all network access. */
  offline: boolean
  /** Keys, domains and policy files of the trusted records. */
  trust: readonly string[]
  /** The domain that is expected to have issued the certificate. */
  issuer: string | null
  /** Trusted block hashes, 0x hex. */
  blocks: readonly string[]
  /** Path of a revocation signed by the issuer. */
  revocation: string | null
  /** Whether only the existence of the file is checked. */
  existence: boolean
  /** Whether every later entry of the record is read. */
  full: boolean
  /** Maximum age of the standing; null for the default. */
  maxAgeMs: number | null
  json: boolean
}

/** Parses the arguments; `null` when help is requested. @throws UsageError */
export function parseArguments(argv: readonly string[]): VerifyArguments | null {
  const { values, positionals } = parse(argv)
  if (values.help) return null
  const [file, proof, ...others] = positionals
  if (file === undefined || others.length > 0) {
    throw new UsageError(
      `verify takes two files, the document and its proof file, but got ${positionals.length}.`,
    )
  }
  const args = {
    file,
    proof: proof ?? null,
    rpc: values.rpc ?? null,
    log: values.log ?? null,
    offline: values.offline,
    trust: values.trust,
    issuer: values.issuer ?? null,
    blocks: values.block,
    revocation: values.revocation ?? null,
    existence: values.existence,
    full: values.full,
    maxAgeMs: values['max-age'] === undefined ? null : parseDuration(values['max-age']),
    json: values.json,
  }
  assertConsistent(args)
  return args
}

/** @throws UsageError for options that exclude each other, or have no valid value */
function assertConsistent(args: VerifyArguments): void {
  for (const [name, value] of [
    ['rpc', args.rpc],
    ['log', args.log],
  ] as const) {
    if (value === null) continue
    if (args.offline) throw new UsageError(`--offline and --${name} cannot be combined.`)
    if (!/^https?:\/\//.test(value))
      throw new UsageError(`--${name} must be a URL that starts with http:// or https://.`)
  }
  if (args.offline && args.issuer !== null)
    throw new UsageError('--issuer requires a connection, which --offline forbids.')
  const invalid = args.blocks.find((hash) => !/^0x[0-9a-fA-F]{64}$/.test(hash))
  if (invalid !== undefined)
    throw new UsageError(`--block must be 0x followed by 64 hex characters, not "${invalid}".`)
  if (args.blocks.length > 0 && args.rpc !== null)
    throw new UsageError('--block and --rpc cannot be combined.')
  assertProof(args)
  if (args.existence && (args.maxAgeMs !== null || args.full || args.revocation !== null))
    throw new UsageError('--existence cannot be combined with --max-age, --full or --revocation.')
}

/** @throws UsageError for options about certificates without a proof file */
export function assertProof({
  existence,
  full,
  issuer,
  maxAgeMs,
  proof,
  revocation,
}: VerifyArguments): void {
  const isAboutCertificate = existence || full || (maxAgeMs ?? issuer ?? revocation) !== null
  if (proof === null && isAboutCertificate)
    throw new UsageError(
      '--existence, --full, --issuer, --max-age and --revocation need the proof file of a certificate.',
    )
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        rpc: { type: 'string' },
        log: { type: 'string' },
        offline: { type: 'boolean', default: false },
        trust: { type: 'string', multiple: true, default: [] },
        issuer: { type: 'string' },
        block: { type: 'string', multiple: true, default: [] },
        revocation: { type: 'string' },
        existence: { type: 'boolean', default: false },
        full: { type: 'boolean', default: false },
        'max-age': { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
