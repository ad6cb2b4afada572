import { normalizeEmail } from '@inkproof/protocol/email-address'
import { EMAIL_PATTERN } from '@inkproof/signing/envelope'

/**
 * Returns an address as envelopes contain it; undefined if it cannot be in a digital ID, whose addresses are ASCII (RFC 5280,
 * 4.2.1.6).
 */
export function asciiEmail(email: string): string | undefined {
  const normalized = normalizeEmail(email)
  return /^[\x21-\x7e]+$/.test(normalized) && EMAIL_PATTERN.test(normalized)
    ? normalized
    : undefined
}
