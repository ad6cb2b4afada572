/** Tests repeated requests whose first attempt took effect although the response of the database was lost. */
import { testDatabase } from '@inkproof/service-kit/testing/fixture'
import { startTcpProxy, type TcpProxy } from '@inkproof/service-kit/testing/tcp-proxy'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { eventModel } from './events/events.model.ts'
import { person, startAuth, type TestAuth, type TestResponse } from './testing/start.ts'
import {
  createWorkspacePeople,
  outcomes,
  type WorkspacePeople,
} from './testing/workspace-people.ts'
import { tokenModel } from './tokens/tokens.model.ts'
import { workspaceModel } from './workspaces/workspaces.model.ts'

let proxy: TcpProxy
let auth: TestAuth
let people: WorkspacePeople
beforeAll(async () => {
  proxy = await startTcpProxy(new URL(testDatabase('auth-lost')))
  auth = await startAuth({ mongoUrl: proxy.url })
  people = createWorkspacePeople(auth)
})
afterAll(async () => {
  await auth.stop()
  await proxy.close()
})

/** Lists the account's workspaces and events, and the links of the account and of the given workspace. */
async function listStored(accountId: string, workspaceId: string): Promise<string[]> {
  const { connection } = auth.mongo
  const ownerId = { $in: [accountId, workspaceId] }
  const workspaces = await workspaceModel(connection)
    .find({ 'members.accountId': accountId })
    .lean()
  const links = await tokenModel(connection).find({ ownerId }).lean()
  const events = await eventModel(connection).find({ accountId }).lean()
  return [
    ...workspaces.map(({ name }) => name),
    ...links.map(({ kind, state }) => `${kind} ${state}`),
    ...events.map(({ kind }) => kind),
  ].sort()
}

/** Creates a team with an open invitation. `send` makes a request as the owner; `email` has no account. */
async function setup() {
  const { owner, id, as } = await people.createTeam()
  const [invited, ...others] = [person().email, person().email]
  await as.invite(id, invited)
  const [invitation] = (await as.view(id)).invitations
  const send = (path: string, body?: unknown, headers = {}): Promise<TestResponse> => {
    const full = `/api/auth${path}`.replace(':id', id).replace(':invitation', invitation?.id ?? '')
    return auth.send('POST', full, body, owner.token, headers)
  }
  return { send, email: others[0], stored: () => listStored(owner.accountId, id) }
}

type Body = (email: string | undefined) => unknown
const none: Body = () => undefined
const email: Body = (address) => ({ email: address })
const invitation: Body = (address) => ({ email: address, role: 'member' })
const deletion: Body = () => ({ confirmation: 'delete my account' })

test.each<[path: string, write: string, Body]>([
  ['/workspaces', 'insert workspaces', () => ({ name: 'Acme' })],
  ['/email', 'insert tokens undo-email', email],
  ['/email', 'insert tokens change-email', email],
  ['/email', 'update tokens change-email', email],
  ['/email/confirmation', 'insert tokens confirm-email', none],
  ['/email-test', 'insert events test-mail', none],
  ['/deletion', 'update accounts deleteAt', deletion],
  ['/deletion', 'insert events deletion-asked', deletion],
  ['/workspaces/:id/invitations', 'insert tokens invitation', invitation],
  ['/workspaces/:id/invitations', 'insert events member-invited', invitation],
  ['/workspaces/:id/invitations/:invitation/resend', 'insert tokens invitation', none],
  ['/workspaces/:id/invitations/:invitation/resend', 'update tokens withdrawn', none],
  ['/workspaces/:id/invitations/:invitation/resend', 'insert events member-invited', none],
])(
  'POST %s takes effect once although the response to its write “%s” is lost',
  async (path, write, createBody) => {
    const undisturbed = await setup()
    const expected = await undisturbed.send(path, createBody(undisturbed.email))
    expect(expected.status).toBeLessThan(300)
    const disturbed = await setup()
    const body = createBody(disturbed.email)
    const repeat = () => disturbed.send(path, body, { 'idempotency-key': 'k1' })
    proxy.loseResponseTo(...write.split(' '))
    expect(outcomes([await repeat()])).toEqual(['UNAVAILABLE'])
    const repeated = [await repeat(), await repeat()]
    expect(repeated.map(({ status }) => status)).toEqual([expected.status, expected.status])
    expect(await disturbed.stored()).toEqual(await undisturbed.stored())
  },
)
