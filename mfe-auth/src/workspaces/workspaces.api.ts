import type { Me, Role, User } from '@inkproof/protocol/auth'
import type {
  InvitationView,
  InviteRequest,
  WorkspaceSummary,
  WorkspaceView,
} from '@inkproof/protocol/workspaces'
import { type Method, request } from '@inkproof/slice'

export const WORKSPACES_URL = '/api/auth/workspaces'

export const workspaceUrl = (id: string) => `${WORKSPACES_URL}/${id}`

export const viewWorkspace = (id: string) => ask<WorkspaceView>('GET', workspaceUrl(id))

export const createWorkspace = (name: string) =>
  ask<WorkspaceView>('POST', WORKSPACES_URL, { name })

export const renameWorkspace = (id: string, name: string) =>
  ask<WorkspaceView>('PATCH', workspaceUrl(id), { name })

export async function enterWorkspace(id: string): Promise<User> {
  const { user } = await ask<Me>('POST', `${workspaceUrl(id)}/enter`)
  return user
}

export const invite = (id: string, invitation: InviteRequest) =>
  ask<WorkspaceView>('POST', `${workspaceUrl(id)}/invitations`, invitation)

export const resendInvitation = (id: string, invitationId: string) =>
  ask<WorkspaceView>('POST', `${workspaceUrl(id)}/invitations/${invitationId}/resend`)

export const withdrawInvitation = (id: string, invitationId: string) =>
  ask<WorkspaceView>('DELETE', `${workspaceUrl(id)}/invitations/${invitationId}`)

export const setRole = (id: string, accountId: string, role: Role) =>
  ask<WorkspaceView>('PATCH', `${workspaceUrl(id)}/members/${accountId}`, { role })

export const handOver = (id: string, accountId: string) =>
  ask<WorkspaceView>('POST', `${workspaceUrl(id)}/transfer`, { accountId })

export async function removeMember(id: string, accountId: string): Promise<void> {
  await request('DELETE', `${workspaceUrl(id)}/members/${accountId}`)
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
