/** Formats identities as stored in `identities._id`. */

/** Addresses are compared whole and in lower case; we do not guess which parts a mail provider ignores. */
export function emailIdentity(email: string): string {
  return `email:${email.toLowerCase()}`
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
