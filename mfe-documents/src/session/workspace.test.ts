/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { signedIn, signOut, useSession } from '@inkproof/slice'
import { serve, type TestResponse } from '@inkproof/slice/testing/serve'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { afterEach, expect, test } from '@jest/globals'
import { refreshWorkspace } from './refresh-workspace.ts'

/** Sets the URL of the page; provided by browser-env.mjs. */
declare function visit(url: string): void

const ADA = {
  id: 'ada',
  email: null,
  emailConfirmed: false,
  firstName: null,
  lastName: null,
  walletAddress: null,
  profileImageUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const OLD = { id: 'old', name: 'Old', members: 1, isPersonal: false, isCurrent: true }

let stop: () => Promise<void>
afterEach(async () => {
  await signOut()
  await stop()
})

async function start(current: () => TestResponse) {
  const server = await serve(({ url }) => (url.endsWith('/current') ? current() : { status: 204 }))
  stop = async () => void (await server.stop())
  visit(server.origin)
  signedIn({ ...ADA, workspaceId: 'old', role: 'member' }, 'token')
}

const currentMembership = () => {
  const { user } = useSession.getState()
  return [user?.workspaceId, user?.role]
}

test('applies a role that an owner changed in the meantime', async () => {
  await start(() => ({ body: { ...OLD, role: 'viewer' } }))
  await refreshWorkspace()
  expect(currentMembership()).toEqual(['old', 'viewer'])
})

test.each<[string, TestResponse]>([
  ['an unavailable service', { status: 503 }],
  ['an invalid response', { body: 'cut off' }],
])('%s changes nothing and does not restore the previous workspace', async (_what, failure) => {
  let response: TestResponse = { body: { ...OLD, role: 'viewer' } }
  await start(() => response)
  await refreshWorkspace()
  updateUser({ workspaceId: 'new', role: 'owner' }, 'token')
  response = failure
  await refreshWorkspace()
  expect(currentMembership()).toEqual(['new', 'owner'])
})
