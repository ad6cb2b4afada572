import type { LinkTokens } from './link-tokens.ts'

const RETENTION_MS = 30 * 24 * 60 * 60 * 1_000

/**
 * Deletes links a month after they expired. Reserved addresses are released before (emails/), because the links
 * contain them.
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
