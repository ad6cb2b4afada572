import type { User } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'

/** Returns the first and last name; without a name, the e-mail address; without both, "User" (specification §2). */
export function displayName({ firstName, lastName, email }: User): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return name || email || t('User')
}
