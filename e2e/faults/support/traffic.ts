/** Simulates the visitors of an installation at a constant rate, and records each request and what was acknowledged. */
import { randomUUID } from 'node:crypto'
import { registerAccount } from '../../support/sign-in.ts'
import { createCertifyRequest } from '../../testing/certify.ts'
import type { Acknowledged, Ledger } from './ledger.ts'

/** One request and its outcome; status 0 if the connection failed. */
export type Outcome = {
  kind: 'read' | 'keyed' | 'plain'
  call: string
  status: number
  tookMs: number
  /** The beginning of the body of a failed request. */
  failure?: string
}

export type Visitor = { email: string; token: string; shareLink: string }

export type Traffic = {
  readonly outcomes: Outcome[]
  /** Sends nothing more, and resolves when all requests have completed. */
  stop(): Promise<void>
}

const READ_EVERY_MS = 60
const KEYED_WRITE_EVERY_MS = 300
const PLAIN_WRITE_EVERY_MS = 600
/** Each account may create a limited number of workspaces, so the requests are distributed among several visitors. */
const VISITORS = 8

/** Registers the visitors, whose traffic is sent in turn. */
export async function createVisitors(origin: string, ledger: Ledger): Promise<Visitor[]> {
  const visitors: Visitor[] = []
  while (visitors.length < VISITORS) visitors.push(await createVisitor(origin, ledger))
  return visitors
}

/** Registers an account and certifies a document, so that there is something to read. */
export async function createVisitor(origin: string, ledger: Ledger): Promise<Visitor> {
  const { email, token } = await registerAccount(origin)
  ledger.accounts.push({ email, token })
  const { status, body } = await certify(origin, token, ledger)
  if (status !== 201) throw new Error(`certifying returned ${status}: ${body}`)
  return { email, token, shareLink: (JSON.parse(body) as { shareLink: string }).shareLink }
}

/** Starts reads, writes with an Idempotency-Key and writes without one, each at its own rate. */
export function startTraffic(
  origin: string,
  visitors: readonly Visitor[],
  ledger: Ledger,
): Traffic {
  const outcomes: Outcome[] = []
  const open = new Set<Promise<void>>()
  const repeat = (
    everyMs: number,
    request: (visitor: Visitor, count: number) => Promise<Outcome>,
  ) => {
    let count = 0
    return setInterval(() => {
      const visitor = visitors[count % visitors.length] as Visitor
      const done: Promise<void> = request(visitor, count++).then((outcome) => {
        outcomes.push(outcome)
        open.delete(done)
      })
      open.add(done)
    }, everyMs)
  }
  const timers = [
    repeat(READ_EVERY_MS, (visitor, count) => readOne(origin, visitor, count)),
    repeat(KEYED_WRITE_EVERY_MS, (visitor) => writeWithKey(origin, visitor, ledger)),
    repeat(PLAIN_WRITE_EVERY_MS, (visitor) => writeWithoutKey(origin, visitor, ledger)),
  ]
  return {
    outcomes,
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(open)
    },
  }
}

/** A session check, lists of a workspace, and what anybody can read. */
function readPaths({ shareLink }: Visitor): string[] {
  return [
    '/api/auth/me',
    '/api/v1/certificates',
    '/api/content/posts',
    `/api/v1/shares/${shareLink}`,
    '/api/auth/workspaces',
    '/api/v1/log/heads',
    '/api/content/pages/faq',
    '/log/checkpoint',
    '/',
  ]
}

async function readOne(origin: string, visitor: Visitor, count: number): Promise<Outcome> {
  const paths = readPaths(visitor)
  const path = paths[count % paths.length] as string
  const { body, ...answer } = await send(origin + path, { headers: authorize(visitor.token) })
  return { kind: 'read', call: `GET ${path}`, ...describe(answer, body) }
}

async function writeWithKey(origin: string, { token }: Visitor, ledger: Ledger): Promise<Outcome> {
  const { body, ...answer } = await certify(origin, token, ledger)
  return { kind: 'keyed', call: 'POST /api/v1/certificates', ...describe(answer, body) }
}

/** Each execution of this request creates another workspace, so that the database shows how often it was executed. */
async function writeWithoutKey(
  origin: string,
  { token }: Visitor,
  ledger: Ledger,
): Promise<Outcome> {
  const path = '/api/auth/workspaces'
  const name = randomUUID()
  const requested = { name, isAcknowledged: false }
  ledger.workspaces.push(requested)
  const { body, ...answer } = await post(origin + path, { name }, authorize(token))
  requested.isAcknowledged = answer.status === 201
  return { kind: 'plain', call: `POST ${path}`, ...describe(answer, body) }
}

async function certify(origin: string, token: string, ledger: Ledger): Promise<Answer> {
  const headers = { ...authorize(token), 'idempotency-key': randomUUID() }
  const answer = await post(`${origin}/api/v1/certificates`, createCertifyRequest(), headers)
  if (answer.status === 201)
    ledger.certificates.push({ ...(JSON.parse(answer.body) as Acknowledged), token })
  return answer
}

type Answer = { status: number; tookMs: number; body: string }

function post(url: string, body: object, headers: Record<string, string>): Promise<Answer> {
  const type = { 'content-type': 'application/json' }
  return send(url, { method: 'POST', body: JSON.stringify(body), headers: { ...type, ...headers } })
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  const startedMs = performance.now()
  const tookMs = () => performance.now() - startedMs
  try {
    const response = await fetch(url, init)
    const body = await response.text()
    return { status: response.status, tookMs: tookMs(), body }
  } catch (error) {
    return { status: 0, tookMs: tookMs(), body: String((error as Error).cause ?? error) }
  }
}

function describe({ status, tookMs }: Omit<Answer, 'body'>, body: string) {
  const isOk = status >= 200 && status < 300
  return { status, tookMs, ...(!isOk && { failure: body.slice(0, 200) }) }
}

function authorize(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}
