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

/** What these calls have in common. */
const base = { tag: 'Workspaces', access: 'session', limit: SETTINGS_LIMIT } as const

/** Of calls to one workspace: what cannot be an id is answered like a workspace that does not exist. */
const inWorkspace = {
  ...base,
  params: WorkspaceParams,
  unknownParams: 'WORKSPACE_NOT_FOUND',
} as const

/** Workspaces that one account creates. */
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
  answers: { 200: WorkspaceList },
})

export const createWorkspace = defineCall({
  ...base,
  method: 'POST',
  path: '/api/auth/workspaces',
  summary: 'Creates a workspace that you own.',
  limit: [SETTINGS_LIMIT, CREATION_LIMIT],
  body: NamedWorkspace,
  answers: { 201: WorkspaceView },
  errors: ['TOO_MANY_WORKSPACES'],
  idempotent: true,
  console: { body: { name: '' }, effect: 'Adds the workspace to your list.' },
})

export const showCurrentWorkspace = defineCall({
  ...base,
  method: 'GET',
  path: '/api/auth/workspaces/current',
  summary: 'Returns the current workspace of this session.',
  answers: { 200: WorkspaceSummary },
  errors: ['WORKSPACE_NOT_FOUND'],
})

export const showWorkspace = defineCall({
  ...inWorkspace,
  method: 'GET',
  path: '/api/auth/workspaces/:id',
  summary: 'Returns a workspace with its members and open invitations.',
  answers: { 200: WorkspaceView },
})

export const renameWorkspace = defineCall({
  ...inWorkspace,
  method: 'PATCH',
  path: '/api/auth/workspaces/:id',
  summary: 'Renames a workspace; for its owners.',
  body: NamedWorkspace,
  answers: { 200: WorkspaceView },
  errors: ['OWNERS_ONLY'],
  console: { body: { name: '' }, effect: 'Every member sees the new name.' },
})

export const enterWorkspace = defineCall({
  ...inWorkspace,
  method: 'POST',
  path: '/api/auth/workspaces/:id/enter',
  summary: 'Switches this session to another workspace.',
  answers: { 200: Me },
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
