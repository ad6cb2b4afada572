/** Formats identities as stored in `identities._id`. */
import { normalizeEmail } from '@inkproof/protocol/email-address'

/** All spellings of an address have the same identity, so one mailbox has one account. */
export function emailIdentity(email: string): string {
  return `email:${normalizeEmail(email)}`
}

export function walletIdentity(address: string): string {
  return `wallet:${address.toLowerCase()}`
}

export function passkeyIdentity(credentialId: string): string {
  return `passkey:${credentialId}`
}

export function providerIdentity(id: string): string {
  return `provider:${id}`
}
