import type { SharedCertificate } from '@inkproof/protocol/certificates'
import type { Heads } from '@inkproof/protocol/log'
import { formatCount, formatDuration } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Badge } from '@inkproof/ui/badge'
import { Card, CardHeader } from '@inkproof/ui/card'
import { KeyValue } from '@inkproof/ui/key-value'
import { Skeleton } from '@inkproof/ui/skeleton'
import { Timeline, type TimelineStep } from '@inkproof/ui/timeline'
import {
  anchorFor,
  type CertificateProgress,
  isOnChain,
  progressOf,
} from '../certificates/progress.ts'
import { type CertificateBlock, useFirstAnchor } from '../certificates/use-first-anchor.ts'
import type { HeadsState } from '../heads/heads.store.ts'
import { PROBLEM_MESSAGES } from '../heads/problem-messages.ts'
import { useNow } from '../heads/use-heads.ts'

type Props = { certificate: SharedCertificate; state: HeadsState }

/** The live progress: received, in the record, on the blockchain. */
export function ProgressCard({ certificate, state }: Props) {
  return (
    <Card padding="lg">
      <CardHeader title={t('Blockchain progress')} actions={<LiveBadge state={state} />} />
      {state.status === 'loading' && <Skeleton className="h-40 w-full" />}
      {state.status === 'unreachable' && (
        <Alert tone="warning" title={t('The record is unavailable')}>
          {state.reason}
        </Alert>
      )}
      {'heads' in state && <Progress certificate={certificate} heads={state.heads} />}
    </Card>
  )
}

function LiveBadge({ state }: { state: HeadsState }) {
  if (state.status === 'live') {
    return (
      <Badge tone="success" dot>
        {t('Live')}
      </Badge>
    )
  }
  if (state.status === 'polling') return <Badge>{t('Updated periodically')}</Badge>
  if (state.status === 'stale')
    return <Badge tone="warning">{t('Connection lost. Reconnecting…')}</Badge>
  return null
}

type ProgressProps = { certificate: SharedCertificate; heads: Heads }

function Progress({ certificate, heads }: ProgressProps) {
  const now = useNow(500)
  const progress = progressOf(certificate.index, heads)
  const anchor = useAnchor(certificate.index, progress, heads)
  return (
    <div className="space-y-6">
      <p role="status" className="sr-only">
        {ANNOUNCEMENTS[progress.step]}
      </p>
      <Timeline
        label={t('Progress of this certificate')}
        steps={[
          receivedStep(certificate),
          loggedStep(progress, heads),
          anchoredStep(progress, heads, anchor, now),
        ]}
      />
      {heads.trouble !== null && !isOnChain(progress) && (
        <Alert tone="warning" title={t('Blockchain delayed')}>
          {PROBLEM_MESSAGES[heads.trouble]}
        </Alert>
      )}
    </div>
  )
}

/** Returns the anchor being confirmed; once the certificate is final, the first anchor that covers it. */
function useAnchor(
  index: number,
  { step }: CertificateProgress,
  heads: Heads,
): CertificateBlock | null {
  const first = useFirstAnchor(index, step === 'final')
  return step === 'anchored' ? anchorFor(index, heads) : first
}

/** Read by screen readers when the state changes. The countdown is excluded, because it changes constantly. */
const ANNOUNCEMENTS: Record<CertificateProgress['step'], string> = {
  received: t('Received.'),
  logged: t('In the public record.'),
  anchored: t('Confirming on the blockchain.'),
  final: t('On the blockchain, final.'),
}

function receivedStep({ certifiedAt, index }: SharedCertificate): TimelineStep {
  return {
    id: 'received',
    title: t('Received'),
    state: 'done',
    at: certifiedAt,
    detail: t('Stored as entry {index}.', { index: formatCount(index) }),
  }
}

function loggedStep({ step }: CertificateProgress, { checkpoint }: Heads): TimelineStep {
  if (step === 'received') {
    return {
      id: 'logged',
      title: t('In the public record'),
      state: 'current',
      detail: t('The next signed state of the record follows within a second.'),
    }
  }
  return {
    id: 'logged',
    title: t('In the public record'),
    state: 'done',
    detail: t('Covered by a signed state of the record with {size} entries.', {
      size: formatCount(checkpoint?.size ?? 0),
    }),
  }
}

function anchoredStep(
  progress: CertificateProgress,
  heads: Heads,
  anchor: CertificateBlock | null,
  now: number,
): TimelineStep {
  const { step } = progress
  const base = { id: 'anchored', title: t('On the blockchain') }
  if (step === 'received') return { ...base, state: 'waiting' }
  if (step === 'logged') {
    return { ...base, state: 'current', detail: formatDue(progress.isSent, heads, now) }
  }
  const detail =
    step === 'final'
      ? t('Final: {confirmations} confirmations.', {
          confirmations: formatCount(progress.confirmations),
        })
      : t('{confirmations} of {required} confirmations.', {
          confirmations: progress.confirmations,
          required: progress.required,
        })
  return {
    ...base,
    state: step === 'final' ? 'done' : 'current',
    detail,
    ...(anchor && {
      at: anchor.blockTime,
      children: <AnchorFacts anchor={anchor} chainId={heads.chain.id} />,
    }),
  }
}

/** Formats when the anchor is due. A due time that has just passed is shown as "now", not as a negative duration. */
function formatDue(isSent: boolean, { nextAnchorAt, pending }: Heads, now: number): string {
  if (isSent)
    return t('Transaction {txHash}… was sent and is waiting to be included in a block.', {
      txHash: pending?.txHash.slice(0, 10) ?? '',
    })
  if (nextAnchorAt === null) return t('The next transaction is being scheduled.')
  const leftMs = Date.parse(nextAnchorAt) - now
  return leftMs > 500
    ? t('Due in {duration}.', { duration: formatDuration(leftMs) })
    : t('Due now.')
}

function AnchorFacts({ anchor, chainId }: { anchor: CertificateBlock; chainId: number }) {
  return (
    <div className="rounded-lg border border-line bg-sunken px-4 py-1">
      <KeyValue
        items={[
          { label: t('Chain'), value: String(chainId) },
          { label: t('Block'), value: formatCount(anchor.blockNumber) },
          { label: t('Block hash'), value: anchor.blockHash, mono: true },
          { label: t('Transaction'), value: anchor.txHash, mono: true },
          { label: t('Covers'), value: t('{size} entries', { size: formatCount(anchor.size) }) },
        ]}
      />
    </div>
  )
}
