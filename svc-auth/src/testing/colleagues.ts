/** People who share a workspace, for tests. */
import type { Role } from '@inkproof/protocol/auth'
import { WorkspaceList, WorkspaceView } from '@inkproof/protocol/workspaces'
import { deriveKey } from '../platform/derive-key.ts'
import { type TokenRow, tokenModel } from '../tokens/tokens.model.ts'
import { createTokens } from '../tokens/tokens.ts'
import { createWorkspace } from '../workspaces/create-workspace.ts'
import { addMember } from '../workspaces/members.ts'
import { workspaceStore } from '../workspaces/workspace-store.ts'
import { workspaceModel } from '../workspaces/workspaces.model.ts'
import { type Given, type Known, knownPerson, newId } from './known-people.ts'
import type { Sent, TestAuth } from './start.ts'

export type Colleague = Known

export type Colleagues = ReturnType<typeof colleaguesOf>

/** The actions of people in one running service. */
export function colleaguesOf(auth: TestAuth) {
  const model = tokenModel(auth.mongo.connection)
  const key = deriveKey(auth.config.AUTH_KEY, 'mailed links')
  const { secretOf } = createTokens({ model, key, now: () => new Date(), enqueue: () => undefined })

  const newcomer = (given?: Given): Promise<Colleague> => knownPerson(auth, given)

  const as = (who: Pick<Colleague, 'token'>) => {
    const call = (method: string, path: string, body?: unknown): Promise<Sent> =>
      auth.send(method, `/api/auth${path}`, body, who.token)
    const view = (response: Sent) => WorkspaceView.parse(response.body())
    return {
      call,
      found: async (name: string) => view(await call('POST', '/workspaces', { name })).id,
      list: async () => WorkspaceList.parse((await call('GET', '/workspaces')).body()).workspaces,
      view: async (id: string) => view(await call('GET', `/workspaces/${id}`)),
      invite: (id: string, email: string, role: Role = 'member') =>
        call('POST', `/workspaces/${id}/invitations`, { email, role }),
      accept: (secret: string) => call('POST', '/invitations/accept', { secret }),
      enter: (id: string) => call('POST', `/workspaces/${id}/enter`),
      setRole: (id: string, accountId: string, role: Role) =>
        call('PATCH', `/workspaces/${id}/members/${accountId}`, { role }),
      remove: (id: string, accountId: string) =>
        call('DELETE', `/workspaces/${id}/members/${accountId}`),
      transfer: (id: string, accountId: string) =>
        call('POST', `/workspaces/${id}/transfer`, { accountId }),
      me: async () => (await call('GET', '/me')).body().user,
    }
  }

  /** The secret of the newest open invitation of an address. */
  const mailedTo = async (email: string): Promise<string> => {
    const rows = await model.find({ kind: 'invitation', state: 'open' }).lean<TokenRow[]>()
    const sent = rows.filter(({ mail }) => mail?.to === email)
    const newest = sent.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]
    if (!newest) throw new Error(`no invitation was sent to ${email}`)
    return secretOf(newest)
  }

  /** Adds a new person to a workspace directly. */
  const letIn = async (owner: Colleague, id: string, role: Role = 'member'): Promise<Colleague> => {
    const workspaces = workspaceStore(workspaceModel(auth.mongo.connection))
    const guest = await newcomer()
    const joining = { workspaceId: id, invitedBy: owner.accountId, since: new Date(), role }
    await addMember({ workspaces }, { ...joining, accountId: guest.accountId })
    return guest
  }

  /** Creates Ada, her workspace, and members with these roles. */
  const team = async (...roles: readonly Role[]) => {
    const workspaces = workspaceStore(workspaceModel(auth.mongo.connection))
    const owner = await newcomer({ firstName: 'Ada', lastName: 'Lovelace' })
    const founding = {
      workspaces,
      newId,
      now: () => new Date(),
    }
    const { _id: id } = await createWorkspace(founding, owner.accountId, 'Analytical Engines')
    const others: Colleague[] = []
    for (const role of roles) others.push(await letIn(owner, id, role))
    return { owner, id, others, as: as(owner) }
  }

  /** Adds a new person to a workspace with a mailed link. */
  const join = async (owner: Colleague, id: string, role: Role = 'member'): Promise<Colleague> => {
    const guest = await newcomer()
    await as(owner).invite(id, guest.email, role)
    const response = await as(guest).accept(await mailedTo(guest.email))
    if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`)
    return guest
  }

  return { newcomer, as, mailedTo, letIn, team, join }
}

/** The error codes of responses, or their status if they succeeded. */
export function outcomes(responses: readonly Sent[]): (string | number)[] {
  return responses.map(({ status, headers }) => headers.get('inkproof-error') ?? status)
}
