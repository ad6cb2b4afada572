import { bytes, defineCall, EMPTY, events, REDIRECT, text } from '@inkproof/protocol/call'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import { serveCalls } from '../testing/calls.ts'
import { until } from '../testing/fixture.ts'
import { callRouter } from './call-router.ts'
import { implement } from './implement.ts'

const base = { summary: 'A thing.', tag: 'Things' } as const
const open = { ...base, access: 'anyone' } as const
const Thing = z.strictObject({ id: z.string() })
const Name = z.strictObject({ name: z.string().check(z.minLength(1)) })
const limit = { name: 'few', max: 2, windowSeconds: 60, whenRedisFails: 'closed' } as const

const definitions = {
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

let made: string[]
let release: (() => void) | undefined
let service: Awaited<ReturnType<typeof serveCalls>>

const calls = implement(definitions, {
  show: ({ params }) => ({ id: params.id }),
  current: () => ({ id: 'current' }),
  wrong: () => ({ id: 7 as unknown as string }),
  find: ({ query }) => [{ id: query.q }],
  drop: () => undefined,
  make: async ({ body, session }) => {
    made.push(body.name)
    if (body.name === 'slow') await new Promise<void>((resolve) => (release = resolve))
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

beforeAll(async () => {
  service = await serveCalls(calls)
})
beforeEach(() => {
  made = []
})
afterAll(() => service.stop())

const PROBLEM = { accept: 'application/problem+json' }
const json = (body: unknown, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', ...PROBLEM, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

async function refusal(answer: Response): Promise<[number, string]> {
  return [answer.status, (await answer.json()).code]
}

test('parses what was sent and answers the status of the definition, not to be cached', async () => {
  const found = await service.send('GET', '/api/things?q=a')
  expect([found.status, await found.json()]).toEqual([200, [{ id: 'a' }]])
  expect(found.headers.get('cache-control')).toBe('no-store')
  expect(found.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const session = await service.signIn({ provedAtMs: Date.now() })
  const later = await service.send('POST', '/api/things', json({ name: 'later' }, session))
  expect([later.status, await later.json()]).toEqual([202, { waits: true }])
  const dropped = await service.send('DELETE', '/api/things', { headers: session })
  expect([dropped.status, await dropped.text()]).toEqual([204, ''])
})

test('answers texts, bytes and redirects with their type', async () => {
  const words = await service.send('GET', '/api/words')
  expect([words.headers.get('content-type'), await words.text()]).toEqual([
    'text/plain; charset=utf-8',
    'words',
  ])
  expect(words.headers.get('content-disposition')).toBe('attachment; filename=words.txt')
  const picture = await service.send('GET', '/api/picture')
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect([...new Uint8Array(await picture.arrayBuffer())]).toEqual([1, 2, 3])
  const left = await service.send('GET', '/api/leave', { redirect: 'manual' })
  expect([left.status, left.headers.get('location')]).toEqual([303, 'https://elsewhere.example/'])
})

test('takes a fixed segment before a parameter, whichever is defined first', async () => {
  expect(await (await service.send('GET', '/api/things/current')).json()).toEqual({ id: 'current' })
})

test('fails when an answer is not what its definition says', async () => {
  expect(await refusal(await service.send('GET', '/api/wrong', { headers: PROBLEM }))).toEqual([
    500,
    'INTERNAL',
  ])
})

test('refuses another method on the path of a call and names those it takes', async () => {
  const answer = await service.send('PATCH', '/api/things', { headers: PROBLEM })
  expect(await refusal(answer)).toEqual([405, 'METHOD_NOT_ALLOWED'])
  expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual([
    'DELETE',
    'GET',
    'HEAD',
    'POST',
  ])
  const stream = await service.send('HEAD', '/api/follow')
  expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'GET'])
  const options = await service.send('OPTIONS', '/api/words')
  expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, HEAD'])
  expect((await service.send('HEAD', '/api/words')).status).toBe(200)
})

test('refuses a body that is not JSON', async () => {
  const headers = { ...PROBLEM, 'content-type': 'text/csv' }
  const answer = await service.send('POST', '/api/late', { headers, body: 'a,b' })
  expect(await refusal(answer)).toEqual([415, 'NOT_JSON'])
})

test.each([
  ['/api/things/1', 'text/html', 406],
  ['/api/things/1', 'application/json', 200],
  ['/api/things/1', 'application/problem+json', 200],
  ['/api/things/1', 'text/html, */*;q=0.1', 200],
  ['/api/words', 'application/json', 406],
  ['/api/words', 'text/*', 200],
  ['/api/follow', 'application/json', 406],
  ['/api/leave', 'text/html', 303],
])('%s for a caller that accepts %s is %i', async (path, accept, status) => {
  const answer = await service.send('GET', path, { headers: { accept }, redirect: 'manual' })
  expect(answer.status).toBe(status)
  if (status === 406) expect(answer.headers.get('inkproof-error')).toBe('NOT_ACCEPTABLE')
})

test('lets in only whom the definition names', async () => {
  const make = (session: Record<string, string>) =>
    service.send('POST', '/api/things', json('not even json', session))
  expect(await refusal(await make({}))).toEqual([401, 'SIGN_IN_REQUIRED'])
  const viewer = await service.signIn({ role: 'viewer' })
  expect(await refusal(await make(viewer))).toEqual([403, 'VIEWERS_ONLY_READ'])
  const headers = { ...PROBLEM, ...(await service.signIn({ provedAtMs: 1 })) }
  const unproved = await service.send('DELETE', '/api/things', { headers })
  expect(await refusal(unproved)).toEqual([403, 'PROOF_NEEDED'])
})

test('counts a request before it is parsed, by account', async () => {
  const session = await service.signIn()
  const send = async () => (await service.send('POST', '/api/early', json({}, session))).status
  expect([await send(), await send(), await send()]).toEqual([400, 400, 429])
  expect((await service.send('POST', '/api/early', json({}, await service.signIn()))).status).toBe(
    400,
  )
})

test('counts only valid requests where the definition says so, by address', async () => {
  const send = async (body: object) => (await service.send('POST', '/api/late', json(body))).status
  expect([await send({}), await send({}), await send({})]).toEqual([400, 400, 400])
  const valid = { name: 'a' }
  expect([await send(valid), await send(valid), await send(valid)]).toEqual([204, 204, 429])
})

test('counts a request for each of its limits, while those before let it pass', async () => {
  const [one, other] = [await service.signIn(), await service.signIn()]
  const send = async (headers: Record<string, string>) =>
    (await service.send('POST', '/api/twice', { headers })).status
  expect([await send(one), await send(one), await send(one)]).toEqual([204, 204, 429])
  expect([await send(other), await send(other)]).toEqual([204, 429])
})

test('names the wrong fields in a header, whatever the caller accepts', async () => {
  const session = await service.signIn()
  const body = json({ name: '' }, { ...session, accept: '*/*' })
  const answer = await service.send('POST', '/api/things', body)
  expect(answer.headers.get('inkproof-fields')).toBe('name')
  expect(await answer.text()).toMatch(/^The request is not valid \(name: Too small/)
  const taken = await service.send('POST', '/api/things', json({ name: 'taken' }, session))
  expect(taken.headers.get('inkproof-fields')).toBe('email')
  const short = await service.send('POST', '/api/things', json({ name: 'short' }, session))
  expect(short.headers.get('inkproof-fields')).toBe('newPassword')
})

test('refuses a body above the size of the call', async () => {
  const body = json({ name: 'x'.repeat(100) }, await service.signIn())
  expect(await refusal(await service.send('POST', '/api/things', body))).toEqual([413, 'TOO_LARGE'])
})

test('answers a parameter that cannot be one like one that names nothing', async () => {
  const answer = await service.send('GET', '/api/things/x', { headers: PROBLEM })
  expect(await refusal(answer)).toEqual([404, 'CERTIFICATE_NOT_FOUND'])
})

test('says when nothing changed since the answer a caller has', async () => {
  const first = await service.send('GET', '/api/things/1')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"[\w-]{16}"$/)
  const again = await service.send('GET', '/api/things/1', { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  expect(again.headers.get('cache-control')).toBe('public, max-age=60')
  const other = await service.send('GET', '/api/things/2', { headers: { 'if-none-match': etag } })
  expect([other.status, await other.json()]).toEqual([200, { id: '2' }])
})

test('replays the answer to a request that is repeated with its key', async () => {
  const session = await service.signIn()
  const send = (key: string, name = 'a') =>
    service.send('POST', '/api/things', json({ name }, { ...session, 'idempotency-key': key }))
  const [first, again, other] = [await send('k1'), await send('k1'), await send('k2')]
  const data = await first.json()
  expect([again.status, await again.json()]).toEqual([201, data])
  expect(await other.json()).not.toEqual(data)
  expect(made).toHaveLength(2)
})

test('refuses a key that was used for another request, and one that is none', async () => {
  const session = await service.signIn()
  const send = (key: string, name: string) =>
    service.send('POST', '/api/things', json({ name }, { ...session, 'idempotency-key': key }))
  await send('k1', 'a')
  expect(await refusal(await send('k1', 'b'))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  expect(await refusal(await send('k'.repeat(256), 'a'))).toEqual([400, 'INVALID_INPUT'])
  expect(made).toEqual(['a'])
})

test('refuses a repeated request while the first is worked on', async () => {
  const body = json({ name: 'slow' }, { ...(await service.signIn()), 'idempotency-key': 'k1' })
  const first = service.send('POST', '/api/things', body)
  await until(() => made.length === 1)
  const second = await service.send('POST', '/api/things', body)
  expect(await refusal(second)).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE'])
  release?.()
  expect((await first).status).toBe(201)
})

test('works on a refused request again, and frees its key for a corrected one', async () => {
  const session = { ...(await service.signIn()), 'idempotency-key': 'k1' }
  const send = (name: string) => service.send('POST', '/api/things', json({ name }, session))
  expect([(await send('taken')).status, (await send('taken')).status]).toEqual([409, 409])
  expect((await send('a')).status).toBe(201)
})

test('keys of one account say nothing to another', async () => {
  const send = async () => {
    const session = { ...(await service.signIn()), 'idempotency-key': 'k1' }
    return (await service.send('POST', '/api/things', json({ name: 'a' }, session))).json()
  }
  expect(await send()).not.toEqual(await send())
})

test('does not start with two calls of one address, or without what a call needs', () => {
  const { current, drop } = definitions
  const twice = [
    ...implement({ current }, { current: () => ({ id: '' }) }),
    ...implement({ current }, { current: () => ({ id: '' }) }),
  ]
  expect(() => callRouter(twice, {})).toThrow('GET /api/things/current is implemented twice')
  const guarded = implement({ drop }, { drop: () => undefined })
  expect(() => callRouter(guarded, {})).toThrow('DELETE /api/things needs requireSession')
})
