import { Email } from '@inkproof/protocol/auth'

/** What a header would read as more than one mailbox, or as the end of the header. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\s,;:<>()[\]"\\]/u

/**
 * Returns the address if it names exactly one mailbox, otherwise undefined. Strict, and checked again when
 * sending, because mail libraries have sent e-mails to strangers after parsing lists, comments and quoted
 * names.
 */
export function parseMailbox(address: string): string | undefined {
  if (FORBIDDEN.test(address) || address.split('@').length !== 2) return undefined
  return Email.safeParse(address).success ? address : undefined
}
