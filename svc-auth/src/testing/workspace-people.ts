/** People who share a workspace, for tests. */
import type { Role } from '@inkproof/protocol/auth'
import { WorkspaceList, WorkspaceView } from '@inkproof/protocol/workspaces'
import { deriveKey } from '../platform/derive-key.ts'
import { type TokenRow, tokenModel } from '../tokens/tokens.model.ts'
import { createTokens } from '../tokens/tokens.ts'
import { createWorkspace } from '../workspaces/create-workspace.ts'
import { addMember } from '../workspaces/members.ts'
import { createWorkspaceStore } from '../workspaces/workspace-store.ts'
import { workspaceModel } from '../workspaces/workspaces.model.ts'
import {
  newId,
  type PersonFields,
  type RegisteredPerson,
  registeredPerson,
} from './registered-people.ts'
import type { TestAuth, TestResponse } from './start.ts'

export type WorkspacePerson = RegisteredPerson

export type WorkspacePeople = ReturnType<typeof createWorkspacePeople>

/** Creates functions that act as the people of one running service. */
export function createWorkspacePeople(auth: TestAuth) {
  const model = tokenModel(auth.mongo.connection)
  const key = deriveKey(auth.config.AUTH_KEY, 'mailed links')
  const { secretOf } = createTokens({ model, key, now: () => new Date(), enqueue: () => undefined })

  const newPerson = (fields?: PersonFields): Promise<WorkspacePerson> =>
    registeredPerson(auth, fields)

  const as = (person: Pick<WorkspacePerson, 'token'>) => {
    const call = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
      auth.send(method, `/api/auth${path}`, body, person.token)
    const view = (response: TestResponse) => WorkspaceView.parse(response.body())
    return {
      call,
      createWorkspace: async (name: string) => view(await call('POST', '/workspaces', { name })).id,
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

  /** Returns the secret of the newest open invitation to an address. */
  const invitationSecret = async (email: string): Promise<string> => {
    const rows = await model.find({ kind: 'invitation', state: 'open' }).lean<TokenRow[]>()
    const sent = rows.filter(({ mail }) => mail?.to === email)
    const newest = sent.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]
    if (!newest) throw new Error(`no invitation was sent to ${email}`)
    return secretOf(newest)
  }

  /** Adds a new person to a workspace directly in the database. */
  const addNewMember = async (
    owner: WorkspacePerson,
    id: string,
    role: Role = 'member',
  ): Promise<WorkspacePerson> => {
    const workspaces = createWorkspaceStore(workspaceModel(auth.mongo.connection))
    const guest = await newPerson()
    const membership = { workspaceId: id, invitedBy: owner.accountId, since: new Date(), role }
    await addMember({ workspaces }, { ...membership, accountId: guest.accountId })
    return guest
  }

  /** Creates Ada Lovelace, her workspace, and members with the given roles. */
  const createTeam = async (...roles: readonly Role[]) => {
    const workspaces = createWorkspaceStore(workspaceModel(auth.mongo.connection))
    const owner = await newPerson({ firstName: 'Ada', lastName: 'Lovelace' })
    const id = newId()
    const deps = { workspaces, now: () => new Date() }
    await createWorkspace(deps, owner.accountId, { id, name: 'Analytical Engines' })
    const others: WorkspacePerson[] = []
    for (const role of roles) others.push(await addNewMember(owner, id, role))
    return { owner, id, others, as: as(owner) }
  }

  /** Adds a new person to a workspace by inviting them and accepting with the mailed link. */
  const addMemberByInvitation = async (
    owner: WorkspacePerson,
    id: string,
    role: Role = 'member',
  ): Promise<WorkspacePerson> => {
    const guest = await newPerson()
    await as(owner).invite(id, guest.email, role)
    const response = await as(guest).accept(await invitationSecret(guest.email))
    if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`)
    return guest
  }

  return {
    newPerson,
    as,
    invitationSecret,
    addMember: addNewMember,
    createTeam,
    addMemberByInvitation,
  }
}

/** Returns the error code of each response, or its status if it succeeded. */
export function outcomes(responses: readonly TestResponse[]): (string | number)[] {
  return responses.map(({ status, headers }) => headers.get('inkproof-error') ?? status)
}
