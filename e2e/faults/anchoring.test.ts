/**
 * Kills the log process twenty times under load with SIGKILL, mostly after it has broadcast a
 * transaction and before it has recorded it. Afterwards the chain must contain exactly one anchor per
 * anchored state, and every acknowledged certificate must verify.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromHex, toHex } from '@inkproof/proof/bytes'
import { httpRpc, nodeFromRpc } from '@inkproof/proof/chain-rpc'
import { parsePolicy } from '@inkproof/proof/policy'
import { rootFromTiles } from '@inkproof/proof/tile-proofs'
import { verify } from '@inkproof/proof/verify'
import type { Heads } from '@inkproof/protocol/log'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { countTransactions, readAnchors } from './support/chain.ts'
import { type DocumentsService, killHard, startDocuments } from './support/documents-service.ts'
import { type Acknowledged, certify, startLoad } from './support/load.ts'
import { createRandom, type Random } from './support/random.ts'

const KILLS = 20
const USERS = 3
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
  const load = startLoad(documents, USERS)
  let afterBroadcast = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const log = documents.startLog()
    if (kill % 3 < 2) afterBroadcast += await waitForBroadcast()
    await pause(kill % 3 < 2 ? random.between(0, AFTER_BROADCAST_MS) : randomDelay(random))
    await killHard(log)
  }
  await load.stop()
  const log = documents.startLog()
  const last = await certify(documents)
  const acknowledged = [...load.acknowledged, last]
  const heads = await waitForAnchor(last.index)
  await expectUniqueAnchors()
  await expectAllVerify(acknowledged)
  const sent = await countTransactions(documents)
  const anchors = (await readAnchors(documents)).length
  console.log(
    `${KILLS} kills, ${afterBroadcast} just after a broadcast; ${anchors} anchors of ` +
      `${heads.anchor?.size} entries by ${sent} transactions; ${acknowledged.length} certificates verified`,
  )
  await killHard(log)
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

async function waitForAnchor(index: number): Promise<Heads> {
  const read = async () =>
    (await (await fetch(`${documents.url}/api/v1/log/heads`)).json()) as Heads
  await waitUntil(async () => {
    const { settled } = await read()
    return settled !== null && settled.size > index
  })
  return read()
}

/** Expects anchors of strictly increasing sizes, whose roots match the served log. */
async function expectUniqueAnchors(): Promise<void> {
  const anchors = await readAnchors(documents)
  const sizes = anchors.map(({ size }) => size)
  expect(anchors.length).toBeGreaterThan(KILLS / 2)
  expect(sizes).toEqual([...new Set(sizes)].toSorted((a, b) => Number(a - b)))
  for (const { size, root } of anchors) {
    expect(toHex(await rootFromTiles(readLog, size))).toBe(root)
  }
}

async function expectAllVerify(acknowledged: readonly Acknowledged[]): Promise<void> {
  const policy = parsePolicy(await readFile(join(documents.logDir, 'policy.json'), 'utf8'))
  const blocks = { kind: 'node', node: nodeFromRpc(httpRpc(documents.chainUrl)) } as const
  const indexes = new Set(acknowledged.map(({ index }) => index))
  expect(indexes.size).toBe(acknowledged.length)
  for (const { id, fingerprint } of acknowledged) {
    const proofFile = await downloadProof(id)
    const { verdict } = await verify({
      fingerprint: fromHex(fingerprint),
      proofFile,
      policy,
      blocks,
    })
    expect(verdict).toMatchObject({ code: 'verified' })
  }
}

async function downloadProof(id: string): Promise<string> {
  const response = await fetch(`${documents.url}/api/v1/certificates/${id}/proof`, {
    headers: { authorization: `Bearer ${documents.token}` },
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return response.text()
}

function readLog(path: string): Promise<Uint8Array> {
  return readFile(join(documents.logDir, path))
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
