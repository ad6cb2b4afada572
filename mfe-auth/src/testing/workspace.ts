import type { MemberView, WorkspaceSummary, WorkspaceView } from '@inkproof/protocol/workspaces'
import { USER } from './page.tsx'

const SINCE = '2026-01-01T00:00:00.000Z'

export const ADA: MemberView = {
  accountId: USER.id,
  name: 'Ada Lovelace',
  email: USER.email,
  imageUrl: null,
  role: 'owner',
  since: SINCE,
  isYou: true,
  isPersonal: false,
}
export const BOB: MemberView = {
  ...ADA,
  accountId: 'u2',
  name: 'Bob Example',
  email: 'bob@example.org',
  role: 'member',
  isYou: false,
}
export const CAROL: MemberView = { ...BOB, accountId: 'u3', name: 'Carol Example', role: 'viewer' }

export const ENGINES: WorkspaceView = {
  id: 'w2',
  name: 'Analytical Engines',
  role: 'owner',
  isPersonal: false,
  isCurrent: true,
  members: [ADA, BOB],
  invitations: [],
}

export function summaryOf({ invitations: _, members, ...fields }: WorkspaceView): WorkspaceSummary {
  return { ...fields, members: members.length }
}

export const PERSONAL: WorkspaceSummary = {
  id: 'w1',
  name: 'Ada Lovelace’s workspace',
  role: 'owner',
  members: 1,
  isPersonal: true,
  isCurrent: false,
}
