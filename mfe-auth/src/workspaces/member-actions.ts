import type { MemberView } from '@inkproof/protocol/workspaces'

/** Actions on a member, for users who are allowed to perform them. */
export type MemberActions = {
  setRole: (member: MemberView, role: MemberView['role']) => void
  transferOwnership: (member: MemberView) => void
  remove: (member: MemberView) => void
}
