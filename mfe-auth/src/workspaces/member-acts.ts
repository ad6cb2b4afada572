import type { MemberView } from '@inkproof/protocol/workspaces'

/** What can be done to a member, by those who may. */
export type MemberActs = {
  setRole: (member: MemberView, role: MemberView['role']) => void
  handOver: (member: MemberView) => void
  remove: (member: MemberView) => void
}
