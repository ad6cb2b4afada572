import type { LinkTokens } from './link-tokens.ts'

const RETENTION_MS = 30 * 24 * 60 * 60 * 1_000

/**
 * Deletes links a month after they expired. Undo links contain the reserved addresses, which are released earlier
 * (emails/).
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
