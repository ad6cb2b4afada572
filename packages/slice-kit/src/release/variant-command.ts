/** The options and commands of previews and canaries, for `npm run release` and `inkproof-slice release`. */
import path from 'node:path'
import { abortOnSignal } from '../abort-on-signal.ts'
import { isStorageAddress } from '../storage/address.ts'
import { runCanary } from './canary.ts'
import { type CanaryOptions, parseCanaryOptions } from './canary-options.ts'
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
export type VariantValues = Omit<CanaryOptions, 'canary'> & {
  preview: boolean
  'end-preview'?: string | undefined
  canary?: string | undefined
  origin: string
}

/** Where and how to publish. */
export type PublishContext = {
  /** A folder, or `s3://bucket/prefix`. */
  target: string
  /** A folder for copies of storage. */
  cache: string
  options: Omit<PublishOptions, 'out'> & { log: (line: string) => void }
}

/**
 * Ends the preview that the options name. Returns whether they name one.
 *
 * @throws Error if there is no such preview, or the options also ask to publish a version
 */
export async function endPreviewIfRequested(
  { 'end-preview': idOrLink, preview, canary }: VariantValues,
  { target, cache, options }: PublishContext,
): Promise<boolean> {
  if (idOrLink === undefined) return false
  if (preview || canary !== undefined)
    throw new Error('--end-preview cannot be combined with --preview or --canary')
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
export async function releaseVariantIfRequested(
  values: VariantValues,
  specs: readonly string[],
  context: PublishContext,
): Promise<boolean> {
  const { preview, canary } = values
  if (!preview && canary === undefined) return false
  if (preview && canary !== undefined)
    throw new Error(
      '--preview and --canary cannot be combined: open the preview first, then start the canary',
    )
  const option = preview ? '--preview' : '--canary'
  const [spec] = specs
  if (spec === undefined || specs.length > 1)
    throw new Error(`${option} takes one slice, such as mfe-documents`)
  if (context.options.publish === false)
    throw new Error(`${option} cannot be combined with --build-only, which publishes nothing`)
  if (canary === undefined) await publishPreview(spec, values.origin, context)
  else await publishCanary(spec, { ...values, canary }, context)
  return true
}

async function publishPreview(
  spec: string,
  origin: string,
  { target, cache, options }: PublishContext,
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
  { target, options }: PublishContext,
): Promise<void> {
  const settings = parseCanaryOptions(values)
  if (isStorageAddress(target))
    throw new Error(
      '--canary needs the folder that a gateway serves: with storage, a canary could not be ended fast enough',
    )
  const run = { ...settings, origin: values.origin, signal: abortOnSignal() }
  await runCanary(spec, run, { ...options, out: path.resolve(target) })
}
