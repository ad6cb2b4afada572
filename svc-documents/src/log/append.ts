/**
 * Appends entries to the log. Each is stored once, at the next free index, and acknowledged when durable.
 *
 * Calls that arrive during an insert are combined into the next one (group commit). Any number of
 * appenders in any number of processes may run concurrently; the primary key decides between them.
 * There is no counter, and no gaps occur: an index is tried only after the previous index is known to
 * be taken, and ordered inserts stop at the first failure.
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
  /** Returns a lower bound for the first free index, where the search for it starts. */
  knownSize: () => Promise<number>
  /** Resolves once every write that was visible before the call is durable. */
  barrier: () => Promise<void>
  /** Called after entries were appended. */
  onAppended?: (() => void) | undefined
}

const MAX_BATCH_SIZE = 1_000
const COLLISION_DELAY_MS = 8

type PendingAppend = {
  leaf: Leaf
  key: string
  done: (index: number) => void
  fail: (error: unknown) => void
}
/** `next` is where the next insert starts; undefined if that has to be read from the database. */
type State = { queue: PendingAppend[]; isRunning: boolean; next: number | undefined }

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
    const batch = state.queue.splice(0, MAX_BATCH_SIZE)
    try {
      const assigned = await assignIndexes(deps, state, distinctLeaves(batch))
      for (const { key, done } of batch) done(assigned.get(key) as number)
    } catch (error) {
      // It is unknown which entries were inserted. A retry finds them by their leaf hashes.
      state.next = undefined
      for (const { fail } of batch) fail(error)
    }
  }
  state.isRunning = false
}

function distinctLeaves(batch: readonly PendingAppend[]): Map<string, Leaf> {
  return new Map(batch.map(({ key, leaf }) => [key, leaf]))
}

/** Inserts the leaves that are not in the log yet. Returns the index of every leaf, by key. */
async function assignIndexes(
  deps: AppenderDeps,
  state: State,
  leaves: Map<string, Leaf>,
): Promise<Map<string, number>> {
  const assigned = new Map<string, number>()
  let rest = leaves
  for (let collisions = 0; rest.size > 0; collisions++) {
    const first = state.next ?? (await firstFreeIndex(deps.store, await deps.knownSize()))
    if (await deps.store.insert(first, [...rest.values()])) {
      let index = first
      for (const key of rest.keys()) assigned.set(key, index++)
      state.next = index
      deps.onAppended?.()
      return assigned
    }
    rest = await assignExisting(deps, rest, assigned)
    state.next = await firstFreeIndex(deps.store, first)
    if (rest.size > 0) await delay(Math.random() * COLLISION_DELAY_MS * Math.min(collisions, 8))
  }
  // The last entries were read back, possibly from another appender's write that is not yet durable.
  await deps.barrier()
  deps.onAppended?.()
  return assigned
}

/**
 * After a failed insert, looks up which leaves are in the log nevertheless, and adds their indexes to
 * `assigned`. Returns the leaves that are not in the log.
 *
 * The counts in a bulk error are ignored, because some databases report them incorrectly.
 */
async function assignExisting(
  deps: AppenderDeps,
  leaves: Map<string, Leaf>,
  assigned: Map<string, number>,
): Promise<Map<string, Leaf>> {
  const logged = await deps.store.indexesOf([...leaves.values()])
  for (const [key, index] of logged) assigned.set(key, index)
  return new Map([...leaves].filter(([key]) => !logged.has(key)))
}
