import { MongoClient } from 'mongodb'
import type { Context, Row } from '../row.ts'
import { buildBulkBody, certifyBulk, register } from '../support/bulk-client.ts'
import {
  type Baseline,
  COLLECTIONS,
  createBaseline,
  insertRound,
} from '../support/database-baseline.ts'
import { median } from '../support/statistics.ts'
import { databaseUrl } from '../support/system.ts'

const BATCH = 1000
const CLIENTS = 2
const MIN_SHARE_OF_RAW_RATE = 0.5
const MIN_RATE_ON_MONGODB = 1000

export const append: Row = {
  name: 'append, sustained, through the bulk call',
  target:
    '≥ 1,000 documents/s on MongoDB; on any other database, at least half of its raw insert rate',
  async measure(context) {
    const { system, database } = await context.system()
    const token = await register(system.origin)
    const send = (body: string) => certifyBulk(system.origin, token, body)
    const client = await MongoClient.connect(databaseUrl(system))
    try {
      const { ours, allInserts, entries } = await alternateRounds(
        context,
        send,
        await createBaseline(client),
      )
      const share = ours / allInserts
      const isMongoDb = database.startsWith('MongoDB')
      return {
        ours,
        peers: [
          { name: 'database alone, the same inserts', value: allInserts },
          { name: 'database alone, only the entries', value: entries },
        ],
        unit: 'documents/s',
        isMet: share >= MIN_SHARE_OF_RAW_RATE && (!isMongoDb || ours >= MIN_RATE_ON_MONGODB),
        note: `On ${database}: ${percent(ours, allInserts)} of the database’s raw rate for the same inserts (entry, certificate and share link of each document; ordered, journaled, write concern majority, batches of ${BATCH}), and ${percent(ours, entries)} of its rate when only the entries are inserted. Our figure includes the gateway, the session check and the service, with ${CLIENTS} clients; services, database, tiles and anchors share the machine’s cores.`,
      }
    } finally {
      await client.close()
    }
  },
}

/** Alternates rounds of this system and of the database without the service. */
async function alternateRounds(
  context: Context,
  send: (body: string) => Promise<void>,
  baseline: Baseline,
): Promise<{ ours: number; allInserts: number; entries: number }> {
  const batches = context.isQuick ? 2 : 5
  const rates = { ours: [] as number[], allInserts: [] as number[], entries: [] as number[] }
  await send(buildBulkBody(BATCH))
  await baseline.takeNewDocuments(BATCH)
  for (let round = 0; round < context.runs; round++) {
    const bodies = Array.from({ length: batches }, () => buildBulkBody(BATCH))
    rates.ours.push(await measureRate(batches, () => sendAll(bodies, send)))
    const written = await baseline.takeNewDocuments(BATCH)
    const all = await baseline.createEmptyCopy(COLLECTIONS)
    const entries = await baseline.createEmptyCopy(['entries'])
    rates.allInserts.push(await measureRate(batches, () => insertRound(all, written, COLLECTIONS)))
    rates.entries.push(await measureRate(batches, () => insertRound(entries, written, ['entries'])))
  }
  return {
    ours: median(rates.ours),
    allInserts: median(rates.allInserts),
    entries: median(rates.entries),
  }
}

function percent(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)} %`
}

async function measureRate(batches: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (batches * BATCH * 1000) / (performance.now() - started)
}

async function sendAll(bodies: string[], send: (body: string) => Promise<void>): Promise<void> {
  const sendNext = async () => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) await send(body)
  }
  await Promise.all(Array.from({ length: CLIENTS }, sendNext))
}
