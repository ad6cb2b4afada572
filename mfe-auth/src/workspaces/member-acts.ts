import type { MemberView } from '@inkproof/protocol/workspaces'

/** Actions on a member, for those who are allowed to. */
export type MemberActs = {
  setRole: (member: MemberView, role: MemberView['role']) => void
  handOver: (member: MemberView) => void
  remove: (member: MemberView) => void
}
