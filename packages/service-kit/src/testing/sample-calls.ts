/** Sample calls of each kind and request helpers, for the tests of the code that serves calls. */
import { bytes, defineCall, EMPTY, events, REDIRECT, text } from '@inkproof/protocol/call'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import { implement } from '../calls/implement.ts'

const base = { summary: 'A thing.', tag: 'Things' } as const
const publicBase = { ...base, access: 'anyone' } as const
const Thing = z.strictObject({ id: z.string() })
const Name = z.strictObject({ name: z.string().check(z.minLength(1)) })
const limit = { name: 'few', max: 2, windowSeconds: 60, whenRedisFails: 'closed' } as const

/** One call of each kind. */
export const definitions = {
  show: defineCall({
    ...publicBase,
    method: 'GET',
    path: '/api/things/:id',
    params: z.strictObject({ id: z.string().check(z.regex(/^\d+$/)) }),
    unknownParams: 'CERTIFICATE_NOT_FOUND',
    responses: { 200: Thing },
    etag: true,
    cache: 'public, max-age=60',
  }),
  current: defineCall({
    ...publicBase,
    method: 'GET',
    path: '/api/things/current',
    responses: { 200: Thing },
  }),
  wrong: defineCall({
    ...publicBase,
    method: 'GET',
    path: '/api/wrong',
    responses: { 200: Thing },
  }),
  undeclared: defineCall({
    ...publicBase,
    method: 'GET',
    path: '/api/undeclared',
    responses: { 200: Thing },
  }),
  find: defineCall({
    ...publicBase,
    method: 'GET',
    path: '/api/things',
    query: z.strictObject({ q: z.string() }),
    responses: { 200: z.array(Thing) },
  }),
  remove: defineCall({
    ...base,
    access: 'reauthenticated',
    method: 'DELETE',
    path: '/api/things',
    responses: { 204: EMPTY },
  }),
  create: defineCall({
    ...base,
    access: 'member',
    method: 'POST',
    path: '/api/things',
    body: Name,
    bodyBytes: 100,
    responses: { 201: Thing, 202: z.strictObject({ isQueued: z.boolean() }) },
    idempotent: 'effect-once',
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
    responses: { 204: EMPTY },
  }),
  late: defineCall({
    ...publicBase,
    method: 'POST',
    path: '/api/late',
    limit: { ...limit, name: 'late', by: 'ip', at: 'after-parse' },
    body: Name,
    responses: { 204: EMPTY },
  }),
  twice: defineCall({
    ...base,
    access: 'session',
    method: 'POST',
    path: '/api/twice',
    limit: [
      { ...limit, name: 'each', by: 'account' },
      { ...limit, name: 'all', max: 3, by: 'ip' },
    ],
    responses: { 204: EMPTY },
  }),
  words: defineCall({
    ...publicBase,
    method: 'GET',
    path: '/api/words',
    responses: { 200: text('text/plain') },
  }),
  picture: defineCall({
    ...publicBase,
    method: 'GET',
    path: '/api/picture',
    responses: { 200: bytes('image/webp') },
  }),
  redirect: defineCall({
    ...publicBase,
    method: 'GET',
    path: '/api/redirect',
    responses: { 303: REDIRECT },
  }),
  follow: defineCall({
    ...publicBase,
    method: 'GET',
    path: '/api/follow',
    responses: { 200: events(Thing) },
  }),
}

/** The sample calls with their handlers. `created` lists created names; `release` completes the request for `slow`. */
export function sampleCalls() {
  const created: string[] = []
  let finishSlow: (() => void) | undefined
  const calls = implement(definitions, {
    show: ({ params }) => ({ id: params.id }),
    current: () => ({ id: 'current' }),
    wrong: () => ({ id: 7 as unknown as string }),
    undeclared: () => {
      throw new AppError('EMAIL_TAKEN')
    },
    find: ({ query }) => [{ id: query.q }],
    remove: () => undefined,
    create: async ({ body, session, once }) => {
      const id = await once(async () => {
        created.push(body.name)
        if (body.name === 'slow') await new Promise<void>((resolve) => (finishSlow = resolve))
        if (body.name === 'short') throw new AppError('PASSWORD_TOO_SHORT')
        if (body.name === 'taken') throw new AppError('EMAIL_TAKEN')
        return `${session.accountId}.${created.length}`
      })
      if (body.name === 'queued') return { status: 202, data: { isQueued: true } }
      return { status: 201, data: { id } }
    },
    early: () => undefined,
    late: () => undefined,
    twice: () => undefined,
    words: ({ res }) => {
      res.attachment('words.txt')
      return 'words'
    },
    picture: () => Buffer.from([1, 2, 3]),
    redirect: () => 'https://elsewhere.example/',
    follow: ({ res }) => {
      res.type('text/event-stream').send('data: {"id":"1"}\n\n')
    },
  })
  return { calls, created, release: () => finishSlow?.() }
}

/** Requests errors as JSON. */
export const PROBLEM = { accept: 'application/problem+json' }
/** Request options with this body: a string is sent as is, anything else as JSON. */
export const json = (body: unknown, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', ...PROBLEM, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Returns the status and code of an error response. */
export async function readError(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json()).code]
}
