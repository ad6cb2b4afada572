/** Tests an invitation that is withdrawn after the member was added and before its link is consumed. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createAccountStore } from '../accounts/account-store.ts'
import { accountModel } from '../accounts/accounts.model.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { eventModel } from '../events/events.model.ts'
import { createEvents } from '../events/events.ts'
import { deriveKey } from '../platform/derive-key.ts'
import { createSessionStore } from '../session-store/session-store.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import {
  createWorkspacePeople,
  type WorkspacePeople,
  type WorkspacePerson,
} from '../testing/workspace-people.ts'
import { tokenModel } from '../tokens/tokens.model.ts'
import { createTokens } from '../tokens/tokens.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { syncSessions } from './sync-sessions.ts'
import { createWorkspaceStore } from './workspace-store.ts'
import { workspaceModel } from './workspaces.model.ts'

let auth: TestAuth
let people: WorkspacePeople
beforeAll(async () => {
  auth = await startAuth()
  people = createWorkspacePeople(auth)
})
afterAll(() => auth.stop())

/** Creates a workspace and an invitation link to it. */
async function setup() {
  const { owner, id, as } = await people.createTeam()
  const guest = await people.newPerson()
  await as.invite(id, guest.email)
  return { owner, id, guest, secret: await people.invitationSecret(guest.email) }
}

/** Accepts an invitation that is withdrawn right after the workspace was changed. */
async function acceptWhileWithdrawn(person: Pick<WorkspacePerson, 'accountId'>, secret: string) {
  const { connection } = auth.mongo
  const now = () => new Date()
  const enqueue = () => undefined
  const accounts = createAccountStore(accountModel(connection), identityModel(connection))
  const tokens = createTokens({
    model: tokenModel(connection),
    now,
    enqueue,
    key: deriveKey(auth.config.AUTH_KEY, 'mailed links'),
  })
  const store = createWorkspaceStore(workspaceModel(connection))
  const workspaces = {
    ...store,
    change: async (...parameters: Parameters<typeof store.change>) => {
      const changed = await store.change(...parameters)
      await tokens.withdraw('invitation', parameters[0])
      return changed
    },
  }
  const sessions = createSessionStore(auth.redis.client, () => new Date())
  const deps = {
    accounts,
    tokens,
    workspaces,
    now,
    events: createEvents(eventModel(connection), now, enqueue),
    syncSessions: (workspaceId: string, accountId: string) =>
      syncSessions({ workspaces, sessions, accounts }, workspaceId, accountId),
  }
  const account = await accounts.find(person.accountId)
  if (!account) throw new Error('account not found')
  return acceptInvitation(deps, account, secret).then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  )
}

const rolesIn = async (person: WorkspacePerson, id: string) =>
  (await people.as(person).view(id)).members.map(({ role }) => role)

test('an owner who uses a withdrawn link to their own workspace stays its owner', async () => {
  const { owner, id, guest, secret } = await setup()
  const accounts = auth.mongo.connection.collection<{ _id: string }>('accounts')
  await accounts.updateOne({ _id: owner.accountId }, { $set: { email: guest.email } })
  expect(await acceptWhileWithdrawn(owner, secret)).toBe('LINK_EXPIRED')
  expect(await rolesIn(owner, id)).toEqual(['owner'])
})

test('a new member does not stay if the link is withdrawn while they join', async () => {
  const { owner, id, guest, secret } = await setup()
  expect(await acceptWhileWithdrawn(guest, secret)).toBe('LINK_EXPIRED')
  expect(await rolesIn(owner, id)).toEqual(['owner'])
})
