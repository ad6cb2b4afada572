/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { signedIn, type User, useSession } from '@inkproof/slice'
import { beforeEach, expect, test } from '@jest/globals'
import { personalStore } from './personal-store.ts'

const ADA = { id: 'u1', email: 'ada@example.org' } as User

beforeEach(() => signedIn(ADA, 't1'))

/** A store, and a question whose answer is given later. */
function setup() {
  const store = personalStore('start')
  let answer: (state: string) => void = () => undefined
  const asked = store.ask(() => new Promise((resolve) => (answer = resolve)))
  return { ...store, asked, answer: (state: string) => answer(state) }
}

test('what is answered is held', async () => {
  const { useStore, asked, answer } = setup()
  answer('answered')
  expect(await asked).toBe(true)
  expect(useStore.getState()).toBe('answered')
})

test('a late answer overwrites neither what was set nor what was asked since', async () => {
  const { useStore, asked, answer, set, ask } = setup()
  set('newer')
  answer('late')
  expect(await asked).toBe(false)
  expect(useStore.getState()).toBe('newer')
  await ask(async () => 'newest')
  expect(useStore.getState()).toBe('newest')
})

test('of two questions the later one counts, whichever is answered first', async () => {
  const { useStore, asked, answer, ask } = setup()
  await ask(async () => 'second')
  answer('first')
  await asked
  expect(useStore.getState()).toBe('second')
})

test('nothing of one person is left for the next, nor an answer on its way', async () => {
  const { useStore, asked, answer, set } = setup()
  set('of Ada')
  signedIn({ ...ADA, id: 'u2' }, 't2')
  expect(useStore.getState()).toBe('start')
  const late = setup()
  useSession.setState({ status: 'signed-out', user: null, token: null }, true)
  late.answer('of the second')
  answer('of Ada')
  await Promise.all([asked, late.asked])
  expect([useStore.getState(), late.useStore.getState()]).toEqual(['start', 'start'])
})
