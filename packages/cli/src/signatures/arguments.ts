import { parseArgs } from 'node:util'
import { UsageError } from '../verify/usage-error.ts'

/** The parsed arguments of `inkproof signatures`. */
export type SignaturesArguments = {
  file: string
  /** Paths of the certificates of trusted authorities, PEM or DER. */
  trust: readonly string[]
  json: boolean
}

/** Parses the arguments; `null` when help is requested. @throws UsageError */
export function parseArguments(argv: readonly string[]): SignaturesArguments | null {
  const { values, positionals } = parse(argv)
  if (values.help) return null
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0)
    throw new UsageError(`signatures takes one PDF file, but got ${positionals.length}.`)
  return { file, trust: values.trust, json: values.json }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        trust: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
