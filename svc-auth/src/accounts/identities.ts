/** How ways into an account are spelled, as `identities._id`. */

/** Addresses are compared in lower case, whole: what a provider ignores in them is not ours to guess. */
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
