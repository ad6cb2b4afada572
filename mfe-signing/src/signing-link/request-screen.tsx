import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { useEffect } from 'react'
import { removeEnteredFor } from '../filling/entered-db.ts'
import { mustAct } from '../recipients/must-act.ts'
import { DoneScreen } from './done-screen.tsx'
import { EndedScreen } from './ended-screen.tsx'
import { FinishedScreen } from './finished-screen.tsx'
import type { Link } from './link.ts'
import { Participate } from './participate.tsx'
import { useTopOnChange } from './use-top-on-change.ts'
import { NotYourTurn } from './waiting-screens.tsx'

type Props = {
  link: Link
  request: LinkedRequest
  onRequest: (request: LinkedRequest) => void
  onStale: () => void
}

/** What the holder of a link can do or see in the current state of the request. */
export function RequestScreen(props: Props) {
  const { link, request } = props
  const screen = screenOf(request)
  const isOver = screen !== 'participate' && screen !== 'later'
  useEffect(() => {
    if (isOver) void removeEnteredFor(link.id)
  }, [isOver, link.id])
  useTopOnChange(screen === 'participate' ? null : screen)
  switch (screen) {
    case 'finished':
      return (
        request.finished && (
          <FinishedScreen link={link} request={request} finished={request.finished} />
        )
      )
    case 'ended':
      return <EndedScreen request={request} />
    case 'done':
      return <DoneScreen link={link} request={request} />
    case 'later':
      return <NotYourTurn request={request} />
    default:
      return <Participate {...props} />
  }
}

type Screen = 'finished' | 'ended' | 'done' | 'later' | 'participate'

function screenOf({ finished, state, you }: LinkedRequest): Screen {
  if (state === 'declined' || state === 'voided' || state === 'expired') return 'ended'
  if (state === 'completed') return finished ? 'finished' : 'done'
  if (you.state === 'later') return 'later'
  return mustAct(you) && (you.state === 'done' || state === 'completing') ? 'done' : 'participate'
}
