import { MongoClient } from 'mongodb'
import type { Context, Row } from '../row.ts'
import { bulkBody, certifyBulk, register } from '../support/bulk-client.ts'
import { insertRound, type OwnRate, ownRateOf, WRITTEN } from '../support/own-rate.ts'
import { median } from '../support/statistics.ts'
import { databaseUrl } from '../support/system.ts'

const BATCH = 1000
const CLIENTS = 2
const SHARE_OF_OWN_RATE = 0.5
const FLOOR_ON_MONGODB = 1000

export const append: Row = {
  name: 'append, sustained, through the bulk call',
  target: '≥ 1,000 documents/s on MongoDB; on any database at least half of its own rate',
  async measure(context) {
    const { system, database } = await context.system()
    const token = await register(system.origin)
    const send = (body: string) => certifyBulk(system.origin, token, body)
    const client = await MongoClient.connect(databaseUrl(system))
    try {
      const { ours, same, entries } = await alternateRounds(context, send, await ownRateOf(client))
      const share = ours / same
      const isReal = database.startsWith('MongoDB')
      return {
        ours,
        peers: [
          { name: 'the database’s own rate for the same inserts', value: same },
          { name: 'the database’s own rate for the entries alone', value: entries },
        ],
        unit: 'documents/s',
        met: share >= SHARE_OF_OWN_RATE && (!isReal || ours >= FLOOR_ON_MONGODB),
        note: `On ${database}: ${percent(ours, same)} of its own rate for the same inserts (entry, certificate and share link of each document; ordered, journalled, majority, ${BATCH} a batch), ${percent(ours, entries)} of that for the entries alone. Ours goes through gateway, session check and service, with ${CLIENTS} clients; services, database, tiles and anchors share the machine’s cores.`,
      }
    } finally {
      await client.close()
    }
  },
}

/** Alternates rounds of this system and of the database alone. */
async function alternateRounds(
  context: Context,
  send: (body: string) => Promise<void>,
  own: OwnRate,
): Promise<{ ours: number; same: number; entries: number }> {
  const batches = context.isQuick ? 2 : 5
  const rates = { ours: [] as number[], same: [] as number[], entries: [] as number[] }
  await send(bulkBody(BATCH))
  await own.takeRound(BATCH)
  for (let round = 0; round < context.runs; round++) {
    const bodies = Array.from({ length: batches }, () => bulkBody(BATCH))
    rates.ours.push(await rateOf(batches, () => sendAll(bodies, send)))
    const written = await own.takeRound(BATCH)
    const [all, entries] = [await own.empty(WRITTEN), await own.empty(['entries'])]
    rates.same.push(await rateOf(batches, () => insertRound(all, written, WRITTEN)))
    rates.entries.push(await rateOf(batches, () => insertRound(entries, written, ['entries'])))
  }
  return { ours: median(rates.ours), same: median(rates.same), entries: median(rates.entries) }
}

function percent(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)} %`
}

async function rateOf(batches: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (batches * BATCH * 1000) / (performance.now() - started)
}

async function sendAll(bodies: string[], send: (body: string) => Promise<void>): Promise<void> {
  const one = async () => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) await send(body)
  }
  await Promise.all(Array.from({ length: CLIENTS }, one))
}
