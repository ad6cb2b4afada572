import type { TemplateInput } from '@inkproof/messages/templates'
import { describeDevice } from '@inkproof/texts/origin'

type Input = Pick<TemplateInput<unknown>, 't' | 'value'>

/**
 * Describes the sign-in method of an event. Events store its kind, and its name or address. Older events store
 * English text, which is returned unchanged.
 */
export function describeSignInMethod({ t, value }: Input, fallback: string): string {
  const method = value('way', '')
  const name = value('name', '')
  switch (method) {
    case 'password':
      return t('password')
    case 'passkey':
      return t('passkey “{name}”', { name: describeDevice({ t }, name) })
    case 'wallet':
      return t('wallet {address}', { address: value('wallet', '') })
    case 'provider':
      return t('sign-in with {name}', { name })
    default:
      return method || fallback
  }
}
