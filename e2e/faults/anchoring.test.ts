/**
 * Kills the log process twenty times under load with SIGKILL, mostly after it has broadcast a
 * transaction and before it has recorded it. Afterwards the chain must contain exactly one anchor per
 * anchored state, and every acknowledged certificate must verify.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toHex } from '@inkproof/proof/bytes'
import { rootFromTiles } from '@inkproof/proof/tile-proofs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { audit } from './support/auditor.ts'
import { callChain, countTransactions, readAnchors } from './support/chain.ts'
import { type DocumentsService, killHard, startDocuments } from './support/documents-service.ts'
import { createLedger } from './support/ledger.ts'
import { certify, startLoad } from './support/load.ts'
import { createRandom, type Random } from './support/random.ts'

const KILLS = 20
const USERS = 3
/** More than the confirmations after which an anchor counts as final. */
const REORGANIZED_BLOCKS = 6
/** Two of three kills follow a broadcast within this time; the others happen at random times. */
const AFTER_BROADCAST_MS = 60
const RANDOM_KILL_MS = 1_500

let documents: DocumentsService

beforeAll(async () => {
  documents = await startDocuments()
}, 120_000)

afterAll(() => documents.stop())

test('killing the log process twenty times around the broadcast of an anchor loses and duplicates nothing', async () => {
  const random = createRandom()
  console.log(`seed ${random.seed}`)
  const ledger = createLedger()
  const load = startLoad(documents, USERS, ledger)
  let afterBroadcast = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const log = documents.startLog()
    if (kill % 3 < 2) afterBroadcast += await waitForBroadcast()
    await pause(kill % 3 < 2 ? random.between(0, AFTER_BROADCAST_MS) : randomDelay(random))
    await killHard(log)
  }
  await load.stop()
  documents.startLog()
  await certify(documents, ledger)
  await audit(documents.installation, ledger)
  await expectUniqueAnchors()
  const sent = await countTransactions(documents)
  const anchors = (await readAnchors(documents)).length
  console.log(
    `${KILLS} kills, ${afterBroadcast} just after a broadcast; ${anchors} anchors of ` +
      `${ledger.certificates.length} certificates by ${sent} transactions`,
  )
})

test('anchors whose blocks a reorganization deletes under load are created again, and nothing is lost', async () => {
  const ledger = createLedger()
  documents.startLog()
  const load = startLoad(documents, USERS, ledger)
  await certify(documents, ledger)
  await waitForBroadcast()
  await waitForBroadcast()
  const before = await readAnchors(documents)
  await callChain(documents, 'anvil_reorg', REORGANIZED_BLOCKS, [])
  const deletedMs = performance.now()
  const left = new Set((await readAnchors(documents)).map(({ txHash }) => txHash))
  const deleted = before.filter(({ txHash }) => !left.has(txHash))
  expect(deleted.length).toBeGreaterThan(0)
  const anchored = deleted.at(-1)?.size ?? 0n
  await waitUntil(async () => (await readAnchors(documents)).some(({ size }) => size >= anchored))
  const seconds = ((performance.now() - deletedMs) / 1_000).toFixed(1)
  await load.stop()
  await audit(documents.installation, ledger)
  await expectUniqueAnchors()
  console.log(`${deleted.length} anchors deleted, anchored again after ${seconds} s`)
})

/** Waits until the chain has accepted another transaction, which the log process then records. Returns 1. */
async function waitForBroadcast(): Promise<number> {
  const before = await countTransactions(documents)
  await waitUntil(async () => (await countTransactions(documents)) > before)
  return 1
}

function randomDelay(random: Random): number {
  return random.between(0, RANDOM_KILL_MS)
}

/** Expects anchors of strictly increasing sizes, whose roots match the served log. */
async function expectUniqueAnchors(): Promise<void> {
  const anchors = await readAnchors(documents)
  const sizes = anchors.map(({ size }) => size)
  expect(anchors.length).toBeGreaterThan(1)
  expect(sizes).toEqual([...new Set(sizes)].toSorted((a, b) => Number(a - b)))
  for (const { size, root } of anchors) {
    expect(toHex(await rootFromTiles(readLog, size))).toBe(root)
  }
}

function readLog(path: string): Promise<Uint8Array> {
  return readFile(join(documents.installation.stores[0], path))
}

async function waitUntil(isMet: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await isMet())) {
    if (Date.now() > deadline) throw new Error(`condition not met after ${timeoutMs} ms`)
    await pause(2)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
