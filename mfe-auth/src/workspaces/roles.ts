import type { Role } from '@inkproof/protocol/auth'
import { t } from '@inkproof/texts/text'

/** The roles with their labels and permissions, from the most to the fewest rights. */
export const ROLES: readonly { value: Role; label: string; permissions: string }[] = [
  {
    value: 'owner',
    label: t('Owner'),
    permissions: t(
      'Can certify, revoke and view certificates, and manage members and the workspace.',
    ),
  },
  {
    value: 'member',
    label: t('Member'),
    permissions: t('Can certify, revoke and view certificates.'),
  },
  { value: 'viewer', label: t('Viewer'), permissions: t('Can only view certificates.') },
]

export function roleLabel(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role
}

export function rolePermissions(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.permissions ?? ''
}

/** Returns the role of a selected option; `viewer` for an unknown value. */
export function roleFrom(value: string): Role {
  return ROLES.find((role) => role.value === value)?.value ?? 'viewer'
}
