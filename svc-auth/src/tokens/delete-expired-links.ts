import type { LinkTokens } from './link-tokens.ts'

const RETENTION_MS = 30 * 24 * 60 * 60 * 1_000

/**
 * Deletes links 30 days after they expire. The addresses that undo links reserve have been released by then
 * (emails/release-reserved-addresses.ts).
 */
export async function deleteExpiredLinks({
  links,
  now,
}: {
  links: Pick<LinkTokens, 'deleteExpired'>
  now: () => Date
}): Promise<void> {
  await links.deleteExpired(new Date(now().getTime() - RETENTION_MS))
}
