/** What the workspace of the sender adds to e-mails. */
import type { EmailBrand } from '@inkproof/messages/email-content'
import { safeValuesOf } from '@inkproof/messages/safe-values'
import type { ShownBranding } from '@inkproof/protocol/branding'
import { resemblesProduct } from '@inkproof/texts/product-name'
import { textsFor } from '@inkproof/texts/texts-for'
import type { Brandings } from '../record/brandings.ts'
import type { MailKind, SigningMailRow } from './signing-mails.model.ts'

/** Not those with a code, or about the keys of a person: only Inkproof may seem to ask for a code. */
const BRANDED: readonly MailKind[] = [
  'invitation',
  'reminder',
  'extended',
  'completed',
  'declined',
  'voided',
  'expired',
]

/**
 * Returns the brand of an e-mail to a recipient; undefined for other e-mails, for workspaces without branding, and for those whose
 * name people could take for that of this product: nobody may head e-mails with it. While
 * svc-auth is down, e-mails are sent with the last known branding or without any: nobody waits for a logo.
 */
export async function brandOf(
  brandings: Pick<Brandings, 'of' | 'logo'>,
  { kind, link, mail, workspaceId }: SigningMailRow,
): Promise<EmailBrand | undefined> {
  if (!BRANDED.includes(kind) || link === null) return undefined
  const branding = await brandings.of(workspaceId)
  // Without branding, the e-mail is headed by the name of the product.
  if (branding === null || resemblesProduct(branding.workspaceName)) return undefined
  const { t } = textsFor(mail?.language ?? 'en')
  return {
    name: safeValuesOf({ name: branding.workspaceName })('name', t('the sender')),
    color: branding.color,
    logo: await logoOf(brandings, branding),
    links: [
      { url: branding.privacyUrl, label: t('Privacy policy') },
      { url: branding.termsUrl, label: t('Legal notice or terms') },
    ].flatMap(({ label, url }) => (url === null ? [] : [{ label, url }])),
  }
}

/**
 * Returns the address for replies to an e-mail; undefined for none. Codes have none: a reply that quotes a code would give it
 * to the sender's side, whom it protects against. E-mails to the sender have none either.
 */
export async function replyToOf(
  brandings: Pick<Brandings, 'replyTo'>,
  { link, workspaceId }: SigningMailRow,
): Promise<string | undefined> {
  return link === null ? undefined : ((await brandings.replyTo(workspaceId)) ?? undefined)
}

async function logoOf(
  brandings: Pick<Brandings, 'logo'>,
  { logo }: ShownBranding,
): Promise<EmailBrand['logo']> {
  const png = logo && (await brandings.logo(logo.url))
  return png ? { png, width: logo.width, height: logo.height } : null
}
