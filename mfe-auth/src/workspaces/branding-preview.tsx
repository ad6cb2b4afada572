import { buttonColors, isAdjusted } from '@inkproof/protocol/brand-color'
import type { Branding } from '@inkproof/protocol/branding'
import { resemblesProduct } from '@inkproof/texts/product-name'
import { t } from '@inkproof/texts/text'
import { BrandLogo, BrandScope } from '@inkproof/ui/branding'
import { TextLink } from '@inkproof/ui/link'

type Props = Branding & {
  name: string
  /** The address that gets replies; null for none. */
  replyTo: string | null
}

const THEMES = [
  { theme: 'light', label: t('Button in the light theme') },
  { theme: 'dark', label: t('Button in the dark theme') },
] as const

/** What recipients see, in short: logo or name, main button in both themes, legal links, where replies go. */
export function BrandingPreview({ color, logo, name, privacyUrl, replyTo, termsUrl }: Props) {
  const links = [
    { url: privacyUrl, label: t('Privacy policy') },
    { url: termsUrl, label: t('Legal notice or terms') },
  ]
  return (
    <figure className="space-y-4 rounded-lg border border-line bg-canvas p-4">
      <figcaption className="text-ink-muted text-sm">{t('Preview')}</figcaption>
      <BrandLogo name={name} logo={logo} />
      {color !== null && (
        <>
          <div className="flex flex-wrap gap-3">
            {THEMES.map(({ label, theme }) => (
              <BrandScope key={theme} colors={buttonColors(color, theme)}>
                <span className="inline-flex min-h-10 items-center rounded-md bg-accent px-4 py-2 font-medium text-on-accent">
                  {label}
                </span>
              </BrandScope>
            ))}
          </div>
          {isAdjusted(color) && (
            <p role="status" className="text-ink-muted text-sm">
              {t(
                'This color was made darker or lighter for one of the themes, so that buttons stand out from the page.',
              )}
            </p>
          )}
        </>
      )}
      {links.some(({ url }) => url !== null) && (
        <ul className="text-sm" aria-label={t('Legal links')}>
          {links.map(
            ({ label, url }) =>
              url !== null && (
                <li key={label} className="break-words py-1">
                  <TextLink href={url} target="_blank" rel="noopener noreferrer">
                    {t('{label} ({host}, opens in a new tab)', { label, host: new URL(url).host })}
                  </TextLink>
                </li>
              ),
          )}
        </ul>
      )}
      {resemblesProduct(name) && (
        <p className="text-ink-muted text-sm">
          {t(
            'E-mails show no branding, because the name of the workspace looks like Inkproof’s. The page on which recipients sign shows it.',
          )}
        </p>
      )}
      <p className="break-words text-ink-muted text-sm">
        {replyTo === null
          ? t('Replies to e-mails are not read.')
          : t('Replies to e-mails go to {email}.', { email: replyTo })}
      </p>
    </figure>
  )
}
