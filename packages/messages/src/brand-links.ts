import type { EmailBrand } from './email-content.ts'

/**
 * Returns the links of a workspace that an e-mail may show: https only, with the host in ASCII, so that no letter of
 * another script looks like one of a known host.
 */
export function shownLinks({ links }: EmailBrand): { label: string; url: string }[] {
  return links.flatMap(({ label, url }) => {
    const parsed = URL.canParse(url) ? new URL(url) : undefined
    return parsed?.protocol === 'https:' ? [{ label, url: parsed.href }] : []
  })
}
