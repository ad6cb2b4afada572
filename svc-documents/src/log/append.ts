/**
 * Appends entries to the log: each at the next free index, exactly once, acknowledged when durable.
 *
 * Calls that arrive during an insert are combined into the next one (group commit). Any number of
 * appenders in any number of processes may run concurrently; the primary key decides between them.
 * There is no counter, and gaps cannot occur: an index is tried only after the one before it is
 * known to be taken, and ordered inserts stop at the first failure.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type EntryStore, firstFreeIndex, type Leaf, leafOf } from './entry-store.ts'

export type Appender = {
  /**
   * Returns the index of each entry, in the given order. The same entry always gets the same index.
   */
  append(entries: readonly Uint8Array[]): Promise<number[]>
}

export type AppenderDeps = {
  store: EntryStore
  /** Lower bound for the first free index, where the search for it starts. */
  knownSize: () => Promise<number>
  /** Resolves once every write that was visible before the call is durable. */
  barrier: () => Promise<void>
  /** Called after entries were added. */
  onAppended?: (() => void) | undefined
}

const ENTRIES_A_BATCH = 1_000
const COLLISION_WAIT_MS = 8

type Waiting = {
  leaf: Leaf
  key: string
  done: (index: number) => void
  fail: (e: unknown) => void
}
type State = { queue: Waiting[]; isRunning: boolean; next: number | undefined }

export function createAppender(deps: AppenderDeps): Appender {
  const state: State = { queue: [], isRunning: false, next: undefined }
  return {
    append: (entries) => {
      const indexes = entries.map((bytes) => {
        const leaf = leafOf(bytes)
        const key = leaf.leafHash.toString('hex')
        return new Promise<number>((done, fail) => state.queue.push({ leaf, key, done, fail }))
      })
      if (!state.isRunning) void run(deps, state)
      return Promise.all(indexes)
    },
  }
}

async function run(deps: AppenderDeps, state: State): Promise<void> {
  state.isRunning = true
  while (state.queue.length > 0) {
    const batch = state.queue.splice(0, ENTRIES_A_BATCH)
    try {
      const placed = await place(deps, state, distinctLeaves(batch))
      for (const { key, done } of batch) done(placed.get(key) as number)
    } catch (error) {
      // What was inserted is now unknown. A caller's retry finds it by its leaf hash.
      state.next = undefined
      for (const { fail } of batch) fail(error)
    }
  }
  state.isRunning = false
}

function distinctLeaves(batch: readonly Waiting[]): Map<string, Leaf> {
  return new Map(batch.map(({ key, leaf }) => [key, leaf]))
}

/** Assigns an index to every leaf, by key. */
async function place(
  deps: AppenderDeps,
  state: State,
  leaves: Map<string, Leaf>,
): Promise<Map<string, number>> {
  const placed = new Map<string, number>()
  let rest = leaves
  for (let collisions = 0; rest.size > 0; collisions++) {
    const first = state.next ?? (await firstFreeIndex(deps.store, await deps.knownSize()))
    if (await deps.store.insert(first, [...rest.values()])) {
      let index = first
      for (const key of rest.keys()) placed.set(key, index++)
      state.next = index
      deps.onAppended?.()
      return placed
    }
    rest = await withoutAppended(deps, rest, placed)
    state.next = await firstFreeIndex(deps.store, first)
    if (rest.size > 0) await delay(Math.random() * COLLISION_WAIT_MS * Math.min(collisions, 8))
  }
  // The last ones were read back, possibly from another appender's write that is not yet durable.
  await deps.barrier()
  deps.onAppended?.()
  return placed
}

/**
 * After a failed insert, reads back which leaves are in the log after all.
 *
 * The counts in a bulk error are ignored, because some databases report them incorrectly.
 */
async function withoutAppended(
  deps: AppenderDeps,
  leaves: Map<string, Leaf>,
  placed: Map<string, number>,
): Promise<Map<string, Leaf>> {
  const found = await deps.store.indexesOf([...leaves.values()])
  for (const [key, index] of found) placed.set(key, index)
  return new Map([...leaves].filter(([key]) => !found.has(key)))
}
