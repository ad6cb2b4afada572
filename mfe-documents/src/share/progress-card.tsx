import type { SharedCertificate } from '@inkproof/protocol/certificates'
import type { Heads } from '@inkproof/protocol/log'
import { formatCount, formatDuration } from '@inkproof/texts/format'
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
import { type BlockOfCertificate, useFirstAnchor } from '../certificates/use-first-anchor.ts'
import type { useHeads } from '../heads/heads.store.ts'
import { TROUBLES } from '../heads/trouble.ts'
import { useNow } from '../heads/use-heads.ts'

type HeadsState = ReturnType<typeof useHeads.getState>
type Props = { certificate: SharedCertificate; state: HeadsState }

/** Received, in the record, on the blockchain: as it happens. */
export function ProgressCard({ certificate, state }: Props) {
  return (
    <Card padding="lg">
      <CardHeader title="From this page to the blockchain" actions={<LiveBadge state={state} />} />
      {state.status === 'loading' && <Skeleton className="h-40 w-full" />}
      {state.status === 'unreachable' && (
        <Alert tone="warning" title="The record is not answering">
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
        Live
      </Badge>
    )
  }
  if (state.status === 'polling') return <Badge>Asked now and then</Badge>
  if (state.status === 'stale') return <Badge tone="warning">Connection lost; trying again</Badge>
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
        {SPOKEN[progress.step]}
      </p>
      <Timeline
        label="Progress of this certificate"
        steps={[
          receivedStep(certificate),
          loggedStep(progress, heads),
          anchoredStep(progress, heads, anchor, now),
        ]}
      />
      {heads.trouble !== null && !isOnChain(progress) && (
        <Alert tone="warning" title="The blockchain has to wait">
          {TROUBLES[heads.trouble]}
        </Alert>
      )}
    </div>
  )
}

/** Being confirmed, it is the one being confirmed. */
function useAnchor(
  index: number,
  { step }: CertificateProgress,
  heads: Heads,
): BlockOfCertificate | null {
  const first = useFirstAnchor(index, step === 'final')
  return step === 'anchored' ? anchorFor(index, heads) : first
}

/** Said when the state changes; the countdown beside it would be read out twice a second. */
const SPOKEN: Record<CertificateProgress['step'], string> = {
  received: 'Received.',
  logged: 'In the public record.',
  anchored: 'On the blockchain, being confirmed.',
  final: 'On the blockchain, final.',
}

function receivedStep({ certifiedAt, index }: SharedCertificate): TimelineStep {
  return {
    id: 'received',
    title: 'Received',
    state: 'done',
    at: certifiedAt,
    detail: `Kept safely as entry ${formatCount(index)}.`,
  }
}

function loggedStep({ step }: CertificateProgress, { checkpoint }: Heads): TimelineStep {
  if (step === 'received') {
    return {
      id: 'logged',
      title: 'In the public record',
      state: 'current',
      detail: 'The next signed state of the record comes within a second.',
    }
  }
  return {
    id: 'logged',
    title: 'In the public record',
    state: 'done',
    detail: `Covered by a signed state of ${formatCount(checkpoint?.size ?? 0)} entries.`,
  }
}

function anchoredStep(
  progress: CertificateProgress,
  heads: Heads,
  anchor: BlockOfCertificate | null,
  now: number,
): TimelineStep {
  const { step } = progress
  const base = { id: 'anchored', title: 'On the blockchain' }
  if (step === 'received') return { ...base, state: 'waiting' }
  if (step === 'logged') {
    return { ...base, state: 'current', detail: dueSentence(progress.isSent, heads, now) }
  }
  const detail =
    step === 'final'
      ? `Final: ${formatCount(progress.confirmations)} confirmations.`
      : `${progress.confirmations} of ${progress.wanted} confirmations.`
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

/** When to expect it, in words; a due time that has just passed is not counted below zero. */
function dueSentence(isSent: boolean, { nextAnchorAt, pending }: Heads, now: number): string {
  if (isSent) return `Transaction ${pending?.txHash.slice(0, 10)}… is sent; waiting for its block.`
  if (nextAnchorAt === null) return 'When it goes there is being planned.'
  const leftMs = Date.parse(nextAnchorAt) - now
  return leftMs > 500 ? `It is due there in ${formatDuration(leftMs)}.` : 'It is due there now.'
}

function AnchorFacts({ anchor, chainId }: { anchor: BlockOfCertificate; chainId: number }) {
  return (
    <div className="rounded-lg border border-line bg-sunken px-4 py-1">
      <KeyValue
        items={[
          { label: 'Chain', value: String(chainId) },
          { label: 'Block', value: formatCount(anchor.blockNumber) },
          { label: 'Block hash', value: anchor.blockHash, mono: true },
          { label: 'Transaction', value: anchor.txHash, mono: true },
          { label: 'Covers', value: `${formatCount(anchor.size)} entries` },
        ]}
      />
    </div>
  )
}
