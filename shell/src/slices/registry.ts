import type { PublishedSlice, Registry, SlotName } from '@inkproof/slice'
import { matchRoutes } from 'react-router-dom'
import { create } from 'zustand'

const READ_TIMEOUT_MS = 3000

/** The registry of the current release. `isRead` is false until the registry has been read. */
export const useRegistry = create<Registry & { isRead: boolean }>()(() => ({
  schema: 1,
  site: {},
  slices: [],
  isRead: false,
}))

/**
 * Reads the registry that the gateway embedded in the HTML; if there is none, fetches it. If that fails too, returns a
 * registry without slices, with which the frame still works.
 */
export async function readRegistry(page: Document = document): Promise<Registry> {
  const registry = readInlineRegistry(page) ?? (await fetchRegistry())
  useRegistry.setState({ ...(registry ?? { slices: [] }), isRead: registry !== null })
  return useRegistry.getState()
}

/** Returns the slice whose route pattern matches the path. Ranks patterns as the router does. */
export function sliceFor(
  path: string,
  slices = useRegistry.getState().slices,
): PublishedSlice | null {
  const patterns = slices.flatMap((slice) =>
    slice.paths.map((pattern) => ({ path: pattern, id: slice.id })),
  )
  const matched = matchRoutes(patterns, path)?.at(-1)?.route.id
  return slices.find((slice) => slice.id === matched) ?? null
}

/** Returns the slice that fills a slot. */
export function findSliceForSlot(name: SlotName): PublishedSlice | null {
  return useRegistry.getState().slices.find((slice) => slice.fills.includes(name)) ?? null
}

function readInlineRegistry(page: Document): Registry | null {
  const text = page.getElementById('slices')?.textContent?.trim() ?? ''
  try {
    return parseRegistry(JSON.parse(text))
  } catch {
    return null
  }
}

async function fetchRegistry(): Promise<Registry | null> {
  try {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
    const response = await fetch('/slices.json', { cache: 'no-cache', signal })
    return response.ok ? parseRegistry(await response.json()) : null
  } catch {
    return null
  }
}

function parseRegistry(value: unknown): Registry | null {
  const registry = value as Partial<Registry> | null
  const isRegistry = registry?.schema === 1 && Array.isArray(registry.slices)
  return isRegistry ? ({ site: {}, ...registry } as Registry) : null
}
