import { Email } from '@inkproof/protocol/auth'

/** Characters that a header would interpret as several mailboxes, or as its end. */
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
