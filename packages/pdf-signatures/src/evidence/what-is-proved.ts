import type { Participant } from '@inkproof/signing/verification'

/**
 * What identified a person. A passkey or a wallet does only if the request, which was recorded before, named it: otherwise the
 * service can bind any key and state such a method, and no step says that the address was checked.
 */
export function whatIsProved({ binding }: Participant): 'address' | 'passkey' | 'wallet' | null {
  switch (binding?.method) {
    case 'mailbox':
    case 'account':
      return 'address'
    case 'passkey':
    case 'wallet':
      return binding.isKnownKey ? binding.method : null
    default:
      return null
  }
}
