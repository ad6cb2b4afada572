/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */

import type { User } from '@inkproof/protocol/auth'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { resumeSignOuts, sendSignOuts } from './pending-sign-out.ts'
import { signedIn, signOut, useSession } from './session.ts'
import { SIGN_OUTS_KEY, TOKEN_KEY } from './storage.ts'
import { serve } from './testing/serve.ts'

/** Sets the URL of the page; provided by browser-env.mjs. */
declare function visit(url: string): void

const USER = { id: 'u1' } as User

/** Sign-outs are also sent again by a timer, after 15 s. */
const SOONER_THAN_THE_TIMER_MS = 10_000

/** The status of the response to each sign-out, by its token. */
let statuses: Record<string, number>
let otherStatus: number
let server: Awaited<ReturnType<typeof serve>>

beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  statuses = {}
  otherStatus = 503
  server = await serve(({ headers }) => ({
    status: statuses[headers.authorization?.replace('Bearer ', '') ?? ''] ?? otherStatus,
  }))
  visit(server.origin)
  localStorage.clear()
})

afterEach(async () => {
  // The page also keeps its sign-outs in memory, until they are confirmed.
  statuses = {}
  otherStatus = 204
  await sendSignOuts()
  await server.stop()
  jest.restoreAllMocks()
})

const sentTokens = () => server.requests.map(({ headers }) => headers.authorization)
const pending = () => localStorage.getItem(SIGN_OUTS_KEY)

/** Waits until no sign-out is stored. */
async function untilDone(): Promise<void> {
  while (pending() !== null) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('the visitor is signed out before the service responds', async () => {
  signedIn(USER, 'old')
  const isSignedOut = signOut()
  expect(useSession.getState()).toEqual({ status: 'signed-out', user: null, token: null })
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  await isSignedOut
})

test('a sign-out is sent even if the browser cannot store it', async () => {
  statuses = { unstored: 204 }
  signedIn(USER, 'unstored')
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await signOut()
  expect(sentTokens()).toEqual(['Bearer unstored'])
})

test('a confirmed sign-out is not stored', async () => {
  statuses = { old: 204 }
  signedIn(USER, 'old')
  await signOut()
  expect(pending()).toBeNull()
})

test.each(['the next load', 'online', 'focus'])(
  'a sign-out that the service did not confirm is sent again at %s, with its own token',
  async (event) => {
    signedIn(USER, 'old')
    await signOut()
    expect(pending()).toBe('old')
    signedIn({ ...USER, id: 'u2' }, 'new')
    statuses = { old: 204, new: 204 }
    if (event === 'the next load') resumeSignOuts()
    else dispatchEvent(new Event(event))
    await untilDone()
    expect(sentTokens()).toEqual(['Bearer old', 'Bearer old'])
    expect(useSession.getState()).toMatchObject({ status: 'signed-in', token: 'new' })
    expect(localStorage.getItem(TOKEN_KEY)).toBe('new')
  },
  SOONER_THAN_THE_TIMER_MS,
)

test('a token that the service refuses is not sent again', async () => {
  statuses = { old: 401 }
  signedIn(USER, 'old')
  await signOut()
  expect(pending()).toBeNull()
})

test('several sign-outs are sent, and those that fail remain', async () => {
  statuses = { b: 204 }
  localStorage.setItem(SIGN_OUTS_KEY, 'a b c')
  resumeSignOuts()
  while (sentTokens().length < 3 || pending()?.includes('b'))
    await new Promise((resolve) => setTimeout(resolve, 5))
  expect(pending()).toBe('a c')
})
