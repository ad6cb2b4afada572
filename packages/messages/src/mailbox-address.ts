import { Email } from '@inkproof/protocol/email-address'

/** Characters that could end a mail header, or make it name several mailboxes. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\s,;:<>()[\]"\\]/u

/**
 * Returns the address if it names exactly one mailbox, otherwise undefined. This check is strict and repeated before
 * sending, because mail libraries have sent e-mails to the wrong people after parsing lists, comments and quoted names.
 */
export function parseMailbox(address: string): string | undefined {
  if (FORBIDDEN.test(address) || address.split('@').length !== 2) return undefined
  return Email.safeParse(address).success ? address : undefined
}
