/** The record itself: entries, tree, files, heads. */
import type { SignerKey } from '@inkproof/proof/note'
import type { Heads } from '@inkproof/protocol/log'
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { EventStreams } from '@inkproof/service-kit/events'
import type { Log } from '@inkproof/service-kit/log'
import type { Router } from 'express'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import { type Appender, createAppender } from './append.ts'
import { entryModel } from './entries.model.ts'
import { type EntryStore, entryStore } from './entry-store.ts'
import { headsModel } from './heads.model.ts'
import { headsRoutes } from './heads.routes.ts'
import { type HeadsSetting, standstillOf, toHeads } from './heads.ts'
import { createHeadsFeed } from './heads-feed.ts'
import { type HeadsStore, headsStore } from './heads-store.ts'
import type { LogFiles } from './log-files.ts'
import { createLogWorker, type LogWorker } from './log-worker.ts'
import { createRings, type Rings } from './rings.ts'

export type LogFeature = {
  store: EntryStore
  heads: HeadsStore
  appender: Appender
  rings: Rings
  /** Makes the heads document; before anything else is served. */
  prepared: Dependency
}

/** What every role needs of the log. */
export function logFeature(connection: Connection, redis: Redis, log: Log): LogFeature {
  const store = entryStore(entryModel(connection))
  const heads = headsStore(headsModel(connection))
  const rings = createRings(redis, log)
  const appender = createAppender({
    store,
    knownSize: async () => (await heads.read()).size,
    barrier: heads.barrier,
    onAppended: () => rings.ring('entries'),
  })
  const prepared = {
    name: 'log',
    prepare: heads.prepare,
    check: async () => void (await heads.read()),
    close: async () => undefined,
  }
  return { store, heads, appender, rings, prepared }
}

/** Role api: the heads, asked once or followed. */
export function headsFeature(
  { heads, rings }: LogFeature,
  setting: HeadsSetting,
  streams: EventStreams,
  log: Log,
): { router: Router; dependency: Dependency } {
  const sinceMs = Date.now()
  const clock = () => ({ nowMs: Date.now(), sinceMs })
  const readHeads = async (): Promise<Heads> => toHeads(await heads.read(), setting, clock())
  const feed = createHeadsFeed(readHeads, log)
  rings.on('heads', feed.ring)
  const dependency = {
    ...feed,
    name: 'documents-log',
    check: async () => {
      const standstill = standstillOf(await heads.read(), clock())
      if (standstill !== null) throw new Error(standstill)
    },
  }
  return { router: headsRoutes({ readHeads, feed, streams }), dependency }
}

export type LogWorkerParts = {
  files: LogFiles
  key: SignerKey
  log: Log
  maySign: () => boolean
  onGrown: () => void
}

/** Role log: the worker that makes the tree out of the entries. */
export function logWorkerFeature(feature: LogFeature, parts: LogWorkerParts): LogWorker {
  const { store, heads, rings } = feature
  const worker = createLogWorker({ store, heads, now: () => new Date(), ...parts })
  rings.on('entries', worker.ring)
  return worker
}
