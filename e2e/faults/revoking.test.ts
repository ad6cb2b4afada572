/**
 * Kills the API with SIGKILL while certificates are being revoked. Afterwards the API and the record
 * must agree: each revocation is in both or in neither.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitFor } from '@inkproof/launcher/process/wait'
import { fromHex } from '@inkproof/proof/bytes'
import { decodeEntry, KINDS, makeOpening } from '@inkproof/proof/leaf'
import { openingToJson } from '@inkproof/proof/opening'
import { decodeEntryBundle, entriesPath, TILE_WIDTH, tileWidth } from '@inkproof/proof/tile'
import type { Certificate } from '@inkproof/protocol/certificates'
import type { Heads } from '@inkproof/protocol/log'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { audit } from './support/auditor.ts'
import { type DocumentsService, startDocuments } from './support/documents-service.ts'
import { type Acknowledged, createLedger } from './support/ledger.ts'
import { certify } from './support/load.ts'
import { createRandom } from './support/random.ts'

const KILLS = 6
const CERTIFICATES = 12
/** A kill follows an acknowledged revocation within this time. */
const AFTER_RESPONSE_MS = 50
const RESPONSE_TIMEOUT_MS = 30_000

let documents: DocumentsService

beforeAll(async () => {
  documents = await startDocuments()
}, 120_000)

afterAll(() => documents.stop())

test('after the API is killed during revocations, the API and the record agree on what is revoked', async () => {
  const random = createRandom()
  console.log(`seed ${random.seed}`)
  const all: Acknowledged[] = []
  const ledger = createLedger()
  for (let kill = 0; kill < KILLS; kill++) {
    const batch = await Promise.all(
      Array.from({ length: CERTIFICATES }, () => certify(documents, ledger)),
    )
    const revoking = batch.map(async (certificate) => {
      const status = await revoke(certificate).catch(() => 0)
      if (status === 201) ledger.revoked.add(certificate.id)
    })
    const killedAfter = ledger.revoked.size + random.between(0, CERTIFICATES)
    const hasResponded = async () => ledger.revoked.size >= killedAfter
    const what = `${killedAfter} revocations`
    await waitFor(hasResponded, { timeoutMs: RESPONSE_TIMEOUT_MS, everyMs: 1, what })
    await pause(random.between(0, AFTER_RESPONSE_MS))
    await documents.crashApi()
    await Promise.all(revoking)
    all.push(...batch)
  }
  const revokedInApi = await findRevokedInApi(all)
  documents.startLog()
  const last = await certify(documents, ledger)
  const recorded = await findRevokedInRecord(last.index, all)
  expect(revokedInApi).toEqual(recorded)
  await audit(documents.installation, ledger)
  console.log(
    `${all.length} certificates, ${revokedInApi.length} revoked, ${ledger.revoked.size} acknowledged`,
  )
  expect(ledger.revoked.size).toBeGreaterThan(0)
})

async function revoke({ id, index, fingerprint }: Acknowledged): Promise<number> {
  const opening = makeOpening({
    kind: KINDS.revoked,
    previous: BigInt(index),
    claims: [],
    fingerprint: fromHex(fingerprint),
  })
  const response = await call(`/certificates/${id}/revoke`, {
    method: 'POST',
    body: JSON.stringify({ opening: openingToJson(opening) }),
  })
  return response.status
}

/** Returns the indexes of the certificates that the API reports as revoked. */
async function findRevokedInApi(all: readonly Acknowledged[]): Promise<number[]> {
  const revoked: number[] = []
  for (const { id, index } of all) {
    const { revokedBy } = (await (await call(`/certificates/${id}`)).json()) as Certificate
    if (revokedBy !== null) revoked.push(index)
  }
  return revoked
}

/** Returns the indexes of the certificates revoked by an entry of the log. */
async function findRevokedInRecord(last: number, all: readonly Acknowledged[]): Promise<number[]> {
  const size = await waitForSignedSize(last)
  const revokedIndexes = new Set<number>()
  for (let bundle = 0; bundle * TILE_WIDTH < size; bundle++) {
    const width = tileWidth(0, BigInt(bundle), BigInt(size))
    const bytes = await readFile(
      join(documents.installation.stores[0], entriesPath(BigInt(bundle), width)),
    )
    for (const { kind, previous } of decodeEntryBundle(new Uint8Array(bytes)).map(decodeEntry))
      if (kind === KINDS.revoked) revokedIndexes.add(Number(previous))
  }
  return all.map(({ index }) => index).filter((index) => revokedIndexes.has(index))
}

/** Waits until a signed state covers the entry at this index, and returns the size of that state. */
async function waitForSignedSize(index: number): Promise<number> {
  for (const deadline = Date.now() + 60_000; ; await pause(50)) {
    const { checkpoint } = (await (await call('/log/heads')).json()) as Heads
    if (checkpoint && checkpoint.size > index) return checkpoint.size
    if (Date.now() > deadline) throw new Error('the record does not grow')
  }
}

function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${documents.token}`,
  }
  return fetch(`${documents.url}/api/v1${path}`, { ...init, headers })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
