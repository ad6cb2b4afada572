import type { User } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'

/** First and last name, else e-mail, else "User" (specification §2). */
export function displayName({ firstName, lastName, email }: User): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return name || email || t('User')
}
