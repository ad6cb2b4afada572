import type { Fill, SlotName } from '@inkproof/slice'
import { recordFailed } from '../reports/incidents.ts'
import { loadSlice } from './load-slice.ts'
import { prepareRetry } from './prepare-retry.ts'
import { findSliceForSlot } from './registry.ts'
import { withTimeout } from './with-timeout.ts'

/** Slots whose last load failed or is still in progress. */
const failed = new Set<SlotName>()

/** Loads the component that fills a slot; null if no slice fills it. After a failure, the next call retries. */
export async function loadFill(name: SlotName): Promise<Fill | null> {
  const published = findSliceForSlot(name)
  if (published === null) return null
  if (failed.has(name)) await prepareRetry(published)
  failed.add(name)
  const load = (await loadSlice(published)).fills[name]
  if (load === undefined) throw new Error(`slice ${published.id} does not fill ${name}`)
  const { Component } = await withTimeout(load()).catch(recordFailed(published.id))
  failed.delete(name)
  return { slice: published.id, Component }
}
