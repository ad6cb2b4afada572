import type { Heads } from '@inkproof/protocol/log'
import { formatDuration } from '@inkproof/texts/format'
import { Stat } from '@inkproof/ui/stat'
import { TestInstallationBadge } from '@inkproof/ui/test-installation'
import { useLiveHeads, useNow } from '../heads/use-heads.ts'

/** What the record says about itself right now. */
export function LiveNumbers() {
  const state = useLiveHeads()
  if (state.status === 'unreachable') return <Unreachable />
  const heads = 'heads' in state ? state.heads : null
  return (
    <section aria-label="The public record now" className="mt-16 md:mt-24">
      <div className="grid gap-x-8 gap-y-6 border-line border-y py-8 sm:grid-cols-3">
        <Stat
          label="Entries in the public record"
          value={heads === null ? null : (heads.checkpoint?.size ?? 0)}
          live={state.status === 'live'}
          detail="Sealed: they give nothing away"
        />
        <Stat
          label="Of them on the blockchain"
          value={heads === null ? null : (heads.anchor?.size ?? 0)}
          detail={heads === null ? undefined : `One transaction covers all since the last`}
        />
        <LastAnchor heads={heads} />
      </div>
      {heads?.chain.embedded && <TestInstallationBadge className="mt-4" />}
    </section>
  )
}

function LastAnchor({ heads }: { heads: Heads | null }) {
  const now = useNow(1000)
  const anchor = heads?.anchor ?? null
  if (heads !== null && anchor === null) {
    return (
      <Stat
        label="Last on the blockchain"
        value="None yet"
        detail="The first certificate makes it"
      />
    )
  }
  if (anchor === null) return <Stat label="Last on the blockchain" value={null} />
  const ago = formatDuration(now - Date.parse(anchor.blockTime))
  return (
    <Stat
      label="Last on the blockchain"
      value={`${ago} ago`}
      detail={`Block ${anchor.blockNumber} of chain ${heads?.chain.id}`}
    />
  )
}

function Unreachable() {
  return (
    <p className="mt-16 border-line border-y py-8 text-ink-muted md:mt-24">
      The public record is not answering right now, so its numbers are not shown. Proof files verify
      without it.
    </p>
  )
}
