/** The options and commands of previews and canaries, for `npm run release` and `inkproof-slice release`. */
import path from 'node:path'
import { isStorageAddress } from '../storage/address.ts'
import { runCanary } from './canary.ts'
import { parseCanaryOptions } from './canary-options.ts'
import { createPreview, defaultOrigin, endPreview } from './preview.ts'
import type { PublishOptions } from './publish-version.ts'
import { changeTarget } from './release-to.ts'

/** For `parseArgs`. */
export const VARIANT_OPTIONS = {
  preview: { type: 'boolean', default: false },
  'end-preview': { type: 'string' },
  canary: { type: 'string' },
  for: { type: 'string', default: '30m' },
  threshold: { type: 'string', default: '2' },
  'min-failures': { type: 'string', default: '3' },
  'min-visits': { type: 'string', default: '20' },
  origin: { type: 'string', default: defaultOrigin() },
} as const

/** The values of {@link VARIANT_OPTIONS}. */
export type VariantValues = {
  preview: boolean
  'end-preview'?: string | undefined
  canary?: string | undefined
  for: string
  threshold: string
  'min-failures': string
  'min-visits': string
  origin: string
}

/** Where and how to publish. */
export type VariantTarget = {
  /** A folder, or `s3://bucket/prefix`. */
  target: string
  /** A folder for copies of storage. */
  cache: string
  options: Omit<PublishOptions, 'out'> & { log: (line: string) => void }
}

/** Ends the preview that the options name. Returns whether they name one. */
export async function endPreviewIfAsked(
  { 'end-preview': idOrLink }: VariantValues,
  { target, cache, options }: VariantTarget,
): Promise<boolean> {
  if (idOrLink === undefined) return false
  await changeTarget(target, cache, (out) => endPreview(idOrLink, out))
  options.log('preview ended: browsers that opened it get the live release')
  return true
}

/**
 * Publishes a slice as a preview or canary, if the options ask for one. Returns whether they do; a canary is live for all
 * when this resolves.
 *
 * @param specs the slice, as `mfe-x` or `mfe-x@<version>`
 * @throws Error with the reason if the options contradict each other, or the version was refused
 */
export async function releaseVariantIfAsked(
  values: VariantValues,
  specs: readonly string[],
  place: VariantTarget,
): Promise<boolean> {
  const { preview, canary } = values
  if (!preview && canary === undefined) return false
  if (preview && canary !== undefined)
    throw new Error('--preview and --canary exclude each other: preview first, then --canary')
  const option = preview ? '--preview' : '--canary'
  const [spec] = specs
  if (spec === undefined || specs.length > 1)
    throw new Error(`${option} takes one slice, such as mfe-documents`)
  if (place.options.publish === false)
    throw new Error(`${option} publishes a version, and --build-only does not`)
  if (canary === undefined) await publishPreview(spec, values.origin, place)
  else await publishCanary(spec, { ...values, canary }, place)
  return true
}

async function publishPreview(
  spec: string,
  origin: string,
  { target, cache, options }: VariantTarget,
): Promise<void> {
  const link = await changeTarget(target, cache, (out, isFirst) =>
    // What was built and tested for the first attempt is published again.
    createPreview(spec, origin, {
      ...options,
      ...(!isFirst && { build: false, test: false }),
      out,
    }),
  )
  options.log(`${spec} is published but not live; preview link, valid for 7 days: ${link}`)
}

async function publishCanary(
  spec: string,
  values: VariantValues & { canary: string },
  { target, options }: VariantTarget,
): Promise<void> {
  const settings = parseCanaryOptions(values)
  if (isStorageAddress(target))
    throw new Error(
      '--canary needs the folder of a gateway: copies of storage are too slow to end it',
    )
  const run = { ...settings, origin: values.origin, signal: abortOnSignal() }
  await runCanary(spec, run, { ...options, out: path.resolve(target) })
}

/** Returns a signal that is aborted by the first signal to end the process, which then ends by itself. */
function abortOnSignal(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => ending.abort())
  return ending.signal
}
