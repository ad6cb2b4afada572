import type { Participant } from '@inkproof/protocol/envelopes'
import type { Field } from '@inkproof/signing/field'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Mark, MarkKind } from '../appearance/mark.ts'
import { SignatureDialog } from '../appearance/signature-dialog.tsx'
import { ZoomablePages } from '../pdf/zoomable-pages.tsx'
import { ConsentCard } from '../signing/consent-card.tsx'
import type { Failure } from '../signing/failure.ts'
import { nameOfField } from '../signing/field-names.ts'
import type { FinalValue } from '../signing/final-values.ts'
import { useViewedPages } from '../signing/use-viewed-pages.ts'
import type { EnteredValues } from './entered-db.ts'
import { FieldEditor } from './field-editor.tsx'
import { GuideBar } from './guide-bar.tsx'
import { alternativesOf, countQuestions, listInputs, type OwnField } from './own-fields.ts'
import { PageOverlay } from './page-overlay.tsx'
import { toStored, withDefaults } from './prefilled.ts'
import { scrollToElement } from './scroll-to-element.ts'
import { ShownChanges } from './shown-changes.tsx'
import { listShown } from './shown-fields.ts'
import type { CheckedDocument } from './use-checked-document.ts'
import { useDrawnValues } from './use-drawn-values.ts'
import type { EnteredState } from './use-entered.ts'
import { useGuide } from './use-guide.ts'

/** What the person is about to confirm. */
export type FilledDocument = {
  /** Whether everything is filled in, drawn, and agreed to. */
  isReady: boolean
  values: readonly FinalValue[]
  viewed: ReadonlySet<number>
}

type Props = {
  checked: CheckedDocument
  you: Pick<Participant, 'name' | 'role'>
  participants: readonly Participant[]
  values: EnteredValues
  setValue: EnteredState['setValue']
  /** Whether nothing can be changed, because the person is signing. */
  isSigning?: boolean
  /** What the person should be able to read before they agree. */
  beforeConsent?: ReactNode
  /** What follows the consent: how the person confirms. */
  renderConfirmation: (filled: FilledDocument) => ReactNode
}

/** The document with the person's fields, and below it the consent and the confirmation. */
export function FillDocument(props: Props) {
  const { checked, isSigning = false, participants, renderConfirmation, you } = props
  const { earlier, ownFields } = checked
  const values = useMemo(() => withDefaults(ownFields, props.values), [ownFields, props.values])
  const setValue: Props['setValue'] = (id, value) =>
    props.setValue(id, toStored(ownFields, id, value))
  const [isAgreed, setIsAgreed] = useState(false)
  const [viewed, refOf] = useViewedPages()
  // What was entered into a field that is hidden again stays stored, but is neither drawn nor signed.
  const shown = useMemo(() => listShown(ownFields, values, earlier), [ownFields, values, earlier])
  const drawn = useMemo(() => ({ ...checked, ownFields: shown }), [checked, shown])
  const drawing = useDrawnValues(drawn, values, isAgreed)
  const { problems } = drawing
  const inputs = useMemo(
    () => listInputs(shown, props.values, problems),
    [shown, props.values, problems],
  )
  const guide = useGuide(inputs, setValue)
  const { isComplete, isFinishing, own } = guide
  const isReady = isComplete && problems.size === 0
  const end = useShowWhen(isFinishing)
  const blocked = shown.find(
    ({ id }) => problems.has(id) && !inputs.some(({ field }) => field.id === id),
  )
  const failure = (
    <>
      <DrawingFailure {...drawing} />
      {blocked && <UndrawableField {...blocked} />}
    </>
  )

  return (
    <div className="space-y-6">
      <ZoomablePages
        document={checked.pdf}
        renderOverlay={(page) => (
          <div ref={refOf(page.number)} className="absolute inset-0" data-page={page.number}>
            <PageOverlay
              page={page}
              checked={checked}
              participants={participants}
              shown={shown}
              values={drawing.values}
              inputs={inputs}
              current={own?.field.id ?? null}
              onChoose={(chosen) => !isSigning && guide.choose(chosen, true)}
            />
          </div>
        )}
      />
      {isFinishing ? (
        <section aria-labelledby="finish-heading" className="space-y-6">
          <h2
            ref={end}
            id="finish-heading"
            tabIndex={-1}
            className="scroll-mt-6 font-medium text-2xl text-ink tracking-tighter outline-none"
          >
            {you.role === 'signer' ? t('Agree and sign') : t('Agree and approve')}
          </h2>
          {props.beforeConsent}
          <ConsentCard
            act={you.role === 'signer' ? 'sign' : 'approve'}
            text={checked.basis.consent.text}
            isAgreed={isAgreed}
            onChange={setIsAgreed}
            disabled={isSigning}
          />
          {failure}
          {renderConfirmation({
            isReady: isReady && isAgreed && drawing.isCurrent,
            values: drawing.values,
            viewed,
          })}
        </section>
      ) : (
        <GuideBar
          {...countQuestions(inputs)}
          isStarted={Object.keys(props.values).length > 0}
          editor={
            own && (
              // The buttons of a group share one editor, so that its focus stays when another one is selected.
              <div key={own.field.group ?? own.field.id} data-field-control={own.field.id}>
                <FieldEditor
                  own={own}
                  alternatives={alternativesOf(own, inputs)}
                  onChange={(value) => setValue(own.field.id, value)}
                  onSelect={guide.selectButton}
                  onSign={() => guide.setSigning(own)}
                />
              </div>
            )
          }
          hasNext={!isReady}
          hasOptional={guide.hasOptional}
          failure={failure}
          onNext={guide.goOn}
          onOptional={guide.goToOptional}
          onContinue={guide.finish}
        />
      )}
      <ShownChanges fields={shown} />
      {guide.signing && (
        <SignatureDialog
          open
          onOpenChange={() => guide.setSigning(null)}
          kind={guide.signing.field.type as MarkKind}
          name={you.name}
          onChosen={(mark) => applyMark(guide.signing as OwnField, mark, inputs, setValue)}
        />
      )}
    </div>
  )
}

/** Why the fields cannot be shown as they will be in the document, so that it cannot be signed. */
function DrawingFailure({ failure, retry }: { failure: Failure | null; retry: () => void }) {
  if (failure === null) return null
  return (
    <Alert
      tone="danger"
      title={t('The fields could not be drawn')}
      actions={
        <Button size="sm" onClick={retry}>
          {t('Try again')}
        </Button>
      }
    >
      {failure.message}
    </Alert>
  )
}

/** A field that the person cannot change, but whose text cannot be drawn, so that the document cannot be signed. */
function UndrawableField(field: Field) {
  return (
    <Alert tone="danger" title={t('This document cannot be signed')}>
      {t(
        'The text of “{field}” on page {page} does not fit in its field, or has characters that cannot be written into the PDF. Ask the sender to send the document again with another text.',
        { field: nameOfField(field), page: field.page },
      )}
    </Alert>
  )
}

/** Initials and a stamp are entered once for all fields that are still empty. */
function applyMark(
  own: OwnField,
  signature: Mark,
  inputs: readonly OwnField[],
  setValue: Props['setValue'],
): void {
  const same = inputs.filter(({ field, value }) => field.type === own.field.type && value === null)
  for (const { field } of [own, ...same]) setValue(field.id, { kind: 'signature', signature })
}

/** Focuses a heading and scrolls to it when it appears. */
function useShowWhen(isShown: boolean) {
  const element = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isShown) return
    element.current?.focus({ preventScroll: true })
    scrollToElement(element.current, 'start')
  }, [isShown])
  return element
}
