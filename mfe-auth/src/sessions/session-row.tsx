import type { SessionView } from '@inkproof/protocol/sessions'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { formatUtc } from '@inkproof/texts/format-utc'
import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { Badge } from '@inkproof/ui/badge'
import { Button } from '@inkproof/ui/button'
import { MonitorSmartphone, Smartphone } from 'lucide-react'
import { describeDevice, describeLocation } from '../account/describe-origin.ts'
import { formatTimeAgo } from './format-time-ago.ts'

type Props = { session: SessionView; isEnding: boolean; onEnd: () => void }

const METHODS: Readonly<Record<SessionView['way'], string>> = {
  password: t('a password'),
  wallet: t('a wallet'),
  passkey: t('a passkey'),
  provider: t('a linked account'),
}

const MOBILE = /Android|iOS/

export function SessionRow({ session, isEnding, onEnd }: Props) {
  const { device, place, address, way, startedAt, usedAt, isCurrent } = session
  const Icon = MOBILE.test(device) ? Smartphone : MonitorSmartphone
  return (
    <li className="flex items-start gap-4 py-4">
      <span className="grid size-9 shrink-0 place-items-center rounded-full border border-line bg-sunken text-ink-muted">
        <Icon className="size-4.5" strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium text-ink">
          {describeDevice(device)}
          {isCurrent && (
            <Badge tone="success" dot>
              {t('This session')}
            </Badge>
          )}
        </p>
        <p className="break-words text-ink-muted text-sm">
          {[describeLocation(place), address].filter(Boolean).join(' · ')}
        </p>
        <p className="text-ink-faint text-sm">
          {isCurrent ? t('Active now') : <LastUsed at={usedAt} />} ·{' '}
          {rich('signed in with {method} on {date}', {
            method: METHODS[way],
            date: (
              <time dateTime={startedAt} title={formatUtc(startedAt)}>
                {formatDateTime(startedAt)}
              </time>
            ),
          })}
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('Sign out {device}', { device: describeDevice(device) })}
          busy={isEnding}
          onClick={onEnd}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}

function LastUsed({ at }: { at: string }) {
  return (
    <>
      {rich('Last used {ago}', {
        ago: (
          <time dateTime={at} title={formatUtc(at)}>
            {formatTimeAgo(at)}
          </time>
        ),
      })}
    </>
  )
}
