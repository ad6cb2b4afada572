import { sanitizeQuotation } from '@inkproof/proof/display-text'
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import type { Heads } from '@inkproof/protocol/log'
import { formatBytes, formatCount } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Card } from '@inkproof/ui/card'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { Guilloche } from '@inkproof/ui/guilloche'
import { KeyValue, type KeyValueItem } from '@inkproof/ui/key-value'
import { Eyebrow } from '@inkproof/ui/page'
import type { ReactNode } from 'react'
import { StateBadge } from '../certificates/state-badge.tsx'
import { Timestamp } from '../certificates/timestamp.tsx'

type Props = {
  certificate: SharedCertificate
  heads: Heads | null
}

/** The title of the certificate and its state. */
export function CertificateHeading({ certificate, heads }: Props) {
  const { title, index, note, revokedBy } = certificate
  return (
    <HeadingCard badge={<StateBadge index={index} revokedBy={revokedBy} heads={heads} />}>
      <h1>{title}</h1>
      {note !== null && <p>{note}</p>}
    </HeadingCard>
  )
}

type HeadingCardProps = { badge: ReactNode; children: ReactNode }

/** `children` are an h1 with the title and, if there is one, a paragraph with the note. */
export function HeadingCard({ badge, children }: HeadingCardProps) {
  return (
    <header className="relative isolate overflow-hidden rounded-2xl border border-line bg-surface px-5 py-7 shadow-lift sm:px-10 sm:py-10">
      <Guilloche
        lobes={20}
        turns={9}
        depth={0.28}
        className="absolute -top-36 -right-36 -z-10 size-110 text-accent-ink opacity-15"
      />
      {/* On narrow screens always in two rows, so that a longer state does not move the title. */}
      <div className="flex items-start gap-2 max-sm:flex-col sm:items-center">
        <Eyebrow className="mr-2">{t('Certificate')}</Eyebrow>
        {badge}
      </div>
      <div className="mt-4 break-words [&>h1]:font-medium [&>h1]:text-3xl [&>h1]:text-ink [&>h1]:leading-tight [&>h1]:tracking-tighter md:[&>h1]:text-4xl [&>p]:mt-4 [&>p]:max-w-lg [&>p]:whitespace-pre-line [&>p]:text-ink-muted [&>p]:text-lg">
        {children}
      </div>
    </header>
  )
}

/** The fingerprint and the other facts of the certificate. */
export function CertificateFacts({ certificate }: Pick<Props, 'certificate'>) {
  return (
    <Card padding="lg">
      <p className="mb-2 text-ink-faint text-sm">{t('Fingerprint (SHA-256) of the file')}</p>
      <Fingerprint value={certificate.fingerprint} />
      <KeyValue className="mt-6" items={certificateFacts(certificate)} />
    </Card>
  )
}

function certificateFacts(certificate: SharedCertificate): KeyValueItem[] {
  const { fileName, fileSize, issuer, certifiedAt, index, leafHash, revokedBy } = certificate
  const items: KeyValueItem[] = [
    { label: t('File'), value: <span className="break-words">{fileName}</span> },
    { label: t('Size'), value: formatSize(fileSize) },
    {
      label: t('Certified by'),
      value:
        issuer === null
          ? t('Not named')
          : t('Self-declared: “{issuer}”', { issuer: sanitizeQuotation(issuer) }),
    },
    { label: t('Received'), value: <Timestamp time={certifiedAt} /> },
    { label: t('Entry'), value: formatCount(index) },
    { label: t('Entry hash'), value: leafHash, mono: true },
  ]
  if (revokedBy !== null)
    items.push({ label: t('Revoked by entry'), value: formatCount(revokedBy) })
  return items
}

/** Adds the exact number of bytes if the short form is rounded. */
function formatSize(bytes: number): string {
  const short = formatBytes(bytes)
  return bytes < 1024
    ? short
    : t('{size} ({bytes} bytes)', { size: short, bytes: formatCount(bytes) })
}
