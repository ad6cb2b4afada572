import { formatCount } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { CopyButton } from '@inkproof/ui/copy-button'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { KeyValue, type KeyValueItem } from '@inkproof/ui/key-value'
import { TextLink } from '@inkproof/ui/link'
import { TestInstallationBadge } from '@inkproof/ui/test-installation'
import { Link } from 'react-router-dom'
import { Timestamp } from '../certificates/timestamp.tsx'
import { fingerprintOf, type Row } from './verify-entries.ts'
import type { RowOutcome } from './verify-row.ts'

type Checked = Extract<RowOutcome, { step: 'checked' }>
type Props = { row: Row; outcome: Checked }

/** The facts of the proof, below its verdict. */
export function RowFacts({ row, outcome }: Props) {
  const { verification, certificates } = outcome
  const { facts, isTestInstallation } = verification
  const shareLinks = shareLinksFor(row, certificates)
  if (facts === null) return null
  const fileFingerprint = fingerprintOf(row.file)
  return (
    <div className="space-y-5">
      {isTestInstallation && <TestInstallationBadge />}
      {fileFingerprint !== null && fileFingerprint !== facts.fingerprint && (
        <div className="space-y-3">
          <p className="text-ink-muted text-sm">
            {t('Fingerprints of the certified file and of this file:')}
          </p>
          <Fingerprint value={facts.fingerprint} />
          <Fingerprint value={fileFingerprint} compareWith={facts.fingerprint} />
        </div>
      )}
      <KeyValue items={factItems(facts)} />
      {shareLinks.length > 0 && (
        <p className="text-sm">
          {shareLinks.map((shareLink) => (
            <TextLink asChild key={shareLink} className="mr-4">
              <Link to={`/share/${shareLink}`}>{t('View certificate')}</Link>
            </TextLink>
          ))}
        </p>
      )}
    </div>
  )
}

function shareLinksFor(row: Row, certificates: Checked['certificates']): string[] {
  const linked = row.proof?.shareLink
  return linked ? [linked] : certificates.map(({ shareLink }) => shareLink)
}

function factItems(facts: NonNullable<Checked['verification']['facts']>): KeyValueItem[] {
  const claim = (name: string) => facts.claims.find((item) => item.name === name)?.value
  const issuer = claim('issuer')
  const all: (KeyValueItem | null)[] = [
    optionalItem(t('Title'), claim('title')),
    optionalItem(t('Note'), claim('note')),
    {
      label: t('Certified by'),
      value: issuer === undefined ? t('Not named') : t('Self-declared: “{issuer}”', { issuer }),
    },
    { label: t('Public record'), value: <span className="break-all">{facts.origin}</span> },
    { label: t('Record key'), value: <Key value={facts.logKey} />, mono: true },
    {
      label: t('Entry'),
      value: t('{index} of {size}', {
        index: formatCount(facts.index),
        size: formatCount(facts.size),
      }),
    },
    facts.blockTime === undefined
      ? null
      : { label: t('On the blockchain since'), value: <Timestamp time={facts.blockTime} /> },
    facts.blockNumber === undefined
      ? null
      : {
          label: t('Block'),
          value: t('{blockNumber} of chain {chainId}', {
            blockNumber: formatCount(facts.blockNumber),
            chainId: String(facts.chainId),
          }),
        },
  ]
  return all.filter((item) => item !== null)
}

function Key({ value }: { value: string }) {
  return (
    <span className="flex items-start gap-2">
      <span className="min-w-0 flex-1">{value}</span>
      <CopyButton value={value} label={t('Copy record key')} />
    </span>
  )
}

function optionalItem(label: string, value: string | undefined): KeyValueItem | null {
  return value ? { label, value: <span className="break-words">{value}</span> } : null
}
