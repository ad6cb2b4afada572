/** A link that is withdrawn between joining and spending it. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { accountStore } from '../accounts/account-store.ts'
import { accountModel } from '../accounts/accounts.model.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { eventModel } from '../events/events.model.ts'
import { createEvents } from '../events/events.ts'
import { deriveKey } from '../platform/derive-key.ts'
import { redisSessions } from '../session-store/session-store.ts'
import { type Colleague, type Colleagues, colleaguesOf } from '../testing/colleagues.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { tokenModel } from '../tokens/tokens.model.ts'
import { createTokens } from '../tokens/tokens.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { syncSessions } from './sync-sessions.ts'
import { workspaceStore } from './workspace-store.ts'
import { workspaceModel } from './workspaces.model.ts'

let auth: TestAuth
let people: Colleagues
beforeAll(async () => {
  auth = await startAuth()
  people = colleaguesOf(auth)
})
afterAll(() => auth.stop())

/** A workspace's owner who also has an invitation link to it, sent to their present address. */
async function setup() {
  const { owner, id, as } = await people.team()
  const guest = await people.newcomer()
  await as.invite(id, guest.email)
  return { owner, id, guest, secret: await people.mailedTo(guest.email) }
}

/** Accepts with the service's own stores; the link is withdrawn once the workspace was changed. */
async function acceptWhileWithdrawn(who: Pick<Colleague, 'accountId'>, secret: string) {
  const { connection } = auth.mongo
  const now = () => new Date()
  const enqueue = () => undefined
  const accounts = accountStore(accountModel(connection), identityModel(connection))
  const tokens = createTokens({
    model: tokenModel(connection),
    now,
    enqueue,
    key: deriveKey(auth.config.AUTH_KEY, 'mailed links'),
  })
  const stored = workspaceStore(workspaceModel(connection))
  const workspaces = {
    ...stored,
    change: async (...parameters: Parameters<typeof stored.change>) => {
      const changed = await stored.change(...parameters)
      await tokens.withdraw('invitation', parameters[0])
      return changed
    },
  }
  const sessions = redisSessions(auth.redis.client, () => new Date())
  const deps = {
    accounts,
    tokens,
    workspaces,
    now,
    events: createEvents(eventModel(connection), now, enqueue),
    syncSessions: (workspaceId: string, accountId: string) =>
      syncSessions({ workspaces, sessions, accounts }, workspaceId, accountId),
  }
  const account = await accounts.find(who.accountId)
  if (!account) throw new Error('nobody to accept')
  return acceptInvitation(deps, account, secret).then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  )
}

const rolesIn = async (who: Colleague, id: string) =>
  (await people.as(who).view(id)).members.map(({ role }) => role)

test('an owner who uses a link to their own workspace stays its owner, withdrawn or not', async () => {
  const { owner, id, guest, secret } = await setup()
  const accounts = auth.mongo.connection.collection<{ _id: string }>('accounts')
  await accounts.updateOne({ _id: owner.accountId }, { $set: { email: guest.email } })
  expect(await acceptWhileWithdrawn(owner, secret)).toBe('LINK_EXPIRED')
  expect(await rolesIn(owner, id)).toEqual(['owner'])
})

test('a newcomer does not stay if the link was withdrawn while they joined', async () => {
  const { owner, id, guest, secret } = await setup()
  expect(await acceptWhileWithdrawn(guest, secret)).toBe('LINK_EXPIRED')
  expect(await rolesIn(owner, id)).toEqual(['owner'])
})
