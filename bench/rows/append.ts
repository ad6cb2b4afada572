import { randomBytes } from 'node:crypto'
import { ENTRY_BYTES } from '@inkproof/proof/leaf'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { leafHash } from '@inkproof/proof/tree'
import { type Collection, MongoClient } from 'mongodb'
import type { Context, Row } from '../row.ts'
import { bulkBody, certifyBulk, register } from '../support/bulk-client.ts'
import { median } from '../support/statistics.ts'
import { databaseUrl } from '../support/system.ts'

/** As svc-documents keeps an entry. */
type EntryDocument = { _id: number; leafHash: Buffer; bytes: Buffer }

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
      const entries = await ownCollection(client)
      const { ours, own } = await inTurns(context, send, entries)
      const share = ours / own
      const isReal = database.startsWith('MongoDB')
      return {
        ours,
        peers: [{ name: 'the database’s own rate, entries alone', value: own }],
        unit: 'documents/s',
        met: share >= SHARE_OF_OWN_RATE && (!isReal || ours >= FLOOR_ON_MONGODB),
        note: `On ${database}: ${(share * 100).toFixed(0)} % of its own rate for the same entries (ordered, journalled, majority, ${BATCH} a batch). Ours writes certificates and share links too, through gateway, service and session check, with ${CLIENTS} clients; services, database, tiles and anchors share the machine’s cores.`,
      }
    } finally {
      await client.close()
    }
  },
}

/** Rounds of ours and of the database alone, one after the other. */
async function inTurns(
  context: Context,
  send: (body: string) => Promise<void>,
  entries: Collection<EntryDocument>,
): Promise<{ ours: number; own: number }> {
  const batches = context.isQuick ? 2 : 5
  const rates = { ours: [] as number[], own: [] as number[] }
  await send(bulkBody(BATCH))
  for (let round = 0; round < context.runs; round++) {
    const bodies = Array.from({ length: batches }, () => bulkBody(BATCH))
    rates.ours.push(await rateOf(batches, () => sendAll(bodies, send)))
    const documents = Array.from({ length: batches }, (_, at) =>
      entryDocuments((round * batches + at) * BATCH),
    )
    rates.own.push(await rateOf(batches, () => insertAll(documents, entries)))
  }
  return { ours: median(rates.ours), own: median(rates.own) }
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

async function insertAll(
  batches: EntryDocument[][],
  entries: Collection<EntryDocument>,
): Promise<void> {
  for (const batch of batches) await entries.insertMany(batch, { ordered: true })
}

async function ownCollection(client: MongoClient): Promise<Collection<EntryDocument>> {
  const writeConcern = { w: 'majority', journal: true } as const
  const entries = client.db('bench_own_rate').collection<EntryDocument>('entries', { writeConcern })
  await entries.createIndex({ leafHash: 1 }, { unique: true })
  return entries
}

function entryDocuments(first: number): EntryDocument[] {
  return Array.from({ length: BATCH }, (_, at) => {
    const bytes = randomBytes(ENTRY_BYTES)
    return { _id: first + at, leafHash: Buffer.from(leafHash(bytes, nodeSha256)), bytes }
  })
}
