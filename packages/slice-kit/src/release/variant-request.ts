/** What the options of `npm run release` and `inkproof-slice release` ask for, besides a release for all visitors. */
import { isStorageAddress } from '../storage/address.ts'
import { type CanarySettings, parseCanaryOptions } from './canary-options.ts'

/** For `parseArgs`. */
export const VARIANT_OPTIONS = {
  preview: { type: 'boolean' },
  'end-preview': { type: 'string' },
  canary: { type: 'string' },
  for: { type: 'string' },
  threshold: { type: 'string' },
  'min-failures': { type: 'string' },
  'min-visits': { type: 'string' },
  origin: { type: 'string' },
} as const

/** The values of {@link VARIANT_OPTIONS} as given, without defaults. */
export type VariantValues = {
  [name in keyof typeof VARIANT_OPTIONS]?:
    | ((typeof VARIANT_OPTIONS)[name]['type'] extends 'boolean' ? boolean : string)
    | undefined
}

/** `spec`: a slice, as `mfe-x` or `mfe-x@<version>`. `origin`: where the installation is reached. */
export type VariantRequest =
  | { kind: 'end preview'; idOrLink: string }
  | { kind: 'preview'; spec: string; origin: string }
  | { kind: 'canary'; spec: string; origin: string; settings: CanarySettings }

type Surroundings = {
  /** The slices that the command names. */
  specs: readonly string[]
  /** A folder, or `s3://bucket/prefix`. */
  target: string
  /** The origin of the installation if the command does not name it. */
  defaultOrigin?: string | undefined
  /** Options of the command that a preview or canary cannot be combined with, if they are given. */
  others: readonly string[]
}

const KINDS = ['preview', 'end-preview', 'canary'] as const
const OF_CANARY = ['for', 'threshold', 'min-failures', 'min-visits'] as const

/**
 * Returns what the options ask for; null if they ask for neither a preview nor a canary. Changes nothing, so that a command
 * with contradictory options has no effect.
 *
 * @throws Error that names the options and what is wrong with them
 */
export function parseVariantRequest(
  values: VariantValues,
  surroundings: Surroundings,
): VariantRequest | null {
  const { specs, others } = surroundings
  const [kind, second] = KINDS.filter((name) => values[name] !== undefined)
  const conflict = second === undefined ? others[0] : `--${second}`
  if (kind && conflict) throw new Error(`--${kind} cannot be combined with ${conflict}`)
  const missing = findMissing(values)
  if (missing) throw new Error(missing)
  if (kind === undefined) return null
  if (kind !== 'end-preview') return parsePublication(kind, values, surroundings)
  if (specs.length > 0) throw new Error('--end-preview takes the link of the preview, and no slice')
  return { kind: 'end preview', idOrLink: values['end-preview'] ?? '' }
}

/** Says which option an option needs that is not given. */
function findMissing({ preview, canary, ...values }: VariantValues): string | undefined {
  const name = OF_CANARY.find((option) => values[option] !== undefined)
  if (name && canary === undefined) return `--${name} requires --canary`
  const hasKind = preview !== undefined || canary !== undefined
  return values.origin === undefined || hasKind
    ? undefined
    : '--origin requires --preview or --canary'
}

function parsePublication(
  kind: 'preview' | 'canary',
  values: VariantValues,
  { specs, target, defaultOrigin }: Surroundings,
): VariantRequest {
  const [spec] = specs
  if (spec === undefined || specs.length > 1)
    throw new Error(`--${kind} takes one slice, such as mfe-documents`)
  if (spec.split('@')[0] === 'shell')
    throw new Error('the shell cannot be previewed or released as a canary; only slices can')
  const origin = parseOrigin(values.origin ?? defaultOrigin)
  if (kind === 'preview') return { kind, spec, origin }
  const settings = parseCanaryOptions({ ...values, canary: values.canary ?? '' })
  if (isStorageAddress(target))
    throw new Error(
      '--canary needs the folder that a gateway serves: with storage, a canary could not be ended fast enough',
    )
  return { kind, spec, origin, settings }
}

function parseOrigin(text: string | undefined): string {
  if (text === undefined) throw new Error('--origin is missing: the address of the installation')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new Error(`--origin takes an address such as https://proof.example, not "${text}"`)
}
