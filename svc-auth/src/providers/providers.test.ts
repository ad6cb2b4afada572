import { SignedIn } from '@inkproof/protocol/auth'
import { ERRORS, type ErrorCode } from '@inkproof/protocol/errors'
import { ReturnTo } from '@inkproof/protocol/providers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startProvider, type TestProvider } from '../testing/provider.ts'
import { person, type Sent, startAuth, type TestAuth } from '../testing/start.ts'
import { pageOf, walker } from '../testing/walker.ts'

const ORIGIN = 'http://inkproof.test'
const CALLBACK = `${ORIGIN}/api/auth/provider/callback`

let provider: TestProvider
let auth: TestAuth
beforeAll(async () => {
  provider = await startProvider(CALLBACK)
  auth = await startAuth({ env: { PUBLIC_ORIGIN: ORIGIN, ...provider.env } })
})
afterAll(async () => {
  await auth.stop()
  await provider.stop()
})

const browser = () => walker(auth, ORIGIN)
const finish = (code: string) => ['POST', '/api/auth/provider/finish', { code }] as const

/** Somebody the provider knows. */
function known(claims: object = {}): string {
  const name = crypto.randomUUID()
  provider.people.set(name, { email: `${name}@example.com`, email_verified: true, ...claims })
  return name
}

async function signInAs(name: string, browsing = browser()): Promise<Sent> {
  const { value } = await browsing.signIn(name)
  return browsing.call(...finish(value))
}

function expectRefused(answer: Sent, code: ErrorCode): void {
  const { status } = ERRORS[code]
  expect([answer.status, answer.headers.get('inkproof-error')]).toEqual([status, code])
}

test('a new person comes back to their page and has an account with names and confirmed address', async () => {
  const name = known({ given_name: 'Ada', family_name: 'Lovelace' })
  const browsing = browser()
  const page = await browsing.signIn(name, '/share/x?tab=checks')
  expect(page).toMatchObject({ path: '/share/x?tab=checks', name: 'signed-in' })
  const answer = await browsing.call(...finish(page.value))
  expect(answer.status).toBe(201)
  const { user, token } = SignedIn.parse(answer.body())
  expect(user).toMatchObject({
    ...{ firstName: 'Ada', lastName: 'Lovelace' },
    ...{ email: `${name}@example.com`, emailConfirmed: true },
  })
  expect((await auth.send('GET', '/api/auth/me', undefined, token)).body().user.id).toBe(user.id)
})

test('the same person comes back to the same account, whatever address the provider names now', async () => {
  const name = known()
  const first = (await signInAs(name)).body().user.id
  provider.people.set(name, { email: 'other@example.com', email_verified: true })
  const again = await signInAs(name)
  expect([again.status, again.body().user.id]).toEqual([200, first])
})

test('an address the provider has not verified is not taken over', async () => {
  const taken = person()
  await auth.register(taken)
  for (const email of [taken.email, `${crypto.randomUUID()}@example.com`, 'not an address']) {
    const answer = await signInAs(known({ email, email_verified: false }))
    expect([answer.status, answer.body().user.email]).toEqual([201, null])
  }
})

test('where the verified address has an account, nothing is joined: sign in and link', async () => {
  const taken = person()
  await auth.register(taken)
  const answer = await signInAs(known({ email: taken.email.toUpperCase() }))
  expectRefused(answer, 'PROVIDER_EMAIL_TAKEN')
  expect(answer.text).toMatch(/Sign in to it as you did before, then link/)
})

test('of twenty sign-ins of one new person at once all lead to one account', async () => {
  const name = known()
  const held: { browsing: ReturnType<typeof browser>; code: string }[] = []
  for (let count = 0; count < 20; count += 1) {
    const browsing = browser()
    held.push({ browsing, code: (await browsing.signIn(name)).value })
  }
  const answers = await Promise.all(
    held.map(({ browsing, code }) => browsing.call(...finish(code))),
  )
  const ids = answers.map((answer) => answer.body().user?.id)
  expect(new Set(ids).size).toBe(1)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
}, 60_000)

test('a code is taken once, twenty at once, and by the browser that began only', async () => {
  const browsing = browser()
  const { value } = await browsing.signIn(known())
  expectRefused(await browser().call(...finish(value)), 'PROVIDER_RETURN_EXPIRED')
  const second = (await browsing.signIn(known())).value
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => browsing.call(...finish(second))),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expectRefused(await browsing.call(...finish(second)), 'PROVIDER_RETURN_EXPIRED')
})

test('an answer is taken once, and not in another browser: nobody is signed in as somebody else', async () => {
  const [mine, other] = [browser(), browser()]
  const leave = async () => {
    const start = await mine.call('GET', '/api/auth/provider/start?returnTo=/verify')
    return mine.atProviderAs(known(), start.headers.get('location') ?? '')
  }
  expect(await other.land(await leave())).toMatchObject({
    ...{ path: '/', name: 'sign-in-failed', value: 'expired' },
  })
  const back = await leave()
  expect((await mine.land(back)).name).toBe('signed-in')
  expect(await mine.land(back)).toMatchObject({ name: 'sign-in-failed', value: 'expired' })
})

test.each<[string, (url: URL) => void, string]>([
  ['without a state', (url) => url.searchParams.delete('state'), 'expired'],
  ['with a state of nobody', (url) => url.searchParams.set('state', 'x'), 'expired'],
  ['with a wrong code', (url) => url.searchParams.set('code', 'x'), 'refused'],
  ['without a code', (url) => url.searchParams.delete('code'), 'refused'],
  [
    "with another issuer's name",
    (url) => url.searchParams.set('iss', 'http://evil.test'),
    'refused',
  ],
])('an answer %s leads nowhere', async (_what, spoil, value) => {
  const browsing = browser()
  const start = await browsing.call('GET', '/api/auth/provider/start')
  const back = new URL(await browsing.atProviderAs(known(), start.headers.get('location') ?? ''))
  spoil(back)
  expect(await browsing.land(back.href)).toMatchObject({ name: 'sign-in-failed', value })
})

test('what is asked of the provider carries PKCE, state and nonce, new each time, and no secret of ours', async () => {
  const ask = async () =>
    new URL((await browser().call('GET', '/api/auth/provider/start')).headers.get('location') ?? '')
  const [one, two] = [await ask(), await ask()]
  expect(one.searchParams.get('code_challenge_method')).toBe('S256')
  expect(one.searchParams.get('redirect_uri')).toBe(CALLBACK)
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name))
  expect(one.href).not.toContain(encodeURIComponent(provider.env.OIDC_CLIENT_SECRET))
})

test('somebody who declines at the provider comes back to their page, not signed in', async () => {
  expect(await browser().signIn('nobody', '/certify')).toEqual({
    ...{ path: '/certify', name: 'sign-in-failed', value: 'declined' },
  })
})

const ELSEWHERE = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'verify',
  '/api/auth/provider/start',
  '/./api/auth/me',
]

test.each(ELSEWHERE)('does not send anybody on to %j', async (returnTo) => {
  const path = `/api/auth/provider/start?returnTo=${encodeURIComponent(returnTo)}`
  expectRefused(await browser().call('GET', path), 'INVALID_INPUT')
  expect(ReturnTo.safeParse(returnTo).success).toBe(false)
})

test('somebody signed in links an outside account, signs in by it, and takes it out again', async () => {
  const browsing = browser()
  const me = (await auth.register()).body()
  const name = known()
  await link(browsing, name, me.token)
  const { providers } = (
    await browsing.call('GET', '/api/auth/account', undefined, me.token)
  ).body()
  expect(providers).toMatchObject([{ name: 'Example', email: `${name}@example.com` }])
  expect((await signInAs(name)).body().user.id).toBe(me.user.id)
  const remove = () =>
    browsing.call('DELETE', `/api/auth/providers/${providers[0].id}`, undefined, me.token)
  expect((await remove()).status).toBe(204)
  expectRefused(await remove(), 'ALREADY_GONE')
  const { user } = (await signInAs(name)).body()
  expect(user.id).not.toBe(me.user.id)
})

test('what was linked and taken out is told to the owner, each once', async () => {
  const browsing = browser()
  const me = (await auth.register()).body()
  const name = known()
  await link(browsing, name, me.token)
  await link(browsing, name, me.token)
  const { providers } = (
    await browsing.call('GET', '/api/auth/account', undefined, me.token)
  ).body()
  await browsing.call('DELETE', `/api/auth/providers/${providers[0].id}`, undefined, me.token)
  const told = await auth.mongo.connection
    .collection('events')
    .find({ accountId: me.user.id, kind: { $in: ['way-added', 'way-removed'] } })
    .sort({ at: 1 })
    .toArray()
  expect(told.map(({ kind, data }) => [kind, data.way])).toEqual([
    ['way-added', 'Sign-in with Example'],
    ['way-removed', 'Sign-in with Example'],
  ])
  expect(told.every(({ mail }) => mail.to === me.user.email)).toBe(true)
})

test('the only way in is not taken out', async () => {
  const { token, user } = (await signInAs(known({ email_verified: false }))).body()
  const { providers } = (await auth.send('GET', '/api/auth/account', undefined, token)).body()
  const path = `/api/auth/providers/${providers[0].id}`
  expectRefused(await auth.send('DELETE', path, undefined, token), 'LAST_WAY_IN')
  expect((await auth.send('GET', '/api/auth/me', undefined, token)).body().user.id).toBe(user.id)
})

test('an outside account that opens one account is not linked to another', async () => {
  const name = known()
  await signInAs(name)
  const browsing = browser()
  const { token } = (await auth.register()).body()
  const page = await leaveToLink(browsing, name, token)
  const path = '/api/auth/provider/link/finish'
  expectRefused(await browsing.call('POST', path, { code: page.value }, token), 'WAY_IN_TAKEN')
})

test('what was begun to link signs nobody in, and links to nobody else', async () => {
  const browsing = browser()
  const [mine, other] = [(await auth.register()).body(), (await auth.register()).body()]
  const first = await leaveToLink(browsing, known(), mine.token)
  expectRefused(await browsing.call(...finish(first.value)), 'PROVIDER_RETURN_EXPIRED')
  const second = await leaveToLink(browsing, known(), mine.token)
  const path = '/api/auth/provider/link/finish'
  expectRefused(
    await browsing.call('POST', path, { code: second.value }, other.token),
    'PROVIDER_RETURN_EXPIRED',
  )
})

test('linking and taking out need a session, and somebody who has lately shown who they are', async () => {
  const later = await startAuth({
    env: { PUBLIC_ORIGIN: ORIGIN, ...provider.env },
    now: () => clock,
  })
  let clock = new Date()
  const { token } = (await later.register()).body()
  clock = new Date(clock.getTime() + 11 * 60_000)
  const calls = [
    ['POST', '/api/auth/provider/link', { returnTo: '/user-profile' }],
    ['DELETE', '/api/auth/providers/x', undefined],
  ] as const
  for (const [method, path, body] of calls) {
    expectRefused(await later.send(method, path, body), 'SIGN_IN_REQUIRED')
    expectRefused(await later.send(method, path, body, token), 'PROOF_NEEDED')
  }
  await later.stop()
})

test('says by which name it is offered, and without one offers nothing', async () => {
  const options = async (from: TestAuth) => (await from.send('GET', '/api/auth/options')).body()
  expect(await options(auth)).toEqual({ provider: { name: 'Example' } })
  const without = await startAuth()
  expect(await options(without)).toEqual({ provider: null })
  expectRefused(await without.send('GET', '/api/auth/provider/start'), 'NOT_FOUND')
  await without.stop()
})

test('a provider that hangs or is gone is told within 3 s, on the page and to a call', async () => {
  const weak = await startProvider(CALLBACK)
  const served = await startAuth({ env: { PUBLIC_ORIGIN: ORIGIN, ...weak.env } })
  const { token } = (await served.register()).body()
  weak.hang()
  for (const isGone of [false, true]) {
    if (isGone) await weak.stop()
    const startedAt = performance.now()
    const start = await served.send('GET', '/api/auth/provider/start?returnTo=/verify')
    expect(pageOf(start.headers.get('location') ?? '', ORIGIN)).toEqual({
      ...{ path: '/verify', name: 'sign-in-failed', value: 'unavailable' },
    })
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    const body = { returnTo: '/user-profile' }
    expectRefused(await served.send('POST', '/api/auth/provider/link', body, token), 'UNAVAILABLE')
  }
  await served.stop()
})

async function leaveToLink(browsing: ReturnType<typeof browser>, name: string, token: string) {
  const path = '/api/auth/provider/link'
  const start = await browsing.call('POST', path, { returnTo: '/user-profile' }, token)
  const page = await browsing.land(await browsing.atProviderAs(name, start.body().location))
  expect(page).toMatchObject({ path: '/user-profile', name: 'provider-link' })
  return page
}

async function link(browsing: ReturnType<typeof browser>, name: string, token: string) {
  const { value } = await leaveToLink(browsing, name, token)
  const path = '/api/auth/provider/link/finish'
  expect((await browsing.call('POST', path, { code: value }, token)).status).toBe(204)
}
