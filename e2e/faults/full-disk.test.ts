/**
 * Fills the disk of a running system until nothing can be written, lets its database fail on it, and frees the disk again.
 * Reading goes on as long as the reserve lasts, nothing that was acknowledged is lost, and everything recovers by itself.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitFor } from '@inkproof/launcher/process/wait'
import { databaseUrl } from '@inkproof/launcher/system/variables'
import type { Problem } from '@inkproof/protocol/errors'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { MongoClient } from 'mongodb'
import { registerAccount } from '../support/sign-in.ts'
import { createCertifyRequest } from '../testing/certify.ts'
import { audit } from './support/auditor.ts'
import type { Installation } from './support/installation.ts'
import { type Acknowledged, createLedger } from './support/ledger.ts'
import { type SmallDisk, startOnSmallDisk, stillRunning } from './support/small-disk.ts'

const SERVICES = ['svc-auth', 'documents-api', 'documents-log', 'svc-signing']
const RECOVERY_LIMIT_MS = 15_000
const READS = 50
const OTHER_DATABASE = 'other'

let disk: SmallDisk
let token: string
const ledger = createLedger()

beforeAll(async () => {
  disk = await startOnSmallDisk('512m', { ANCHOR_MS: '1000', GATEWAY_AUTH_RATE: '200r/s' })
  const account = await registerAccount(disk.origin)
  token = account.token
  ledger.accounts.push(account)
  await createOtherRows()
}, 500_000)

afterAll(() => disk?.stop('SIGTERM'))

test('while the disk is full, calls that read go on and calls that write are refused in words', async () => {
  for (let count = 0; count < 5; count++) expect((await certify()).status).toBe(201)
  disk.fill()
  await waitFor(async () => (await certify()).status === 507, {
    timeoutMs: RECOVERY_LIMIT_MS,
    what: 'the refusal of a call that writes',
  })
  await waitFor(canRead, { timeoutMs: RECOVERY_LIMIT_MS, what: 'a call that reads' })
  const reads: boolean[] = []
  for (let count = 0; count < READS; count++) {
    reads.push(await canRead())
    await expectRefused([507])
  }
  expect(reads.filter((isRead) => !isRead)).toEqual([])
  await expectNotReady('storage', /^the disk of .* is full: \d+ MB are left, and at least 96 MB/)
  expect(disk.output()).toMatch(/- the disk of .* is full/)
})

test('a database that fails on the full disk is reported, and ends neither the launcher nor other processes', async () => {
  const services = new Map(SERVICES.map((name) => [name, disk.processes().get(name) ?? 0] as const))
  disk.fill()
  await breakDatabase()
  await expectNotReady('mongodb', /./)
  await expectRefused([503, 507])
  expect(disk.launcher.exitCode).toBeNull()
  expect(stillRunning(services)).toEqual(SERVICES)
})

test('everything recovers within 15 s after space is free, and nothing that was acknowledged is lost', async () => {
  const startedMs = performance.now()
  disk.free()
  await waitFor(isRecovered, { timeoutMs: 60_000, what: 'the system' })
  const recoveryMs = performance.now() - startedMs
  console.log(`recovered ${(recoveryMs / 1000).toFixed(1)} s after space was free`)
  expect(recoveryMs).toBeLessThan(RECOVERY_LIMIT_MS)
  expect(disk.output()).toContain('the disk has enough space again')
  await audit(await installation(), ledger)
})

test('the launcher stops every process that it has started or restarted', async () => {
  const processes = disk.processes()
  expect([...processes.keys()]).toEqual(expect.arrayContaining(['mongo', 'redis', ...SERVICES]))
  expect(await disk.stop('SIGTERM')).toBe(0)
  expect(stillRunning(processes)).toEqual([])
})

type Answer = { status: number; type: string; text: string }

async function certify(): Promise<Answer> {
  const answer = await call('/api/v1/certificates', {
    method: 'POST',
    body: JSON.stringify(createCertifyRequest()),
  })
  if (answer.status === 201)
    ledger.certificates.push({ ...(JSON.parse(answer.text) as Acknowledged), token })
  return answer
}

async function canRead(): Promise<boolean> {
  const paths = [`/api/v1/certificates/${ledger.certificates[0]?.id}`, '/log/checkpoint', '/']
  const answers = await Promise.all(paths.map((path) => call(path)))
  return answers.every(({ status }) => status === 200)
}

async function call(path: string, init: RequestInit = {}): Promise<Answer> {
  const accept = 'application/problem+json, application/json;q=0.9, */*;q=0.1'
  const headers = { accept, 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(disk.origin + path, { ...init, headers })
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, text: await response.text() }
}

/** Expects a refusal with one of these statuses, as a problem with a sentence. */
async function expectRefused(statuses: readonly number[]): Promise<void> {
  const { status, type, text } = await certify()
  expect(statuses).toContain(status)
  expect(type).toContain('application/problem+json')
  const { code, detail } = JSON.parse(text) as Problem
  expect(code).toBe(status === 507 ? 'STORAGE_FULL' : 'UNAVAILABLE')
  expect(detail).toMatch(/^[A-Z].*\.$/)
}

async function expectNotReady(dependency: string, reason: RegExp): Promise<void> {
  const isReported = async () => {
    const { ready, dependencies } = (await disk.readiness('documents-api')) ?? {}
    const found = dependencies?.find(({ name }) => name === dependency)
    return ready === false && found?.ready === false && reason.test(found.reason ?? '')
  }
  await waitFor(isReported, { timeoutMs: 30_000, what: `the report of ${dependency}` })
}

async function databaseAddress(): Promise<string> {
  const password = await readFile(join(disk.data, 'mongo-password'), 'utf8')
  return `mongodb://inkproof:${password}@127.0.0.1:${disk.port('mongo')}/?authSource=admin`
}

async function installation(): Promise<Installation> {
  const address = await databaseAddress()
  const link = await readFile(join(disk.data, 'mailbox-link'), 'utf8')
  return {
    origin: disk.origin,
    recordUrl: `${disk.origin}/log`,
    stores: [join(disk.data, 'log'), join(disk.data, 'log-copy')],
    chainUrl: `${disk.origin}/api/v1/chain`,
    documentsUrl: databaseUrl(address, 'documents'),
    auth: {
      databaseUrl: databaseUrl(address, 'auth'),
      // The link is `<page>/#<key>`; calls go to `<page>/<key>`.
      mailboxUrl: link.trim().replace('#', ''),
    },
  }
}

/** Writes to the database, past the services, until it cannot read either: its storage engine has stopped. */
async function breakDatabase(): Promise<void> {
  const client = new MongoClient(await databaseAddress(), { serverSelectionTimeoutMS: 2_000 })
  const rows = client.db(OTHER_DATABASE).collection('rows')
  const write = () =>
    rows.insertMany(Array.from({ length: 50 }, () => ({ bytes: Buffer.alloc(4096) })))
  const isBroken = async () => {
    await write().catch(() => undefined)
    return rows.findOne().then(
      () => false,
      () => true,
    )
  }
  await waitFor(isBroken, { timeoutMs: 60_000, everyMs: 0, what: 'the failure of the database' })
  await client.close()
}

/** Creates the collection of {@link breakDatabase}, which is refused on a full disk without any damage. */
async function createOtherRows(): Promise<void> {
  const client = await MongoClient.connect(await databaseAddress())
  await client.db(OTHER_DATABASE).collection('rows').insertOne({})
  await client.close()
}

async function isRecovered(): Promise<boolean> {
  const states = await Promise.all(SERVICES.map(disk.readiness))
  return states.every((state) => state?.ready) && (await certify()).status === 201 && canRead()
}
