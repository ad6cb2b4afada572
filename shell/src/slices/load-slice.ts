import { CONTRACT, type PublishedSlice, type Slice } from '@inkproof/slice'
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import { loadTexts } from '../language.ts'
import { record, recordFailed } from '../reports/incidents.ts'
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
/** The error of each slice whose code threw when it was evaluated. */
const broken = new Map<string, unknown>()
let isPluginRegistered = false

/**
 * Loads the slice's code once. Fails after 8 s; the next call after a failure retries. Code that threw is not evaluated
 * again, because part of it may have run: until the page is reloaded, every call fails with the first error.
 */
export function loadSlice(slice: PublishedSlice): Promise<Slice> {
  const existing = loading.get(slice.id)
  if (existing) return existing
  record({ kind: 'load', slice })
  const load = withTimeout(fetchSlice(slice)).catch(recordFailed(slice.id))
  loading.set(slice.id, load)
  load.catch(() => loading.delete(slice.id))
  return load
}

async function fetchSlice(published: PublishedSlice): Promise<Slice> {
  if (published.contract !== CONTRACT) throw contractError(published, published.contract)
  register(published)
  await loadTexts(published)
  if (broken.has(published.id)) throw broken.get(published.id)
  const evaluate = await retryOnce(() =>
    loadRemote<Evaluate>(`${published.name}/slice`, { loadFactory: false, from: 'runtime' }),
  )
  const { slice } = await evaluateOnce(published, evaluate)
  if (slice === undefined) throw new Error(`slice ${published.id} exports no slice`)
  if (slice.contract !== CONTRACT) throw contractError(published, slice.contract)
  return slice
}

type Exposed = { slice?: Slice }
type Evaluate = () => Exposed | Promise<Exposed>

async function evaluateOnce({ id }: PublishedSlice, evaluate: Evaluate | null): Promise<Exposed> {
  try {
    return (await evaluate?.()) ?? {}
  } catch (error) {
    broken.set(id, error)
    reportError(error)
    throw error
  }
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
