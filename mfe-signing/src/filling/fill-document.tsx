import type { Participant } from '@inkproof/protocol/envelopes'
import type { ReactNode } from 'react'
import type { Mark, MarkKind } from '../appearance/mark.ts'
import { SignatureDialog } from '../appearance/signature-dialog.tsx'
import { ZoomablePages } from '../pdf/zoomable-pages.tsx'
import type { FinalValue } from '../signing/final-values.ts'
import { useViewedPages } from '../signing/use-viewed-pages.ts'
import { DrawingProblems } from './drawing-problems.tsx'
import type { EnteredValues } from './entered-db.ts'
import { FillGuide } from './fill-guide.tsx'
import { FinishSection } from './finish-section.tsx'
import type { OwnField } from './own-fields.ts'
import { PageOverlay } from './page-overlay.tsx'
import { ShownChanges } from './shown-changes.tsx'
import type { CheckedDocument } from './use-checked-document.ts'
import type { EnteredState } from './use-entered.ts'
import { type Filling, useFilling } from './use-filling.ts'

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
  const [viewed, refOf] = useViewedPages()
  const filling = useFilling(checked, props.values, props.setValue)
  const { blocked, drawing, guide, inputs, isAgreed, isReady, shown } = filling
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
              current={guide.own?.field.id ?? null}
              onChoose={(chosen) => !isSigning && guide.choose(chosen, true)}
            />
          </div>
        )}
      />
      {guide.isFinishing ? (
        <FinishSection
          act={you.role === 'signer' ? 'sign' : 'approve'}
          beforeConsent={props.beforeConsent}
          consent={checked.basis.consent.text}
          isAgreed={isAgreed}
          isSigning={isSigning}
          onChange={filling.setIsAgreed}
        >
          <DrawingProblems failure={drawing.failure} retry={drawing.retry} blocked={blocked} />
          {renderConfirmation({
            isReady: isReady && isAgreed && drawing.isCurrent,
            values: drawing.values,
            viewed,
          })}
        </FinishSection>
      ) : (
        <FillGuide filling={filling} isStarted={Object.keys(props.values).length > 0} />
      )}
      <ShownChanges fields={shown} />
      {guide.signing && <MarkDialog filling={filling} own={guide.signing} name={you.name} />}
    </div>
  )
}

type MarkProps = { filling: Filling; own: OwnField; name: string }

/** Asks for the signature, the initials or the stamp of a field. */
function MarkDialog({ filling: { guide, inputs, setValue }, name, own }: MarkProps) {
  return (
    <SignatureDialog
      open
      onOpenChange={() => guide.setSigning(null)}
      kind={own.field.type as MarkKind}
      name={name}
      onChosen={(mark) => applyMark(own, mark, inputs, setValue)}
    />
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
