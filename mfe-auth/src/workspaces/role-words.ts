import type { Role } from '@inkproof/protocol/auth'
import { t } from '@inkproof/texts/text'

/** Names of the roles, from the most to the fewest rights. */
export const ROLES: readonly { value: Role; label: string; may: string }[] = [
  {
    value: 'owner',
    label: t('Owner'),
    may: t('Can certify, revoke and view certificates, and manage members and the workspace.'),
  },
  { value: 'member', label: t('Member'), may: t('Can certify, revoke and view certificates.') },
  { value: 'viewer', label: t('Viewer'), may: t('Can only view certificates.') },
]

export function roleLabel(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role
}

export function roleMay(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.may ?? ''
}

/** Returns the role of a selected option. */
export function roleFrom(value: string): Role {
  return ROLES.find((role) => role.value === value)?.value ?? 'viewer'
}
