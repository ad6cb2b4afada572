/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { signedIn, signOut, useSession } from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { ANA, BEN } from '../testing/people.ts'
import { startService } from '../testing/service.ts'
import './clear-for-next-user.ts'
import { startOver, useVerify, verifyFiles } from './verify.store.ts'

let stop: () => Promise<unknown>
let lookUps: number

beforeEach(async () => {
  lookUps = 0
  const service = await startService(({ path }) => {
    if (path !== '/api/v1/lookup') return { status: path.endsWith('logout') ? 204 : 404 }
    lookUps += 1
    return { body: { certificates: [] } }
  })
  stop = service.stop
})

afterEach(async () => {
  await signOut()
  startOver()
  await stop()
})

test('signing out removes the files, so the next person does not see them', async () => {
  signedIn(ANA, 'token-ana')
  await verify('dismissal.pdf')
  await signOut()
  expect(fileNames()).toEqual([])
})

test('another person signing in removes the files', async () => {
  signedIn(ANA, 'token-ana')
  await verify('dismissal.pdf')
  signedIn(BEN, 'token-ben')
  expect(fileNames()).toEqual([])
})

test('a visitor’s files stay when they sign in', async () => {
  await verify('lease.pdf')
  signedIn(ANA, 'token-ana')
  expect(fileNames()).toEqual(['lease.pdf'])
})

test('after a session has ended, the files are verified again as a visitor, and stay for the same person only', async () => {
  signedIn(ANA, 'token-ana')
  await verify('dismissal.pdf')
  useSession.setState({ status: 'signed-out', user: null, token: null, hasEnded: true }, true)
  await outcome()
  expect(lookUps).toBe(2)
  signedIn(ANA, 'token-ana-2')
  expect(fileNames()).toEqual(['dismissal.pdf'])
  useSession.setState({ status: 'signed-out', user: null, token: null, hasEnded: true }, true)
  signedIn(BEN, 'token-ben')
  expect(fileNames()).toEqual([])
})

async function verify(name: string): Promise<void> {
  await verifyFiles([new File(['some text'], name)], async () => 'a'.repeat(64))
  await outcome()
}

/** Resolves once the only file has a result. */
function outcome(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const [result] = Object.values(useVerify.getState().outcomes)
      if (result === undefined || result.step === 'checking') return
      unsubscribe()
      resolve()
    }
    const unsubscribe = useVerify.subscribe(check)
    check()
  })
}

function fileNames(): string[] {
  return useVerify.getState().files.map(({ name }) => name)
}
