/** Calls of each kind and what makes requests to them, for the tests of how calls are bound. */
import { bytes, defineCall, EMPTY, events, REDIRECT, text } from '@inkproof/protocol/call'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import { implement } from '../calls/implement.ts'

const base = { summary: 'A thing.', tag: 'Things' } as const
const open = { ...base, access: 'anyone' } as const
const Thing = z.strictObject({ id: z.string() })
const Name = z.strictObject({ name: z.string().check(z.minLength(1)) })
const limit = { name: 'few', max: 2, windowSeconds: 60, whenRedisFails: 'closed' } as const

/** A call of each kind. */
export const definitions = {
  show: defineCall({
    ...open,
    method: 'GET',
    path: '/api/things/:id',
    params: z.strictObject({ id: z.string().check(z.regex(/^\d+$/)) }),
    unknownParams: 'CERTIFICATE_NOT_FOUND',
    answers: { 200: Thing },
    etag: true,
    cache: 'public, max-age=60',
  }),
  current: defineCall({
    ...open,
    method: 'GET',
    path: '/api/things/current',
    answers: { 200: Thing },
  }),
  wrong: defineCall({ ...open, method: 'GET', path: '/api/wrong', answers: { 200: Thing } }),
  undeclared: defineCall({
    ...open,
    method: 'GET',
    path: '/api/undeclared',
    answers: { 200: Thing },
  }),
  find: defineCall({
    ...open,
    method: 'GET',
    path: '/api/things',
    query: z.strictObject({ q: z.string() }),
    answers: { 200: z.array(Thing) },
  }),
  drop: defineCall({
    ...base,
    access: 'proof',
    method: 'DELETE',
    path: '/api/things',
    answers: { 204: EMPTY },
  }),
  make: defineCall({
    ...base,
    access: 'member',
    method: 'POST',
    path: '/api/things',
    body: Name,
    bodyBytes: 100,
    answers: { 201: Thing, 202: z.strictObject({ waits: z.boolean() }) },
    idempotent: true,
    errors: ['EMAIL_TAKEN', 'PASSWORD_TOO_SHORT'],
    errorFields: { PASSWORD_TOO_SHORT: ['newPassword'] },
  }),
  early: defineCall({
    ...base,
    access: 'session',
    method: 'POST',
    path: '/api/early',
    limit: { ...limit, by: 'account' },
    body: Name,
    answers: { 204: EMPTY },
  }),
  late: defineCall({
    ...open,
    method: 'POST',
    path: '/api/late',
    limit: { ...limit, name: 'late', by: 'address', at: 'after-parse' },
    body: Name,
    answers: { 204: EMPTY },
  }),
  twice: defineCall({
    ...base,
    access: 'session',
    method: 'POST',
    path: '/api/twice',
    limit: [
      { ...limit, name: 'each', by: 'account' },
      { ...limit, name: 'all', max: 3, by: 'address' },
    ],
    answers: { 204: EMPTY },
  }),
  words: defineCall({
    ...open,
    method: 'GET',
    path: '/api/words',
    answers: { 200: text('text/plain') },
  }),
  picture: defineCall({
    ...open,
    method: 'GET',
    path: '/api/picture',
    answers: { 200: bytes('image/webp') },
  }),
  leave: defineCall({ ...open, method: 'GET', path: '/api/leave', answers: { 303: REDIRECT } }),
  follow: defineCall({
    ...open,
    method: 'GET',
    path: '/api/follow',
    answers: { 200: events(Thing) },
  }),
}

/** The sample calls with their handlers; `made` lists what was made, `release` lets a slow one finish. */
export function sampleCalls() {
  const made: string[] = []
  let free: (() => void) | undefined
  const calls = implement(definitions, {
    show: ({ params }) => ({ id: params.id }),
    current: () => ({ id: 'current' }),
    wrong: () => ({ id: 7 as unknown as string }),
    undeclared: () => {
      throw new AppError('EMAIL_TAKEN')
    },
    find: ({ query }) => [{ id: query.q }],
    drop: () => undefined,
    make: async ({ body, session }) => {
      made.push(body.name)
      if (body.name === 'slow') await new Promise<void>((resolve) => (free = resolve))
      if (body.name === 'short') throw new AppError('PASSWORD_TOO_SHORT')
      if (body.name === 'taken') throw new AppError('EMAIL_TAKEN')
      if (body.name === 'later') return { status: 202, data: { waits: true } }
      return { status: 201, data: { id: `${session.accountId}.${made.length}` } }
    },
    early: () => undefined,
    late: () => undefined,
    twice: () => undefined,
    words: ({ res }) => {
      res.attachment('words.txt')
      return 'words'
    },
    picture: () => Buffer.from([1, 2, 3]),
    leave: () => 'https://elsewhere.example/',
    follow: ({ res }) => {
      res.type('text/event-stream').send('data: {"id":"1"}\n\n')
    },
  })
  return { calls, made, release: () => free?.() }
}

/** Has errors answered as JSON. */
export const PROBLEM = { accept: 'application/problem+json' }
/** A request with this body: JSON, or a text as it is. */
export const json = (body: unknown, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', ...PROBLEM, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Status and code of a refused request. */
export async function refusal(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json()).code]
}
