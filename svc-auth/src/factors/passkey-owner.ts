import type { PasskeyOwner } from './relying-party.ts'

/** Shown by the authenticator if the user gave neither a name nor an e-mail address. */
const DEFAULT_NAME = 'Inkproof account'

type Named = { [Field in 'email' | 'firstName' | 'lastName']?: string | null | undefined }

/** Returns the owner's name as the authenticator shows it. `handle` is the account's id. */
export function toPasskeyOwner(
  handle: string,
  { email, firstName, lastName }: Named,
): PasskeyOwner {
  const fullName = [firstName, lastName].filter(Boolean).join(' ')
  const name = email ?? (fullName || DEFAULT_NAME)
  return { handle, name, displayName: fullName || name }
}
