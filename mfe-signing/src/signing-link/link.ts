import { LinkProof, SigningLinkId } from '@inkproof/protocol/signing-links'

/**
 * A mailed link. The secret is in the fragment of the page's URL, so it survives a reload, and browsers send it neither in
 * the request for the page nor as referrer. Calls contain it in their body.
 */
export type Link = { id: string; secret: string; accessCode: string | null }

/** Reads a link from the page's path and fragment; null if it cannot be one. */
export function readLink(id: string | undefined, hash: string): Pick<Link, 'id' | 'secret'> | null {
  const parsedId = SigningLinkId.safeParse(id)
  const parsedSecret = LinkProof.shape.secret.safeParse(hash.replace(/^#/, ''))
  return parsedId.success && parsedSecret.success
    ? { id: parsedId.data, secret: parsedSecret.data }
    : null
}

/** Returns the part of a call's body that shows that the caller holds the link. */
export function proofOf({ accessCode, secret }: Link): LinkProof {
  return { secret, accessCode }
}

/** Returns the access code that was accepted in this tab, so that a reload does not ask for it again. */
export function storedAccessCode(id: string): string | null {
  try {
    return sessionStorage.getItem(storageKey(id))
  } catch {
    return null
  }
}

/** Keeps an access code until the tab is closed, if the browser allows it. */
export function storeAccessCode(id: string, code: string): void {
  try {
    sessionStorage.setItem(storageKey(id), code)
  } catch {
    // The page asks for the code again after a reload.
  }
}

function storageKey(id: string): string {
  return `inkproof-access-code-${id}`
}
