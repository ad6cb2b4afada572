import type { Role, User } from '@inkproof/protocol/auth'
import * as invitationCalls from '@inkproof/protocol/calls/invitations'
import * as memberCalls from '@inkproof/protocol/calls/members'
import * as workspaceCalls from '@inkproof/protocol/calls/workspaces'
import type { InviteRequest } from '@inkproof/protocol/workspaces'
import { call } from '@inkproof/slice-parts/call'
import { queryOf } from '@inkproof/slice-parts/personal-query'

/** The query for the details of a workspace. */
export const workspaceQuery = (id: string) =>
  queryOf(workspaceCalls.showWorkspace, { params: { id } })

export const fetchWorkspace = (id: string) => call(workspaceCalls.showWorkspace, { params: { id } })

export const createWorkspace = (name: string) =>
  call(workspaceCalls.createWorkspace, { body: { name } })

export const renameWorkspace = (id: string, name: string) =>
  call(workspaceCalls.renameWorkspace, { params: { id }, body: { name } })

export async function enterWorkspace(id: string): Promise<User> {
  const { user } = await call(workspaceCalls.enterWorkspace, { params: { id } })
  return user
}

export const invite = (id: string, invitation: InviteRequest) =>
  call(invitationCalls.inviteMember, { params: { id }, body: invitation })

export const resendInvitation = (id: string, invitationId: string) =>
  call(invitationCalls.resendInvitation, { params: { id, invitationId } })

export const withdrawInvitation = (id: string, invitationId: string) =>
  call(invitationCalls.withdrawInvitation, { params: { id, invitationId } })

export const setRole = (id: string, accountId: string, role: Role) =>
  call(memberCalls.changeMemberRole, { params: { id, accountId }, body: { role } })

export const transferWorkspace = (id: string, accountId: string) =>
  call(memberCalls.transferWorkspace, { params: { id }, body: { accountId } })

export const removeMember = (id: string, accountId: string) =>
  call(memberCalls.removeMember, { params: { id, accountId } })

export const fetchInvitation = (secret: string) =>
  call(invitationCalls.showInvitation, { body: { secret } })

export const acceptInvitation = (secret: string) =>
  call(invitationCalls.acceptInvitation, { body: { secret } })

export const declineInvitation = (secret: string) =>
  call(invitationCalls.declineInvitation, { body: { secret } })
