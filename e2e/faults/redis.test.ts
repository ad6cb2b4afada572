/**
 * Takes Redis away from a running system and empties it. What anybody can read goes on; what needs a session is refused in
 * words and in time, and never says "signed out". After a loss people sign in again, and nothing else is lost.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { waitFor } from '@inkproof/launcher/process/wait'
import { fromHex } from '@inkproof/proof/bytes'
import { httpRpc, nodeFromRpc } from '@inkproof/proof/chain-rpc'
import { parsePolicy } from '@inkproof/proof/policy'
import { verify } from '@inkproof/proof/verify'
import type { CertificateList } from '@inkproof/protocol/certificates'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { registerAccount } from '../support/sign-in.ts'
import { createCertifyRequest } from '../testing/certify.ts'
import { audit } from './support/auditor.ts'
import { type Acknowledged, createLedger } from './support/ledger.ts'
import { type FaultSystem, startFaultSystem } from './support/system.ts'

const CERTIFICATES = 5
const ROUNDS = 10
const REFUSAL_LIMIT_MS = 2_000

type Person = Awaited<ReturnType<typeof registerAccount>>

let system: FaultSystem
let person: Person
let proofFile: string
const ledger = createLedger()

beforeAll(async () => {
  system = await startFaultSystem({
    env: { ANCHOR_MS: '1000', GATEWAY_AUTH_RATE: '200r/s', CAPTCHA_FOR: 'forgot-password' },
  })
  person = await register()
  for (let count = 0; count < CERTIFICATES; count++) expect((await certify()).status).toBe(201)
  const first = ledger.certificates[0] as Acknowledged
  const download = async () => {
    const response = await call('GET', `/api/v1/certificates/${first.id}/proof`)
    proofFile = await response.text()
    return response.ok && (await verdict()) === 'verified'
  }
  await waitFor(download, { timeoutMs: 60_000, what: 'the proof file' })
}, 600_000)

afterAll(() => system?.stop())

test('while Redis is down, what anybody can read goes on, and calls with a session get 503 with Retry-After within 2 s', async () => {
  await system.halt('redis')
  const durations: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await expectPublic()
    durations.push(...(await expectRefusals()))
  }
  const slowest = Math.max(...durations) / 1_000
  console.log(`Redis down: ${durations.length} refusals, the slowest after ${slowest.toFixed(2)} s`)
})

test('Redis that comes back with its data keeps everybody signed in', async () => {
  const startedMs = performance.now()
  await system.restart('redis')
  await waitFor(async () => (await certify()).status === 201, { timeoutMs: 30_000, what: 'Redis' })
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  console.log(`Redis restarted: calls with a session work again after ${seconds} s`)
  await audit(system.installation, ledger)
})

test.each([
  ['comes back empty', loseData],
  ['is flushed', flush],
])(
  'when Redis %s, people sign in again, and no certificate, account or e-mail is lost',
  async (_what, lose) => {
    // Its e-mail may still be in the queue when that is lost.
    const last = await register()
    await lose()
    const isSignedOut = async () => (await call('GET', '/api/auth/me')).status === 401
    await waitFor(isSignedOut, { timeoutMs: 30_000, what: 'the end of the session' })
    await signInAgain([person, last])
    const { total } = (await (await call('GET', '/api/v1/certificates')).json()) as CertificateList
    expect(total).toBe(ledger.certificates.length)
    expect((await certify()).status).toBe(201)
    await audit(system.installation, ledger)
  },
)

/** Stops Redis, deletes its files and starts it again. */
async function loseData(): Promise<void> {
  await system.halt('redis')
  await rm(join(system.data, 'redis/appendonlydir'), { recursive: true })
  await system.restart('redis')
}

async function flush(): Promise<void> {
  const redis = new Redis(system.urls['redis'] ?? '')
  await redis.flushall()
  await redis.quit()
}

/** What needs no session: pages, texts, a shared certificate, the record, a search by fingerprint and the verification. */
async function expectPublic(): Promise<void> {
  const { shareLink } = ledger.certificates[0] as unknown as { shareLink: string }
  const { fingerprint } = ledger.certificates[0] as Acknowledged
  const paths = ['/', '/verify', '/api/content/posts', `/api/v1/shares/${shareLink}`]
  const answers = await Promise.all([
    ...[...paths, '/api/v1/log/heads', '/log/checkpoint'].map((path) => call('GET', path)),
    call('POST', '/api/v1/lookup', { fingerprint }),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await verdict()).toBe('verified')
}

/** Expects that each call with a session is refused. Returns how long each took. */
async function expectRefusals(): Promise<number[]> {
  const calls: [string, string, object?][] = [
    ['GET', '/api/auth/me'],
    ['GET', '/api/v1/certificates'],
    ['POST', '/api/v1/certificates', createCertifyRequest()],
    ['POST', '/api/auth/login', credentialsOf(person)],
    ['POST', '/api/auth/logout'],
  ]
  const durations: number[] = []
  for (const [method, path, body] of calls) {
    const startedMs = performance.now()
    const response = await call(method, path, body)
    const tookMs = performance.now() - startedMs
    durations.push(tookMs)
    const { status, headers } = response
    expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '2'])
    expect(tookMs).toBeLessThan(REFUSAL_LIMIT_MS)
    expect(await response.text()).toMatch(/^[A-Z].*\.\s*$/)
  }
  return durations
}

async function verdict(): Promise<string> {
  const policy = parsePolicy(await (await call('GET', '/log/policy.json')).text())
  const node = nodeFromRpc(httpRpc(`${system.origin}/api/v1/chain`))
  const fingerprint = fromHex((ledger.certificates[0] as Acknowledged).fingerprint)
  const blocks = { kind: 'node', node } as const
  return (await verify({ fingerprint, proofFile, policy, blocks })).verdict.code
}

async function register(): Promise<Person> {
  const registered = await registerAccount(system.origin)
  ledger.accounts.push({ email: registered.email, token: registered.token })
  return registered
}

/** Signs everybody in again, and replaces the tokens that have ended. */
async function signInAgain(people: readonly Person[]): Promise<void> {
  ledger.accounts = []
  for (const someone of people) {
    const response = await call('POST', '/api/auth/login', credentialsOf(someone))
    expect(response.status).toBe(200)
    someone.token = ((await response.json()) as { token: string }).token
    ledger.accounts.push({ email: someone.email, token: someone.token })
  }
  for (const certificate of ledger.certificates) certificate.token = person.token
}

function credentialsOf({ email, password }: Person) {
  return { email, password, turnstileToken: 'disabled-for-testing' }
}

async function certify(): Promise<Response> {
  const response = await call('POST', '/api/v1/certificates', createCertifyRequest())
  if (response.status === 201) {
    const certificate = (await response.clone().json()) as Acknowledged
    ledger.certificates.push({ ...certificate, token: person.token })
  }
  return response
}

function call(method: string, path: string, body?: object): Promise<Response> {
  return fetch(system.origin + path, {
    method,
    headers: {
      authorization: `Bearer ${person?.token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}
