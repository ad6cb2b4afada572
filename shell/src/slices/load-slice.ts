import { CONTRACT, type PublishedSlice, type Slice } from '@inkproof/slice'
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import { loadTexts } from '../language.ts'
import { integrityFor } from './integrity.ts'
import { retryOnce } from './retry-once.ts'
import { SLICE_TIMEOUT_MS, withTimeout } from './with-timeout.ts'

const integrityPlugin: ModuleFederationRuntimePlugin = {
  name: 'guard',
  createScript({ url }) {
    const script = document.createElement('script')
    script.src = url
    script.crossOrigin = 'anonymous'
    script.integrity = integrityFor(url)
    return { script, timeout: SLICE_TIMEOUT_MS }
  },
}

const loading = new Map<string, Promise<Slice>>()
let isPluginRegistered = false

/** Loads the slice's code once. Fails after 8 s; the next call after a failure retries. */
export function loadSlice(slice: PublishedSlice): Promise<Slice> {
  const existing = loading.get(slice.id)
  if (existing) return existing
  const load = withTimeout(fetchSlice(slice))
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
  if (slice === undefined)
    throw new Error(`the module of slice ${published.id} does not export "slice"`)
  if (slice.contract !== CONTRACT) throw contractError(published, slice.contract)
  return slice
}

function register({ name, entry }: PublishedSlice): void {
  if (!isPluginRegistered) registerPlugins([integrityPlugin])
  isPluginRegistered = true
  registerRemotes([{ name, entry }])
}

function contractError({ id }: PublishedSlice, contract: number): Error {
  return new Error(
    `slice ${id} was written for contract ${contract}, the shell implements ${CONTRACT}`,
  )
}
