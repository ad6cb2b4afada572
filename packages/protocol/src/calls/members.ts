/** The members of a workspace. */
import { defineCall, EMPTY } from '../call.ts'
import { SETTINGS_LIMIT } from '../call-limits.ts'
import {
  MemberParams,
  RoleRequest,
  TransferRequest,
  WorkspaceParams,
  WorkspaceView,
} from '../workspaces.ts'

/** Shared by all calls in this file. A malformed id gets the same response as a workspace that does not exist. */
const base = {
  tag: 'Members',
  access: 'reauthenticated',
  limit: SETTINGS_LIMIT,
  unknownParams: 'WORKSPACE_NOT_FOUND',
} as const

export const changeMemberRole = defineCall({
  ...base,
  method: 'PATCH',
  path: '/api/auth/workspaces/:id/members/:accountId',
  summary: 'Changes the role of a member to owner, member or viewer (owners only).',
  params: MemberParams,
  body: RoleRequest,
  responses: { 200: WorkspaceView },
  errors: ['OWNERS_ONLY', 'MEMBER_NOT_FOUND', 'LAST_OWNER', 'PERSONAL_WORKSPACE'],
  console: { body: { role: 'viewer' }, effect: 'Changes that person’s permissions immediately.' },
})

export const removeMember = defineCall({
  ...base,
  method: 'DELETE',
  path: '/api/auth/workspaces/:id/members/:accountId',
  summary: 'Removes a member (owners only), or leaves the workspace.',
  params: MemberParams,
  responses: { 204: EMPTY },
  errors: ['OWNERS_ONLY', 'MEMBER_NOT_FOUND', 'LAST_OWNER', 'PERSONAL_WORKSPACE'],
  console: { effect: 'That person loses access to the workspace immediately.' },
})

export const transferWorkspace = defineCall({
  ...base,
  method: 'POST',
  path: '/api/auth/workspaces/:id/transfer',
  summary: 'Transfers the ownership of the workspace to a member.',
  params: WorkspaceParams,
  body: TransferRequest,
  responses: { 200: WorkspaceView },
  errors: ['OWNERS_ONLY', 'MEMBER_NOT_FOUND', 'PERSONAL_WORKSPACE'],
  console: {
    body: { accountId: '' },
    effect: 'That person becomes an owner of the workspace, and you a member.',
  },
})

export const memberCalls = { changeMemberRole, removeMember, transferWorkspace }
