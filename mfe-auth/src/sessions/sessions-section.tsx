import type { SessionView } from '@inkproof/protocol/sessions'
import { toast } from '@inkproof/slice'
import { loadedOf } from '@inkproof/slice-parts/personal-query'
import { plural, t } from '@inkproof/texts/text'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { ErrorState } from '@inkproof/ui/error-state'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useRef } from 'react'
import { describeDevice } from '../account/describe-origin.ts'
import { CardList } from '../forms/card-list.tsx'
import { useActions } from '../forms/use-actions.ts'
import { SessionRow } from './session-row.tsx'
import { endOtherSessions, endSession, useSessions } from './use-sessions.ts'

/** The user's sessions, with buttons to end them. */
export function Component() {
  const query = useSessions()
  const list = loadedOf(query)
  if (list.status === 'failed') {
    return (
      <ErrorState
        title={t('Your sessions could not be loaded')}
        onRetry={() => void query.refetch()}
      >
        {list.reason}
      </ErrorState>
    )
  }
  if (list.status === 'loading') return <LoadingSkeleton />
  return <Sessions sessions={list.data.sessions} />
}

function Sessions({ sessions }: { sessions: SessionView[] }) {
  const listRef = useRef<HTMLUListElement>(null)
  const { busy, error, run } = useActions()
  const otherCount = sessions.filter(({ isCurrent }) => !isCurrent).length

  async function end({ id, device }: SessionView) {
    if (!(await run(id, () => endSession(id)))) return
    // The row and its button are gone, so the list receives focus.
    listRef.current?.focus()
    toast({
      title: t('Session ended'),
      description: t('{device} is signed out.', { device: describeDevice(device) }),
      variant: 'success',
    })
  }

  async function endOthers() {
    let endedCount = 0
    const action = async () => {
      endedCount = await endOtherSessions()
    }
    if (!(await run('others', action))) return
    listRef.current?.focus()
    toast({
      title: t('Signed out everywhere else'),
      description: plural(endedCount, {
        one: '{count} session ended.',
        other: '{count} sessions ended.',
      }),
      variant: 'success',
    })
  }

  return (
    <Card>
      <CardHeader
        level={3}
        title={t('Where you are signed in')}
        description={t(
          'You’ll be signed out after two hours of inactivity, and after seven days at the latest.',
        )}
        actions={otherCount > 0 && <EndOthers busy={busy === 'others'} onConfirm={endOthers} />}
      />
      <CardList label={t('Sessions')} listRef={listRef} error={error}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={busy === session.id}
            onEnd={() => void end(session)}
          />
        ))}
      </CardList>
    </Card>
  )
}

function EndOthers({ busy, onConfirm }: { busy: boolean; onConfirm: () => Promise<void> }) {
  return (
    <AlertDialog
      trigger={
        <Button size="sm" busy={busy}>
          {t('Sign out everywhere else')}
        </Button>
      }
      title={t('Sign out everywhere else?')}
      description={t(
        'You’ll be signed out immediately on all other browsers and devices, and stay signed in here.',
      )}
      confirmLabel={t('Sign out everywhere else')}
      onConfirm={() => void onConfirm()}
    />
  )
}

function LoadingSkeleton() {
  return (
    <Card>
      <div role="status" aria-label={t('Loading your sessions')} className="space-y-6">
        {['first', 'second'].map((row) => (
          <div key={row} className="flex items-center gap-4">
            <Skeleton round className="size-9" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-4 w-44" />
              <Skeleton className="h-3.5 w-64 max-w-full" />
            </div>
          </div>
        ))}
      </div>
    </Card>
  )
}
