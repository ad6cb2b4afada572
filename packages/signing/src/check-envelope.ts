/** The rules of an envelope that concern several of its parts. */
import { toHex } from '@inkproof/proof/bytes'
import { must } from '@inkproof/proof/proof-error'
import { checkFields } from './check-fields.ts'
import type { Envelope } from './envelope.ts'
import { checkIds, isAscending } from './read.ts'

/**
 * Checks recipients, documents, consents and the site, then the fields.
 *
 * @throws ProofError NO_DOCUMENT, NO_PARTICIPANT, NO_CONSENT, DUPLICATE_ID, DUPLICATE_DOCUMENT, DUPLICATE_CONSENT,
 * NOT_SORTED, BAD_SITE, or any code of `checkFields`
 */
export function checkEnvelope(envelope: Envelope): void {
  const { consents, documents, recipients, site } = envelope
  must(documents.length > 0, 'NO_DOCUMENT', 'The signing request contains no document.')
  const roles = new Set(recipients.map(({ role }) => role))
  const hasParticipant = roles.has('signer') || roles.has('approver')
  must(hasParticipant, 'NO_PARTICIPANT', 'The signing request has no signer and no approver.')
  must(consents.length > 0, 'NO_CONSENT', 'The signing request names no consent text.')
  checkIds(recipients.map(({ id }) => id))
  const fingerprints = documents.map(({ fingerprint }) => toHex(fingerprint))
  must(isUnique(fingerprints), 'DUPLICATE_DOCUMENT', 'Two documents have the same content.')
  const languages = consents.map(({ language }) => language)
  must(isUnique(languages), 'DUPLICATE_CONSENT', 'Two consent texts have the same language.')
  for (const { knownKeys } of recipients) {
    must(isAscending(knownKeys.map(toHex)), 'NOT_SORTED', 'Known keys must be sorted and unique.')
  }
  must(isRelyingParty(site), 'BAD_SITE', 'The relying party is not a part of the site’s host.')
  checkFields(envelope)
}

/** WebAuthn Level 2, section 5.1.4.1: the relying party ID is the origin's host or a suffix of it. */
function isRelyingParty({ origin, rpId }: Envelope['site']): boolean {
  const host = origin.replace(/^https?:\/\//, '').replace(/:\d+$/, '')
  return host === rpId || host.endsWith(`.${rpId}`)
}

function isUnique(items: readonly string[]): boolean {
  return new Set(items).size === items.length
}
