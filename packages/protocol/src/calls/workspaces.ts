/** The workspaces of the account that is signed in. */
import { Me } from '../auth.ts'
import { type CallLimit, defineCall } from '../call.ts'
import { SETTINGS_LIMIT } from '../call-limits.ts'
import {
  NamedWorkspace,
  WorkspaceList,
  WorkspaceParams,
  WorkspaceSummary,
  WorkspaceView,
} from '../workspaces.ts'

/** Shared by all calls in this file. */
const base = { tag: 'Workspaces', access: 'session', limit: SETTINGS_LIMIT } as const

/** Shared by the calls about one workspace. A malformed id gets the same response as one that does not exist. */
const inWorkspace = {
  ...base,
  params: WorkspaceParams,
  unknownParams: 'WORKSPACE_NOT_FOUND',
} as const

/** Workspaces created by one account. */
const CREATION_LIMIT = {
  name: 'workspaces',
  max: 30,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
  by: 'account',
} as const satisfies CallLimit

export const listWorkspaces = defineCall({
  ...base,
  method: 'GET',
  path: '/api/auth/workspaces',
  summary: 'Lists the workspaces you belong to, your personal one first.',
  responses: { 200: WorkspaceList },
})

export const createWorkspace = defineCall({
  ...base,
  method: 'POST',
  path: '/api/auth/workspaces',
  summary: 'Creates a workspace that you own.',
  limit: [SETTINGS_LIMIT, CREATION_LIMIT],
  body: NamedWorkspace,
  responses: { 201: WorkspaceView },
  errors: ['TOO_MANY_WORKSPACES', 'WORKSPACE_NOT_FOUND'],
  idempotent: 'effect-once',
  console: { body: { name: '' }, effect: 'Adds the workspace to your list.' },
})

export const showCurrentWorkspace = defineCall({
  ...base,
  method: 'GET',
  path: '/api/auth/workspaces/current',
  summary: 'Returns the current workspace of this session.',
  responses: { 200: WorkspaceSummary },
  errors: ['WORKSPACE_NOT_FOUND'],
})

export const showWorkspace = defineCall({
  ...inWorkspace,
  method: 'GET',
  path: '/api/auth/workspaces/:id',
  summary: 'Returns a workspace with its members and open invitations.',
  responses: { 200: WorkspaceView },
})

export const renameWorkspace = defineCall({
  ...inWorkspace,
  method: 'PATCH',
  path: '/api/auth/workspaces/:id',
  summary: 'Renames a workspace (owners only).',
  body: NamedWorkspace,
  responses: { 200: WorkspaceView },
  errors: ['OWNERS_ONLY'],
  console: { body: { name: '' }, effect: 'Every member sees the new name.' },
})

export const enterWorkspace = defineCall({
  ...inWorkspace,
  method: 'POST',
  path: '/api/auth/workspaces/:id/enter',
  worksWhenFull: true,
  summary: 'Switches this session to another workspace.',
  responses: { 200: Me },
  console: {
    effect: 'This session works in that workspace from then on.',
    after: 'changes-user',
  },
})

export const workspaceCalls = {
  listWorkspaces,
  createWorkspace,
  showCurrentWorkspace,
  showWorkspace,
  renameWorkspace,
  enterWorkspace,
}
