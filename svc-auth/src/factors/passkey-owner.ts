import type { PasskeyOwner } from './relying-party.ts'

/** Shown by the authenticator, which stores it, where a person gave neither a name nor an address. */
const NO_NAME = 'Inkproof account'

type Named = { [Field in 'email' | 'firstName' | 'lastName']?: string | null | undefined }

/** What the person's device shows beside a passkey. `handle` is the id of the account. */
export function passkeyOwner(handle: string, { email, firstName, lastName }: Named): PasskeyOwner {
  const fullName = [firstName, lastName].filter(Boolean).join(' ')
  const name = email ?? (fullName || NO_NAME)
  return { handle, name, displayName: fullName || name }
}
