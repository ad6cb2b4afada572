import { CONTRACT, type PublishedSlice, type Slice } from '@inkproof/slice'
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import { loadTexts } from '../language.ts'
import { SLICE_DEADLINE_MS, withDeadline } from './deadline.ts'
import { integrityFor } from './integrity.ts'
import { retryOnce } from './retry-once.ts'

const guard: ModuleFederationRuntimePlugin = {
  name: 'guard',
  createScript({ url }) {
    const script = document.createElement('script')
    script.src = url
    script.crossOrigin = 'anonymous'
    script.integrity = integrityFor(url)
    return { script, timeout: SLICE_DEADLINE_MS }
  },
}

const loading = new Map<string, Promise<Slice>>()
let isGuarded = false

/** Loads the slice's code once; retries in the next call after a failure; fails after 8 s. */
export function loadSlice(slice: PublishedSlice): Promise<Slice> {
  const known = loading.get(slice.id)
  if (known) return known
  const load = withDeadline(fetchSlice(slice))
  loading.set(slice.id, load)
  load.catch(() => loading.delete(slice.id))
  return load
}

async function fetchSlice(published: PublishedSlice): Promise<Slice> {
  if (published.contract !== CONTRACT) throw contractError(published, published.contract)
  register(published)
  await loadTexts(published)
  const exposed = await retryOnce(() => loadRemote<{ slice?: Slice }>(`${published.name}/slice`))
  const slice = exposed?.slice
  if (slice === undefined) throw new Error(`slice ${published.id} exports no slice`)
  if (slice.contract !== CONTRACT) throw contractError(published, slice.contract)
  return slice
}

function register({ name, entry }: PublishedSlice): void {
  if (!isGuarded) registerPlugins([guard])
  isGuarded = true
  registerRemotes([{ name, entry }])
}

function contractError({ id }: PublishedSlice, contract: number): Error {
  return new Error(`slice ${id} was written for contract ${contract}, the shell speaks ${CONTRACT}`)
}
