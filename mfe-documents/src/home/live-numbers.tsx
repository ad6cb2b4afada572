import type { Heads } from '@inkproof/protocol/log'
import { formatDuration } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Stat } from '@inkproof/ui/stat'
import { TestInstallationBadge } from '@inkproof/ui/test-installation'
import { useLiveHeads, useNow } from '../heads/use-heads.ts'

/** Live figures of the record. */
export function LiveNumbers() {
  const state = useLiveHeads()
  if (state.status === 'unreachable') return <Unreachable />
  const heads = 'heads' in state ? state.heads : null
  return (
    <section aria-label={t('Public record statistics')} className="mt-16 md:mt-24">
      <div className="grid gap-x-8 gap-y-6 border-line border-y py-8 sm:grid-cols-3">
        <Stat
          label={t('Entries in the public record')}
          value={heads === null ? null : (heads.checkpoint?.size ?? 0)}
          live={state.status === 'live'}
          detail={t('Entries reveal nothing about the files')}
        />
        <Stat
          label={t('On the blockchain so far')}
          value={heads === null ? null : (heads.anchor?.size ?? 0)}
          detail={heads === null ? undefined : t('One transaction covers all new entries')}
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
        label={t('Last written to the blockchain')}
        value={t('Not yet')}
        detail={t('Starts with the first certificate')}
      />
    )
  }
  if (anchor === null) return <Stat label={t('Last written to the blockchain')} value={null} />
  const ago = formatDuration(now - Date.parse(anchor.blockTime))
  return (
    <Stat
      label={t('Last written to the blockchain')}
      value={t('{ago} ago', { ago })}
      detail={t('Block {blockNumber} of chain {id}', {
        blockNumber: anchor.blockNumber,
        id: heads?.chain.id ?? '',
      })}
    />
  )
}

function Unreachable() {
  return (
    <p className="mt-16 border-line border-y py-8 text-ink-muted md:mt-24">
      {t(
        'The public record is unavailable right now, so its numbers are not shown. Proof files can still be verified.',
      )}
    </p>
  )
}
