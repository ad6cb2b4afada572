import { rename } from 'node:fs/promises'
import { parseProofFile } from '@inkproof/proof/proof-file'
import type { Certificate } from '@inkproof/protocol/certificates'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { emptyTree, grow } from '../log/growing-tree.ts'
import { startChain, type TestChain } from '../testing/chain.ts'
import { makeRevocation, until } from '../testing/client.ts'
import { type LogDatabase, openLogDatabase, randomEntry } from '../testing/database.ts'
import { type System, startSystem } from '../testing/system.ts'
import { appendStatus, MAX_EXACT_ATTEMPTS } from './append-status.ts'
import { needsAnchor } from './plan.ts'

let chain: TestChain
let system: System
let token: string
let database: LogDatabase

beforeEach(async () => {
  chain = await startChain()
  system = await startSystem({ CHAIN_URL: chain.url, ANCHOR_MS: '1000' })
  token = await system.installation.signIn()
  database = await openLogDatabase()
})

afterEach(async () => {
  await database.close()
  await system.stop()
  await chain.stop()
})

/** Runs a verifier on the current proof file and returns its revocation step. */
async function checkRevocation(certificate: Certificate) {
  const path = `/certificates/${certificate.id}/proof`
  const text = await (await system.client.request('GET', path, undefined, token)).text()
  const { verdict, steps } = await system.verifyProof(certificate.fingerprint, text)
  const step = steps.find(({ id }) => id === 'revocation')
  return { code: verdict.code, outcome: step?.outcome, status: parseProofFile(text).status }
}

function buildTree(entries: readonly Uint8Array[]) {
  const tree = emptyTree()
  for (const entry of entries) grow(tree, entry)
  return tree
}

test('every anchored state ends with a status that covers all entries before it', async () => {
  for (let round = 0; round < 3; round++) {
    const certificate = await system.client.certify(token)
    const { anchor } = await system.waitUntilAnchored(certificate.index)
    const { code, outcome, status } = await checkRevocation(certificate)
    expect([code, outcome]).toEqual(['verified', 'passed'])
    expect(status?.n).toBe(status?.index)
    expect(status?.index).toBe(BigInt((anchor?.size ?? 0) - 1))
  }
})

test('a revocation is visible from the next anchor on', async () => {
  const certificate = await system.client.certify(token)
  const other = await system.client.certify(token)
  await system.waitUntilAnchored(other.index)
  const path = `/certificates/${certificate.id}/revoke`
  const body = { opening: makeRevocation(certificate) }
  const response = await system.client.request('POST', path, body, token)
  const { revokedBy } = (await response.json()) as Certificate
  await system.waitUntilAnchored(revokedBy ?? Number.NaN)
  expect(await checkRevocation(certificate)).toMatchObject({ code: 'revoked', outcome: 'failed' })
  expect(await checkRevocation(other)).toMatchObject({ code: 'verified', outcome: 'passed' })
})

test('a status entry is appended only where it covers all earlier entries, unless other entries keep arriving', async () => {
  const appender = database.appender()
  const deps = { entries: database.store, appender }
  const entries = [randomEntry(), randomEntry(), randomEntry()]
  const tree = buildTree(entries)
  await appender.append([...entries, randomEntry()])
  expect(await appendStatus(deps, tree, 0)).toBe(undefined)
  expect(await database.countEntries()).toBe(4)
  const late = await appendStatus(deps, tree, MAX_EXACT_ATTEMPTS)
  expect(late).toEqual({ index: 4, size: 3 })
  const head = { size: 5, row: { status: late } as never }
  expect(needsAnchor(buildTree(await database.entries()), head)).toBe(true)
  const exact = await appendStatus(deps, buildTree(await database.entries()), 0)
  expect(exact).toEqual({ index: 5, size: 5 })
  expect(await appendStatus(deps, buildTree(await database.entries()), 0)).toEqual(exact)
  const exactHead = { size: 6, row: { status: exact } as never }
  expect(needsAnchor(buildTree(await database.entries()), exactHead)).toBe(false)
})

test('losing the served folder while entries wait for their anchor only delays the anchor', async () => {
  const first = await system.client.certify(token)
  await system.waitUntilAnchored(first.index)
  await chain.rpc('evm_setAutomine', false)
  const second = await system.client.certify(token)
  await until(system.client.heads, (heads) => heads.pending !== null)
  await system.stopLog()
  const { LOG_DIR } = system.installation.log
  await rename(LOG_DIR, `${LOG_DIR}-lost`)
  await system.startLog()
  await chain.rpc('evm_setAutomine', true)
  await chain.rpc('anvil_mine', '0x1')
  await system.waitUntilAnchored(second.index)
  expect((await system.client.heads()).trouble).toBe(null)
  expect((await checkRevocation(first)).code).toBe('verified')
  expect((await checkRevocation(second)).code).toBe('verified')
})
