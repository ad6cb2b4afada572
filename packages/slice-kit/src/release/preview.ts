import { pruneVersions } from './prune.ts'
import { type PublishOptions, publishForVariant } from './publish-version.ts'
import { readSlice } from './published-slice.ts'
import { withReleaseLock } from './registry.ts'
import { createVariant, readVariant, removeVariant } from './variants.ts'

/**
 * Publishes a slice without making it live. Returns the link that shows it in the browser in which it is opened: `origin`,
 * the first page of the slice, and the id of the preview.
 *
 * @param spec `mfe-x`, or `mfe-x@<version>` for a published version
 * @throws Error with the reason if a release of this version would be refused, or if it is live already
 */
export async function createPreview(
  spec: string,
  origin: string,
  options: PublishOptions,
): Promise<string> {
  const { out } = options
  const { name, version } = await publishForVariant(spec, options)
  const { id } = await createVariant('preview', name, version, out)
  await pruneVersions(name, out)
  const { paths } = await readSlice(name, version, out)
  const link = new URL(paths.find((pattern) => !/[:*]/.test(pattern)) ?? '/', origin)
  link.searchParams.set('preview', id)
  return link.href
}

/**
 * Ends a preview by its id or link.
 *
 * @throws Error if there is none
 */
export async function endPreview(idOrLink: string, out: string): Promise<void> {
  const id = /(?:^|[?&]preview=)([0-9a-f]{32})(?:[&#]|$)/.exec(idOrLink)?.[1] ?? ''
  const variant = await readVariant(id, out)
  if (variant?.kind !== 'preview') throw new Error(`there is no preview ${idOrLink}`)
  await withReleaseLock(out, () => removeVariant(id, out))
}
