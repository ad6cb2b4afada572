import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex } from '@inkproof/proof/bytes'
import { readCheckpoint } from '@inkproof/proof/checkpoint'
import { signCosignature } from '@inkproof/proof/cosignature'
import { generateKey, parsePrivateKey, WITNESS_KEY } from '@inkproof/proof/note'
import { parseWitnessPolicy } from '@inkproof/proof/witness-policy'
import { evaluateWitnesses } from '@inkproof/proof/witness-quorum'
import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { afterEach, expect, test } from '@jest/globals'
import { type GrowingLog, growingLog } from 'inkproof/testing/growing-log'
import { startWitness } from 'inkproof/testing/witness-process'
import { Registry } from 'prom-client'
import { COLLECT_TIMEOUT_MS, createCosignatureCollector } from './collect-cosignatures.ts'
import { cosignatureStore } from './cosignature-store.ts'
import { cosignatureModels } from './cosignatures.model.ts'
import { registerWitnessMetrics } from './metrics.ts'

const LOG = growingLog()
const FORK = growingLog({ privateKey: LOG.privateKey, history: ' (changed)', forkAt: 4 })

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** Starts a witness of the log. */
async function witness(name: string, ...options: string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'inkproof-witness-'))
  cleanUps.push(() => rmSync(dir, { recursive: true, force: true }))
  return startIn(dir, name, ...options)
}

async function startIn(dir: string, name: string, ...options: string[]) {
  const process = await startWitness('--dir', dir, '--name', name, '--log', LOG.vkey, ...options)
  cleanUps.push(() => process.stop())
  return { ...process, dir, line: `witness ${name} ${process.vkey} ${process.url}` }
}

/** Starts a server that answers as given in place of a witness, whose key it has. */
async function impostor(name: string, answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  cleanUps.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `witness ${name} ${KEY.vkey} http://127.0.0.1:${port}`
}

const KEY = generateKey('impostor', WITNESS_KEY)
const SIGNER = parsePrivateKey(KEY.privateKey, WITNESS_KEY)

/** Creates a collector with a database of its own. */
async function setup(lines: string[], log: GrowingLog = LOG) {
  const url = new URL(process.env['INKPROOF_TEST_MONGO_URL'] ?? '')
  url.pathname = `/witnesses-${randomUUID()}`
  const mongo = openMongo(url.href, createLog('test', 'silent'), 10)
  const models = cosignatureModels(mongo.connection)
  await mongo.prepare()
  cleanUps.push(() => mongo.close())
  const names = lines.map((line) => line.split(' ')[1])
  const policy = parseWitnessPolicy(
    `${lines.join('\n')}\ngroup g all ${names.join(' ')}\nquorum g\n`,
  )
  const stateOf = (size: number) => {
    const note = log.note(size)
    return { size, root: toHex(readCheckpoint(note).root), note }
  }
  /** Starts a process on this database. */
  const start = () => {
    const registry = new Registry()
    const collector = createCosignatureCollector({
      store,
      read: log.read,
      now: () => new Date(),
      policy,
      metrics: registerWitnessMetrics(registry),
      log: createLog('test', 'silent'),
    })
    return { registry, collector }
  }
  const store = cosignatureStore(models)
  const { registry, collector } = start()
  return {
    models,
    store,
    stateOf,
    collect: (size: number, minAgeMs?: number) => collector.collect(stateOf(size), minAgeMs),
    collectInNewProcess: (size: number, minAgeMs: number) =>
      start().collector.collect(stateOf(size), minAgeMs),
    evaluate: async (size: number) => {
      const state = stateOf(size)
      return evaluateWitnesses(state.note + (await collector.linesFor(state)), policy, new Date())
    },
    outcomes: () => readOutcomes(registry),
    missing: async () =>
      (await registry.getMetricsAsJSON()).find(({ name }) => name === 'log_witness_quorum_missing')
        ?.values[0]?.value,
  }
}

/** The counted submissions as `<witness> <outcome> <count>`. */
async function readOutcomes(registry: Registry): Promise<string[]> {
  const all = await registry.getMetricsAsJSON()
  const { values } = all.find(
    ({ name }) => name === 'log_witness_submissions_total',
  ) as unknown as {
    values: { value: number; labels: { witness: string; outcome: string } }[]
  }
  return values.map(({ value, labels }) => `${labels.witness} ${labels.outcome} ${value}`).sort()
}

test('collects the cosignatures of two witnesses on growing states', async () => {
  const { models, collect, evaluate, outcomes, missing } = await setup([
    (await witness('w1')).line,
    (await witness('w2')).line,
  ])
  for (const size of [3, 5, 260]) {
    await collect(size)
    expect(await evaluate(size)).toMatchObject({ names: ['w1', 'w2'], isMet: true })
  }
  expect(await outcomes()).toEqual(['w1 cosigned 3', 'w2 cosigned 3'])
  expect((await models.witnesses.find().lean()).map(({ size }) => size)).toEqual([260, 260])
  expect(await missing()).toBe(0)
})

test('continues from the size that a witness tells', async () => {
  const { line } = await witness('w1')
  await (await setup([line])).collect(3)
  // This database has never heard of the witness.
  const other = await setup([line])
  await other.collect(9)
  expect(await other.evaluate(9)).toMatchObject({ isMet: true })
  await other.collect(9)
  expect(await other.outcomes()).toEqual(['w1 cosigned 2'])
})

test('continues with a witness whose stored size is too large', async () => {
  const { models, collect, evaluate } = await setup([(await witness('w1')).line])
  await collect(3)
  await models.witnesses.updateMany({}, { $set: { size: 9 } })
  await collect(5)
  expect(await evaluate(5)).toMatchObject({ isMet: true })
})

test('continues with a witness that was killed between two states', async () => {
  const first = await witness('w1')
  const { collect, evaluate, outcomes } = await setup([first.line])
  await collect(3)
  await first.stop('SIGKILL')
  await collect(5)
  expect(await evaluate(5)).toMatchObject({ count: 0, missing: 1 })
  await startIn(first.dir, 'w1', '--listen', new URL(first.url).host)
  await collect(7)
  expect(await evaluate(7)).toMatchObject({ isMet: true })
  expect(await outcomes()).toEqual(['w1 cosigned 2', 'w1 unreachable 1'])
})

test('reports a witness that has cosigned a larger state', async () => {
  const { line } = await witness('w1')
  await (await setup([line])).collect(9)
  const { collect, outcomes } = await setup([line])
  await collect(5)
  expect(await outcomes()).toEqual(['w1 ahead 1'])
})

test.each([
  ['the same size', 9, 'w1 contradiction 1'],
  ['a larger size', 12, 'w1 refused 1'],
])('a second history of %s gets no cosignature', async (_name, size, outcome) => {
  const { line } = await witness('w1')
  await (await setup([line])).collect(9)
  const fork = await setup([line], FORK)
  await fork.collect(size)
  expect(await fork.outcomes()).toEqual([outcome])
  expect(await fork.evaluate(size)).toMatchObject({ count: 0 })
})

test('reports a contradiction also when a witness answers 422 to another root of its size', async () => {
  const line = await impostor('w1', (_req, res) => res.writeHead(422).end('root differs\n'))
  const { collect, models, outcomes } = await setup([line])
  await models.witnesses.create({ _id: toHex(SIGNER.publicKey), size: 5 })
  await collect(5)
  expect(await outcomes()).toEqual(['w1 contradiction 1'])
})

test('a witness that never answers delays the others by nothing, and the anchor by 5 seconds', async () => {
  const silent = await impostor('silent', () => undefined)
  const { collect, evaluate, outcomes, missing } = await setup([silent, (await witness('w1')).line])
  const startedAt = performance.now()
  await collect(3)
  const elapsedMs = performance.now() - startedAt
  expect(elapsedMs).toBeGreaterThan(COLLECT_TIMEOUT_MS - 100)
  expect(elapsedMs).toBeLessThan(COLLECT_TIMEOUT_MS + 1_000)
  expect(await evaluate(3)).toMatchObject({ names: ['w1'], missing: 1 })
  expect(await outcomes()).toContain('w1 cosigned 1')
  expect(await missing()).toBe(1)
})

/** Lines of the impostor over the checkpoint of 3 entries, unless said otherwise. */
const sign = (time = Date.now() / 1000, text = LOG.text(3), key = SIGNER) =>
  signCosignature(text, key, BigInt(Math.floor(time)))

test.each<[string, string, RequestListener]>([
  ['a web page', 'invalid', (_req, res) => res.end('<!doctype html><p>Hello')],
  ['nothing', 'invalid', (_req, res) => res.end()],
  [
    'a cosignature on another checkpoint',
    'invalid',
    (_req, res) => res.end(sign(undefined, LOG.text(4))),
  ],
  [
    'a cosignature of another log',
    'invalid',
    (_req, res) => res.end(sign(undefined, growingLog({ origin: 'else' }).text(3))),
  ],
  [
    'a cosignature of an unknown witness',
    'invalid',
    (_req, res) => res.end(sign(undefined, undefined, STRANGER)),
  ],
  [
    'a cosignature from the future',
    'invalid',
    (_req, res) => res.end(sign(Date.now() / 1000 + 120)),
  ],
  ['an old cosignature', 'invalid', (_req, res) => res.end(sign(Date.now() / 1000 - 120))],
  ['two cosignatures', 'invalid', (_req, res) => res.end(sign() + sign())],
  [
    'a second, invalid signature',
    'invalid',
    (_req, res) => res.end(sign() + sign(undefined, 'x\n')),
  ],
  ['too much', 'unreachable', (_req, res) => res.end(sign() + 'x'.repeat(70_000))],
  ['a redirect', 'unreachable', redirect],
  ['an error', 'refused', (_req, res) => res.writeHead(500).end('out of order')],
  ['a size that is no number', 'refused', (_req, res) => res.writeHead(409).end('many\n')],
  ['a size that changes constantly', 'refused', changingSize()],
])('stores nothing when a witness answers %s', async (_name, outcome, answer) => {
  const { collect, evaluate, outcomes, models } = await setup([await impostor('w1', answer)])
  await collect(3)
  expect(await outcomes()).toEqual([`w1 ${outcome} 1`])
  expect(await evaluate(3)).toMatchObject({ count: 0 })
  expect(await models.cosignatures.countDocuments()).toBe(0)
})

const STRANGER = parsePrivateKey(generateKey('stranger', WITNESS_KEY).privateKey, WITNESS_KEY)

/** Redirects to a valid answer. */
function redirect(...[req, res]: Parameters<RequestListener>): void {
  if (req.url === '/elsewhere') res.end(sign())
  else res.writeHead(307, { location: '/elsewhere' }).end()
}

function changingSize(): RequestListener {
  let size = 0
  return (_req, res) => {
    size = (size % 2) + 1
    res.writeHead(409).end(`${size}\n`)
  }
}

test('keeps the line of the witness, and passes over lines of other keys', async () => {
  const line = await impostor('w1', (_req, res) =>
    res.end(sign(undefined, undefined, STRANGER) + sign()),
  )
  const { collect, evaluate, models } = await setup([line])
  await collect(3)
  expect(await evaluate(3)).toMatchObject({ isMet: true })
  const rows = await models.cosignatures.find().lean()
  expect(rows.map((row) => row.line)).toEqual([expect.stringMatching(/^— impostor \S+\n$/)])
})

test('renews a cosignature only when it is old enough', async () => {
  const { collect, collectInNewProcess, evaluate, models, outcomes } = await setup([
    (await witness('w1')).line,
  ])
  await collect(3)
  await collect(3, 3_600_000)
  expect(await outcomes()).toEqual(['w1 cosigned 1'])
  const [row] = await models.cosignatures.find().lean()
  await models.witnesses.deleteMany({})
  await collectInNewProcess(3, 3_600_000)
  expect(await models.cosignatures.find().lean()).toEqual([row])
  expect(await models.witnesses.countDocuments()).toBe(0)
  const hourAgo = Math.floor(Date.now() / 1000) - 3_601
  await models.cosignatures.updateMany({}, { $set: { time: hourAgo } })
  // This process has submitted the state just now.
  await collect(3, 3_600_000)
  expect(await outcomes()).toEqual(['w1 cosigned 1'])
  await collect(3, 1)
  expect(await outcomes()).toEqual(['w1 cosigned 2'])
  expect((await evaluate(3)).asOf?.getTime()).toBeGreaterThan(hourAgo * 1000 + 3_000_000)
  expect(await models.cosignatures.countDocuments()).toBe(1)
})

test('an older cosignature does not replace a newer one', async () => {
  const { store, stateOf } = await setup([await impostor('w1', () => undefined)])
  const state = stateOf(3)
  for (const time of [20, 10, 20, 30]) await store.save(state, 'ab', { line: `line ${time}`, time })
  expect([...(await store.find(state))]).toEqual([['ab', { line: 'line 30', time: 30 }]])
  await store.save(state, 'ab', { line: 'older', time: 29 })
  expect([...(await store.find(state))]).toEqual([['ab', { line: 'line 30', time: 30 }]])
})

test('does nothing without witnesses', async () => {
  const { models, collect } = await setup([await impostor('w1', (_req, res) => res.end(sign()))])
  const collector = createCosignatureCollector({
    store: cosignatureStore(models),
    read: LOG.read,
    now: () => new Date(),
    policy: undefined,
    metrics: registerWitnessMetrics(new Registry()),
    log: createLog('test', 'silent'),
  })
  const state = { size: 3, root: toHex(readCheckpoint(LOG.note(3)).root), note: LOG.note(3) }
  await collector.collect(state)
  expect(await collector.linesFor(state)).toBe('')
  // What earlier witnesses have signed stays in the checkpoint.
  await collect(3)
  expect(await collector.linesFor(state)).toMatch(/^— impostor /)
})
