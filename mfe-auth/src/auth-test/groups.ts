import type { CallGroup } from './call.ts'
import { ACCOUNT_GROUPS } from './calls-account.ts'
import { SIGN_IN_GROUPS } from './calls-sign-in.ts'
import { WAY_GROUPS } from './calls-ways.ts'
import { WORKSPACE_GROUPS } from './calls-workspaces.ts'

/** Every authentication call of the product. */
export const GROUPS: readonly CallGroup[] = [
  ...SIGN_IN_GROUPS,
  ...WAY_GROUPS,
  ...ACCOUNT_GROUPS,
  ...WORKSPACE_GROUPS,
]

/** The calls that carry each of these words somewhere: method, address, purpose or group. */
export function findCalls(words: string): CallGroup[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return GROUPS.map(({ title, calls }) => ({
    title,
    calls: calls.filter(({ method, path, says }) => {
      const text = `${title} ${method} ${path} ${says}`.toLowerCase()
      return wanted.every((word) => text.includes(word))
    }),
  })).filter(({ calls }) => calls.length > 0)
}
