import type { LinkedRequest, SentSigningCode } from '@inkproof/protocol/signing-links'
import { t } from '@inkproof/texts/text'
import { useEffect, useState } from 'react'
import { useEntered } from '../filling/use-entered.ts'
import { kindOf, useKeyChoice } from '../key-choice/use-key-choice.ts'
import { prepareToOpenPdf } from '../pdf/open-pdf.ts'
import { mustAct } from '../recipients/must-act.ts'
import { isKeyOfBrowser } from '../signing/is-bound-key.ts'
import type { StoredKey } from '../signing/signing-db.ts'
import { DeclineForm } from './decline-form.tsx'
import { DocumentStage } from './document-stage.tsx'
import { HandOverForm } from './hand-over-form.tsx'
import { isBound } from './identity.ts'
import { Introduction } from './introduction.tsx'
import type { Link } from './link.ts'
import { LoadingRequest } from './loading-request.tsx'
import { kindOfStored, readMeantKey } from './meant-key.ts'
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
  const keyChoice = useKeyChoice(initialKind(request, key))
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
  const meant = readMeantKey(request, key, keyChoice)
  const participation = {
    link,
    request,
    needsCode: !meant.isBound,
    // A code works only with the key for which it was requested.
    sent: meant.isStored ? entered.code : null,
    keyChoice,
    onSent: (code: SentSigningCode) => {
      // The key was made, or replaced, for the code.
      rereadKey()
      setCode(code)
    },
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
          isBoundElsewhere={isBoundInOtherBrowser(request, key)}
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

/** A wallet or a passkey is meant if it was chosen in this browser before, or is bound. */
function initialKind({ basis }: LinkedRequest, key: StoredKey | null | undefined) {
  const stored = kindOfStored(key ?? null)
  return stored === 'browser' ? kindOf(basis.key) : stored
}

/** A wallet can be connected in each browser, and a passkey used. */
function isBoundInOtherBrowser(request: LinkedRequest, key: StoredKey | null): boolean {
  const { key: bound } = request.basis
  return bound !== null && isKeyOfBrowser(bound) && !isBound(request, key)
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
