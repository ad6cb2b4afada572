import type { ShownBranding } from '@inkproof/protocol/branding'
import { t } from '@inkproof/texts/text'
import { TextLink } from '@inkproof/ui/link'

type Props = { branding: ShownBranding }

/** The legal links of the sender, each with the host that it leads to; nothing if there are none. */
export function LegalLinks({ branding: { privacyUrl, termsUrl } }: Props) {
  if (privacyUrl === null && termsUrl === null) return null
  return (
    <ul aria-label={t('Legal information from the sender')} className="text-ink-muted text-sm">
      {privacyUrl !== null && <LegalLink url={privacyUrl} label={t('Privacy policy')} />}
      {termsUrl !== null && <LegalLink url={termsUrl} label={t('Legal notice or terms')} />}
    </ul>
  )
}

/** The page's address identifies the request, so it is not passed on. */
function LegalLink({ label, url }: { label: string; url: string }) {
  return (
    <li className="break-words py-1">
      <TextLink href={url} target="_blank" rel="noopener noreferrer nofollow">
        {t('{label} ({host}, opens in a new tab)', { label, host: new URL(url).host })}
      </TextLink>
    </li>
  )
}
