import { formatBytes, formatSpeed } from '@inkproof/texts/format'
import { plural, t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Progress } from '@inkproof/ui/progress'
import { isOnChain, progressOf } from '../certificates/progress.ts'
import type { Draft } from '../drafts/draft.ts'
import { useLiveHeads } from '../heads/use-heads.ts'
import { cancelReading } from './certify.store.ts'
import { DownloadProofs } from './download-proofs.tsx'

type Props = { drafts: readonly Draft[] }

/** The progress of all files together, and what can be done with the certified ones; nothing for a single file. */
export function ListSummary({ drafts }: Props) {
  if (drafts.length < 2) return null
  const reading = drafts.filter(({ work }) => work.step === 'waiting' || work.step === 'reading')
  const certified = drafts.filter(({ work }) => work.step === 'certified')
  if (reading.length > 0) return <ReadingAll drafts={drafts} reading={reading} />
  if (drafts.some(({ work }) => work.step === 'sending')) return <SendingAll drafts={drafts} />
  if (certified.length > 1) return <CertifiedAll certified={certified} />
  return (
    <p className="text-ink-muted text-sm">
      {t('{count} files, {size}', { count: drafts.length, size: formatBytes(bytesOf(drafts)) })}
    </p>
  )
}

function ReadingAll({ drafts, reading }: Props & { reading: readonly Draft[] }) {
  const total = bytesOf(drafts)
  const left = reading.reduce(
    (sum, { work, fileSize }) => sum + fileSize - (work.step === 'reading' ? work.doneBytes : 0),
    0,
  )
  const speed = reading.reduce(
    (sum, { work }) => sum + (work.step === 'reading' ? work.bytesPerSecond : 0),
    0,
  )
  return (
    <Progress
      label={t('Fingerprinting: {done} of {count} files', {
        done: drafts.length - reading.length,
        count: drafts.length,
      })}
      value={total === 0 ? 0 : 1 - left / total}
      detail={speed > 0 ? formatSpeed(speed) : null}
      action={
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            for (const { id } of reading) cancelReading(id)
          }}
        >
          {t('Cancel all')}
        </Button>
      }
    />
  )
}

function SendingAll({ drafts }: Props) {
  const sending = drafts.filter(({ work }) => work.step === 'sending').length
  const certified = drafts.filter(({ work }) => work.step === 'certified').length
  return (
    <Progress
      label={t('Recording: {done} of {count} files', {
        done: certified,
        count: certified + sending,
      })}
      value={certified === 0 ? null : certified / (certified + sending)}
    />
  )
}

function CertifiedAll({ certified }: { certified: readonly Draft[] }) {
  const state = useLiveHeads()
  const heads = 'heads' in state ? state.heads : null
  const onChain =
    heads === null
      ? null
      : certified.filter(
          ({ work }) => work.step === 'certified' && isOnChain(progressOf(work.index, heads)),
        ).length
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-ink-muted text-sm tabular-nums">
        <span className="font-medium text-ink">
          {plural(certified.length, {
            one: '{count} file certified',
            other: '{count} files certified',
          })}
        </span>
        {onChain !== null && (
          <span className="block">
            {onChain === certified.length
              ? t('All are on the blockchain.')
              : t('{onChain} of them are on the blockchain. This updates by itself.', { onChain })}
          </span>
        )}
      </p>
      <DownloadProofs certified={certified} />
    </div>
  )
}

function bytesOf(drafts: readonly Draft[]): number {
  return drafts.reduce((sum, { fileSize }) => sum + fileSize, 0)
}
