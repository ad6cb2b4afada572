import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { t } from '@inkproof/texts/text'
import { useEffect, useState } from 'react'
import { useEntered } from '../filling/use-entered.ts'
import { prepareToOpenPdf } from '../pdf/open-pdf.ts'
import { mustAct } from '../recipients/must-act.ts'
import type { StoredKey } from '../signing/signing-db.ts'
import { DeclineForm } from './decline-form.tsx'
import { DocumentStage } from './document-stage.tsx'
import { HandOverForm } from './hand-over-form.tsx'
import { isBound } from './identity.ts'
import { Introduction } from './introduction.tsx'
import type { Link } from './link.ts'
import { LoadingRequest } from './loading-request.tsx'
import { MessageScreen } from './message-screen.tsx'
import { OtherActions } from './other-actions.tsx'
import { SendByLink } from './send-by-link.tsx'
import { useOwnKey } from './use-own-key.ts'
import { useTopOnChange } from './use-top-on-change.ts'
import { WaitsForRelease } from './waiting-screens.tsx'

type Props = {
  link: Link
  request: LinkedRequest
  onRequest: (request: LinkedRequest) => void
  onStale: () => void
}

type Stage = 'introduction' | 'document' | 'decline' | 'hand-over'

/** Leads a person from the introduction to signing, approving, declining or handing over. */
export function Participate({ link, onRequest, onStale, request }: Props) {
  const { entered, setCode, setValue } = useEntered(link.id)
  const [key, rereadKey] = useOwnKey(link, request)
  const [stage, setStage] = useState<Stage>('introduction')
  const [handedOverTo, setHandedOverTo] = useState<string | null>(null)
  const isLoading = entered === null || key === undefined
  const screen = isLoading ? null : screenOf({ handedOverTo, key, request, stage })
  useTopOnChange(screen)
  useEffect(prepareToOpenPdf, [])
  if (isLoading) return <LoadingRequest />
  if (handedOverTo !== null)
    return (
      <MessageScreen title={t('Handed over')} document={request.title}>
        {t('{address} gets an e-mail with a link. You do not have to do anything else.', {
          address: handedOverTo,
        })}
      </MessageScreen>
    )
  if (screen === 'waiting') return <WaitsForRelease request={request} />
  const stale = () => {
    rereadKey()
    onStale()
  }
  if (key?.statement)
    return (
      <SendByLink
        link={link}
        request={request}
        signingKey={key}
        onRequest={onRequest}
        onStale={stale}
      />
    )
  const participation = {
    link,
    request,
    needsCode: !isBound(request, key),
    sent: entered.code,
    onSent: setCode,
    onRequest: (changed: LinkedRequest) => {
      rereadKey()
      onRequest(changed)
    },
    onStale: stale,
  }
  const otherActions = mustAct(request.you) && (
    <OtherActions
      request={request}
      onDecline={() => setStage('decline')}
      onHandOver={() => setStage('hand-over')}
    />
  )
  switch (stage) {
    case 'introduction':
      return (
        <Introduction
          request={request}
          hasStarted={Object.keys(entered.values).length > 0}
          isBoundElsewhere={request.basis.key !== null && !isBound(request, key)}
          onContinue={() => setStage('document')}
          otherActions={otherActions}
        />
      )
    case 'document':
      return (
        <DocumentStage
          {...participation}
          entered={entered}
          setValue={setValue}
          onBack={() => setStage('introduction')}
          otherActions={otherActions}
        />
      )
    case 'decline':
      return <DeclineForm {...participation} onBack={() => setStage('document')} />
    default:
      return (
        <HandOverForm
          {...participation}
          onBack={() => setStage('document')}
          onHandedOver={setHandedOverTo}
        />
      )
  }
}

type Shown = {
  stage: Stage
  handedOverTo: string | null
  key: StoredKey | null
  request: LinkedRequest
}

/** What is shown: the chosen stage, unless the person cannot do anything at present. */
function screenOf({ handedOverTo, key, request, stage }: Shown) {
  if (handedOverTo !== null) return 'handed-over'
  if (request.waitsForRelease && !isBound(request, key)) return 'waiting'
  return key?.statement ? 'sending' : stage
}
