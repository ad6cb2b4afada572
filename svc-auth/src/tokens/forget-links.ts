import type { LinkTokens } from './link-tokens.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000

/** Forgets links a month after their end. Addresses are freed before (emails/), as their links say which. */
export async function forgetLinks({
  links,
  now,
}: {
  links: Pick<LinkTokens, 'forget'>
  now: () => Date
}): Promise<void> {
  await links.forget(new Date(now().getTime() - KEPT_MS))
}
