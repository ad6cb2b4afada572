/**
 * Sign-outs that the service has not confirmed yet, for example because it cannot reach the store of sessions. The browser
 * stores the token, and nothing else, until the service has ended that session or refuses the token.
 */
import { readStored, SIGN_OUTS_KEY, writeStored } from './storage.ts'

/** The sign-outs of this page, in case the browser cannot store them. */
const ownTokens = new Set<string>()

/** Stores a sign-out, which `sendSignOuts` sends. */
export function storeSignOut(token: string): void {
  ownTokens.add(token)
  writeTokens([...pendingTokens()])
}

/** Removes a sign-out that need not be sent again. */
export function removeSignOut(token: string): void {
  ownTokens.delete(token)
  // Read again, because another tab may have changed the list.
  writeTokens(storedTokens().filter((other) => other !== token))
}

/** The tokens whose sign-outs are not confirmed. */
export function pendingTokens(): Set<string> {
  return new Set([...storedTokens(), ...ownTokens])
}

/** Tokens contain no spaces. */
function storedTokens(): string[] {
  return readStored(SIGN_OUTS_KEY)?.split(' ') ?? []
}

function writeTokens(tokens: readonly string[]): void {
  writeStored(SIGN_OUTS_KEY, tokens.join(' ') || null)
}
