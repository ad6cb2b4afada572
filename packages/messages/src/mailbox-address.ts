import { Email } from '@inkproof/protocol/auth'

/** What a header would read as more than one mailbox, or as the end of the header. */
const NEVER = /[\p{Cc}\p{Zl}\p{Zp}\s,;:<>()[\]"\\]/u

/**
 * The one mailbox an address names, or undefined. Taken strictly and once more at sending, as what mail
 * libraries make of lists, comments and quoted names has sent mail to strangers.
 */
export function mailboxOf(address: string): string | undefined {
  if (NEVER.test(address) || address.split('@').length !== 2) return undefined
  return Email.safeParse(address).success ? address : undefined
}
