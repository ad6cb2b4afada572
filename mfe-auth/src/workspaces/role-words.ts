import type { Role } from '@inkproof/protocol/auth'

/** Roles as people read them, from the most to the least. */
export const ROLES: readonly { value: Role; label: string; may: string }[] = [
  { value: 'owner', label: 'Owner', may: 'everything, members and name included' },
  { value: 'member', label: 'Member', may: 'certify, revoke and read' },
  { value: 'viewer', label: 'Viewer', may: 'read only' },
]

export function roleLabel(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role
}

export function roleMay(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.may ?? ''
}

/** The role of an option that was chosen. */
export function roleFrom(value: string): Role {
  return ROLES.find((role) => role.value === value)?.value ?? 'viewer'
}
