/** Prepares all parts concurrently, and releases the slices as soon as possible. */
import { type BuildContext, releaseSlices, type SliceRelease } from '../build/build.ts'
import { chain } from '../parts/chain.ts'
import { mail } from '../parts/mail.ts'
import { mongo } from '../parts/mongo.ts'
import type { PartContext, Prepared } from '../parts/part.ts'
import { redis } from '../parts/redis.ts'

const PARTS = { mongo, redis, chain, mail }

export type Parts = Record<keyof typeof PARTS, Prepared>

export type Preparing = Record<keyof typeof PARTS, Promise<Prepared>>

/** Prepares all parts concurrently, so that installations overlap. */
export function prepareParts(context: PartContext): Preparing {
  const entries = Object.entries(PARTS).map(([name, part]) => {
    const prepared = part.prepare(context)
    // The caller that awaits the part receives the error.
    prepared.catch(ignore)
    return [name, prepared]
  })
  return Object.fromEntries(entries)
}

/** Waits for all parts even if one fails, so that no installation is still running afterwards. */
export async function awaitParts(preparing: Preparing): Promise<Parts> {
  await Promise.allSettled(Object.values(preparing))
  const entries = Object.entries(preparing).map(async ([name, part]) => [name, await part])
  return Object.fromEntries(await Promise.all(entries))
}

/** Starts releasing the slices as soon as the public settings of pages are known, because the release takes longest. */
export function startRelease(
  { chain: node, mail: mailbox }: Preparing,
  slices: Pick<SliceRelease, 'names' | 'out'>,
  context: BuildContext,
): Promise<unknown> {
  const released = Promise.all([node, mailbox]).then(([nodeFound, mailboxFound]) =>
    releaseSlices({ ...slices, site: siteSettings(nodeFound, mailboxFound) }, context),
  )
  released.catch(ignore)
  return released
}

function siteSettings(node: Prepared, mailbox: Prepared): { embedded: boolean; mailbox?: string } {
  const page = mailbox.addresses['page']
  return { embedded: node.launch !== undefined, ...(page && { mailbox: page }) }
}

function ignore(): void {}
