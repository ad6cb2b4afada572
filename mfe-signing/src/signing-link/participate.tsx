import type { LinkedRequest, SentSigningCode } from '@inkproof/protocol/signing-links'
import { t } from '@inkproof/texts/text'
import { useEffect, useState } from 'react'
import type { Entered } from '../filling/entered-db.ts'
import { useEntered } from '../filling/use-entered.ts'
import { type KeyChoice, kindOf, useKeyChoice } from '../key-choice/use-key-choice.ts'
import { prepareToOpenPdf } from '../pdf/open-pdf.ts'
import { isKeyOfBrowser } from '../signing/is-bound-key.ts'
import type { StoredKey } from '../signing/signing-db.ts'
import { describeChosenKey, kindOfStored } from './chosen-key.ts'
import { isBound } from './identity.ts'
import type { Link } from './link.ts'
import { LoadingRequest } from './loading-request.tsx'
import { MessageScreen } from './message-screen.tsx'
import type { Participation } from './participation.ts'
import { SendByLink } from './send-by-link.tsx'
import { type Stage, Stages } from './stages.tsx'
import { useOwnKey } from './use-own-key.ts'
import { useTopOnChange } from './use-top-on-change.ts'
import { WaitsForRelease } from './waiting-screens.tsx'

type Props = {
  link: Link
  request: LinkedRequest
  onRequest: (request: LinkedRequest) => void
  onStale: () => void
}

/** Leads a person from the introduction to signing, approving, declining or handing over. */
export function Participate(props: Props) {
  const { link, onRequest, onStale, request } = props
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
  if (key?.statement)
    return (
      <SendByLink
        link={link}
        request={request}
        signingKey={key}
        onRequest={onRequest}
        onStale={() => {
          rereadKey()
          onStale()
        }}
      />
    )
  return (
    <Stages
      participation={participationOf(props, { entered, key, keyChoice, rereadKey, setCode })}
      entered={entered}
      setValue={setValue}
      isBoundElsewhere={isBoundInOtherBrowser(request, key)}
      stage={stage}
      onStage={setStage}
      onHandedOver={setHandedOverTo}
    />
  )
}

type State = {
  entered: Entered
  key: StoredKey | null
  keyChoice: KeyChoice
  rereadKey: () => void
  setCode: (code: SentSigningCode) => void
}

/** What the stages need. The key is read again whenever it may have been made, replaced or bound. */
function participationOf(
  { link, onRequest, onStale, request }: Props,
  { entered, key, keyChoice, rereadKey, setCode }: State,
): Participation {
  const chosen = describeChosenKey(request, key, keyChoice)
  return {
    ...{ link, request, keyChoice },
    needsCode: !chosen.isBound,
    // A code works only with the key for which it was requested.
    sent: chosen.isStored ? entered.code : null,
    onSent: (code) => {
      rereadKey()
      setCode(code)
    },
    onRequest: (changed) => {
      rereadKey()
      onRequest(changed)
    },
    onStale: () => {
      rereadKey()
      onStale()
    },
  }
}

/** A wallet or a passkey is preselected if it was chosen in this browser before, or is bound. */
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
