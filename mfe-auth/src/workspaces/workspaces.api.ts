import type { Me, Role, User } from '@inkproof/protocol/auth'
import type {
  InvitationView,
  InviteRequest,
  WorkspaceList,
  WorkspaceSummary,
  WorkspaceView,
} from '@inkproof/protocol/workspaces'
import { type Method, request } from '@inkproof/slice'

const BASE = '/api/auth/workspaces'

export async function listWorkspaces(): Promise<WorkspaceSummary[]> {
  const { workspaces } = await ask<WorkspaceList>('GET', BASE)
  return workspaces
}

export const viewWorkspace = (id: string) => ask<WorkspaceView>('GET', `${BASE}/${id}`)

export const foundWorkspace = (name: string) => ask<WorkspaceView>('POST', BASE, { name })

export const renameWorkspace = (id: string, name: string) =>
  ask<WorkspaceView>('PATCH', `${BASE}/${id}`, { name })

export async function enterWorkspace(id: string): Promise<User> {
  const { user } = await ask<Me>('POST', `${BASE}/${id}/enter`)
  return user
}

export const invite = (id: string, invitation: InviteRequest) =>
  ask<WorkspaceView>('POST', `${BASE}/${id}/invitations`, invitation)

export const resendInvitation = (id: string, invitationId: string) =>
  ask<WorkspaceView>('POST', `${BASE}/${id}/invitations/${invitationId}/resend`)

export const withdrawInvitation = (id: string, invitationId: string) =>
  ask<WorkspaceView>('DELETE', `${BASE}/${id}/invitations/${invitationId}`)

export const setRole = (id: string, accountId: string, role: Role) =>
  ask<WorkspaceView>('PATCH', `${BASE}/${id}/members/${accountId}`, { role })

export const handOver = (id: string, accountId: string) =>
  ask<WorkspaceView>('POST', `${BASE}/${id}/transfer`, { accountId })

export async function removeMember(id: string, accountId: string): Promise<void> {
  await request('DELETE', `${BASE}/${id}/members/${accountId}`)
}

export const lookAtInvitation = (secret: string) =>
  ask<InvitationView>('POST', '/api/auth/invitations/look', { secret })

export const acceptInvitation = (secret: string) =>
  ask<WorkspaceSummary>('POST', '/api/auth/invitations/accept', { secret })

export async function declineInvitation(secret: string): Promise<void> {
  await request('POST', '/api/auth/invitations/decline', { secret })
}

async function ask<Answer>(method: Method, url: string, body?: unknown): Promise<Answer> {
  const answer = await request(method, url, body)
  return answer.json()
}
