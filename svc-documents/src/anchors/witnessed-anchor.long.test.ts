import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAnchorFile } from '@inkproof/proof/anchor-file'
import { parseNote } from '@inkproof/proof/note'
import { parseProofFile } from '@inkproof/proof/proof-file'
import { parseWitnessPolicy } from '@inkproof/proof/witness-policy'
import { evaluateWitnesses } from '@inkproof/proof/witness-quorum'
import type { Certificate } from '@inkproof/protocol/certificates'
import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { startWitness } from 'inkproof/testing/witness-process'
import { Registry } from 'prom-client'
import { createFallbackReader } from '../log/fallback-reader.ts'
import { headsModel } from '../log/heads.model.ts'
import { headsStore } from '../log/heads-store.ts'
import { logFiles } from '../log/log-files.ts'
import { startChain, type TestChain } from '../testing/chain.ts'
import { until } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'
import {
  COLLECT_TIMEOUT_MS,
  createCosignatureCollector,
} from '../witnesses/collect-cosignatures.ts'
import { cosignatureStore } from '../witnesses/cosignature-store.ts'
import { cosignatureModels } from '../witnesses/cosignatures.model.ts'
import { registerWitnessMetrics } from '../witnesses/metrics.ts'
import { anchorStore } from './anchor-store.ts'
import { type AnchorRow, anchorModel } from './anchors.model.ts'
import { resubmitIfQuiet } from './resubmit.ts'

let chain: TestChain
let system: System
let token: string
const cleanUps: (() => unknown)[] = []

beforeEach(async () => {
  chain = await startChain()
  system = await startSystem({ CHAIN_URL: chain.url, ANCHOR_MS: '1000' })
  token = await system.installation.signIn()
  // The witnesses need the key of this record, which exists only now.
  await system.stopLog()
})

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  await system.stop()
  await chain.stop()
})

async function witness(name: string, dir = createFolder(), ...options: string[]) {
  const log = ['--log', system.installation.vkey]
  const process = await startWitness('--dir', dir, '--name', name, ...log, ...options)
  cleanUps.push(() => process.stop())
  return { ...process, dir, line: `witness ${name} ${process.vkey} ${process.url}` }
}

function createFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'inkproof-witness-'))
  cleanUps.push(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Starts the worker with two witnesses, of which readers require both. */
async function startLogWith(...lines: [string, string]): Promise<string> {
  const names = lines.map((line) => line.split(' ')[1]).join(' ')
  const policy = `${lines.join('\n')}\ngroup both all ${names}\nquorum both\n`
  await system.startLog({ WITNESSES: policy })
  return policy
}

async function readAnchor(path: string) {
  const text = await readFile(join(system.installation.log.LOG_DIR, 'anchor', path), 'utf8')
  return parseAnchorFile(text)
}

async function readProof({ id }: Certificate) {
  const path = `/certificates/${id}/proof`
  return (await system.client.request('GET', path, undefined, token)).text()
}

/** Verifies with the policy that the installation publishes; returns the step about witnesses. */
async function verifyWitnesses({ fingerprint }: Certificate, proofFile: string) {
  const { steps } = await system.verifyProof(fingerprint, proofFile)
  const step = steps.find(({ id }) => id === 'witnesses')
  return [step?.outcome, step?.values['required']]
}

function evaluate(note: string, policy: string) {
  return evaluateWitnesses(note, parseWitnessPolicy(policy), new Date())
}

test('an anchored state carries the cosignatures of both witnesses, and so do proofs', async () => {
  const policy = await startLogWith((await witness('w1')).line, (await witness('w2')).line)
  for (let round = 0; round < 2; round++) {
    const certificate = await system.client.certify(token)
    const { settled } = await system.waitUntilAnchored(certificate.index)
    const proofFile = await readProof(certificate)
    for (const note of [
      (await readAnchor('latest')).checkpoint,
      (await readAnchor(String(settled?.size))).checkpoint,
      parseProofFile(proofFile).checkpoint,
    ]) {
      expect(evaluate(note, policy)).toMatchObject({ names: ['w1', 'w2'], isMet: true })
      expect(parseNote(note).signatures).toHaveLength(3)
    }
    expect(await verifyWitnesses(certificate, proofFile)).toEqual(['passed', '2'])
  }
})

test('a witness that never answers delays an anchor by at most 5 seconds', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve)
  })
  cleanUps.push(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const [present, other] = [await witness('w1'), await witness('w2')]
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const policy = await startLogWith(present.line, other.line.replace(other.url, url))
  const certificate = await system.client.certify(token)
  await system.waitUntilAnchored(certificate.index)
  const { anchors } = await openCollector(policy)
  const { plannedAt, txs } = (await anchors.findOne().lean()) as AnchorRow
  const waitMs = (txs[0]?.signedAt.getTime() ?? 0) - plannedAt.getTime()
  expect(waitMs).toBeGreaterThan(COLLECT_TIMEOUT_MS - 100)
  // Signing also asks the node five questions.
  expect(waitMs).toBeLessThan(COLLECT_TIMEOUT_MS + 2_500)
  expect(evaluate((await readAnchor('latest')).checkpoint, policy).names).toEqual(['w1'])
})

const SUBMISSIONS = 'log_witness_submissions_total'

/** A collector of another process on the same database and files. */
async function openCollector(policy: string) {
  const { env, log } = system.installation
  const mongo = openMongo(env.log['MONGO_URL'] as string, createLog('test', 'silent'), 10)
  await mongo.prepare()
  cleanUps.push(() => mongo.close())
  const models = cosignatureModels(mongo.connection)
  const anchors = anchorModel(mongo.connection)
  const registry = new Registry()
  const cosignatures = createCosignatureCollector({
    store: cosignatureStore(models),
    read: createFallbackReader(logFiles(log.LOG_DIR, log.LOG_COPY_DIR)),
    now: () => new Date(),
    policy: parseWitnessPolicy(policy),
    metrics: registerWitnessMetrics(registry),
    log: createLog('test', 'silent'),
  })
  const resubmit = () =>
    resubmitIfQuiet({
      heads: headsStore(headsModel(mongo.connection)),
      store: anchorStore(anchors),
      cosignatures,
      signNote: () => {
        throw new Error('the note of the anchor is used')
      },
    })
  return {
    anchors,
    models,
    resubmit,
    submissions: () => registry.getSingleMetricAsString(SUBMISSIONS),
  }
}

test('a missing witness is left out, and added when the state is submitted again after an hour', async () => {
  const [present, late] = [await witness('w1'), await witness('w2')]
  await late.stop()
  const policy = await startLogWith(present.line, late.line)
  const certificate = await system.client.certify(token)
  const { settled } = await system.waitUntilAnchored(certificate.index)
  const proofFile = await readProof(certificate)
  expect(await verifyWitnesses(certificate, proofFile)).toEqual(['not checked', '2'])
  const first = parseProofFile(proofFile).checkpoint
  expect(evaluate(first, policy)).toMatchObject({ names: ['w1'], isMet: false, missing: 1 })
  expect((await readAnchor('latest')).checkpoint).toBe(first)
  const { models, resubmit, submissions } = await openCollector(policy)
  const hourAgo = Math.floor(Date.now() / 1000) - 3_601
  await models.cosignatures.updateMany({}, { $set: { time: hourAgo } })
  await witness('w2', late.dir, '--listen', new URL(late.url).host)
  await resubmit()
  expect(await submissions()).toContain('witness="w1",outcome="cosigned"} 1')
  const renewed = await until(
    async () => (await readAnchor('latest')).checkpoint,
    (note) => evaluate(note, policy).isMet,
  )
  expect(await readAnchor(String(settled?.size))).toEqual(await readAnchor('latest'))
  const lines = (note: string) => note.split('\n').filter((line) => line.startsWith('— w1 '))
  expect([lines(first), lines(renewed)]).toEqual([[expect.any(String)], [expect.any(String)]])
  expect(await models.cosignatures.countDocuments({ time: hourAgo })).toBe(0)
})

test('nothing is renewed while a newer state is waiting for its anchor', async () => {
  const policy = await startLogWith((await witness('w1')).line, (await witness('w2')).line)
  const first = await system.client.certify(token)
  await system.waitUntilAnchored(first.index)
  system.pauseConfirmations()
  const second = await system.client.certify(token)
  await until(system.client.heads, ({ anchor }) => (anchor?.size ?? 0) > second.index)
  const third = await system.client.certify(token)
  await until(system.client.heads, ({ checkpoint }) => (checkpoint?.size ?? 0) > third.index)
  const { models, resubmit, submissions } = await openCollector(policy)
  await models.cosignatures.updateMany({}, { $set: { time: 1 } })
  await resubmit()
  expect(await submissions()).not.toContain('witness=')
  system.resumeConfirmations()
  await system.waitUntilAnchored(third.index)
})
