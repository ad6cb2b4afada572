import type { SharedCertificate } from '@inkproof/protocol/certificates'
import type { Heads } from '@inkproof/protocol/log'
import { formatBytes, formatCount } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { Guilloche } from '@inkproof/ui/guilloche'
import { KeyValue, type KeyValueItem } from '@inkproof/ui/key-value'
import { Eyebrow } from '@inkproof/ui/page'
import { TestInstallationBadge } from '@inkproof/ui/test-installation'
import { StateBadge } from '../certificates/state-badge.tsx'
import { Timestamp } from '../certificates/timestamp.tsx'

type Props = {
  certificate: SharedCertificate
  heads: Heads | null
}

/** The certificate itself, as a printable sheet. */
export function CertificateSheet({ certificate, heads }: Props) {
  const { title, index, revokedBy, fingerprint } = certificate
  return (
    <article className="relative isolate overflow-hidden rounded-2xl border border-line bg-surface px-5 py-8 shadow-lift sm:px-10 sm:py-11">
      <Guilloche
        lobes={20}
        turns={9}
        depth={0.28}
        className="absolute -top-36 -right-36 -z-10 size-110 text-accent-ink opacity-15"
      />
      <div className="flex flex-wrap items-center gap-2">
        <Eyebrow className="mr-2">{t('Certificate')}</Eyebrow>
        <StateBadge index={index} revokedBy={revokedBy} heads={heads} />
        {heads?.chain.embedded && <TestInstallationBadge />}
      </div>
      <h1 className="mt-5 break-words font-medium text-3xl text-ink leading-tight tracking-tighter md:text-4xl">
        {title}
      </h1>
      {certificate.note !== null && (
        <p className="mt-4 max-w-lg whitespace-pre-line break-words text-ink-muted text-lg">
          {certificate.note}
        </p>
      )}
      {revokedBy !== null && (
        <Alert tone="danger" className="mt-6" title={t('This certificate was revoked')}>
          {t(
            'Revoked by entry {revokedBy} of the public record. The file existed, but the issuer no longer stands by this certificate.',
            { revokedBy: formatCount(revokedBy) },
          )}
        </Alert>
      )}
      <p className="mt-8 mb-2 text-ink-faint text-sm">{t('Fingerprint (SHA-256) of the file')}</p>
      <Fingerprint value={fingerprint} />
      <KeyValue className="mt-6" items={certificateFacts(certificate)} />
    </article>
  )
}

function certificateFacts(certificate: SharedCertificate): KeyValueItem[] {
  const { fileName, fileSize, issuer, certifiedAt, index, leafHash } = certificate
  return [
    { label: t('File'), value: <span className="break-words">{fileName}</span> },
    { label: t('Size'), value: formatSize(fileSize) },
    {
      label: t('Certified by'),
      value: issuer === null ? t('Not named') : t('Self-declared: “{issuer}”', { issuer }),
    },
    { label: t('Received'), value: <Timestamp time={certifiedAt} /> },
    { label: t('Entry'), value: formatCount(index) },
    { label: t('Entry hash'), value: leafHash, mono: true },
  ]
}

/** Adds the exact number of bytes if the short form is rounded. */
function formatSize(bytes: number): string {
  const short = formatBytes(bytes)
  return bytes < 1024
    ? short
    : t('{size} ({bytes} bytes)', { size: short, bytes: formatCount(bytes) })
}
