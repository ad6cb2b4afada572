import { t } from '@inkproof/texts/text'

/** Display names of the dependencies and background jobs that services report in `/readyz`. */
const DISPLAY_NAMES: Record<string, string> = {
  accounts: t('Account data upgrade'),
  'delete expired links': t('Expired link cleanup'),
  deletions: t('Account deletion'),
  'documents-log': t('Public record process'),
  heads: t('Signed states'),
  log: t('Public record'),
  mail: t('E-mail delivery'),
  mongodb: t('Database'),
  notifications: t('Entry notifications'),
  'pending account effects': t('Account changes'),
  redis: t('Session store'),
  'release reserved addresses': t('Reserved e-mail addresses'),
  revocations: t('Revocations'),
  'workspace announcements': t('Workspace changes'),
  'workspace roles': t('Workspace roles'),
}

/** Returns the display name of a dependency of `service`; without a display name, returns `dependency` itself. */
export function getDependencyName(dependency: string, service: string): string {
  if (dependency === service) return t('Service')
  if (dependency.startsWith('svc-'))
    return t('Connection to {service}', { service: dependency.replace('svc-', '') })
  return DISPLAY_NAMES[dependency] ?? dependency
}
