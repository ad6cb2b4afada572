import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { Lock, type LucideIcon, Split } from 'lucide-react'
import type { PointerEvent } from 'react'
import type { PageView } from '../pdf/page-view.ts'
import { colorsOf } from '../recipients/recipient-color.ts'
import { answersOf } from './buttons.ts'
import { describeCondition } from './condition-texts.ts'
import { type Draft, ME, type PlacedField } from './draft.ts'
import { fieldsOf, indexOf, signersOf } from './draft-recipients.ts'
import { select, useEditorUi } from './editor-ui.store.ts'
import { FieldContent } from './field-content.tsx'
import { handleFieldKey } from './field-keys.ts'
import { nameOf } from './field-label.ts'
import { FieldTools } from './field-tools.tsx'
import { OthersContent } from './others-content.tsx'
import { isReadOnly } from './settings-problem.ts'
import { signerLabel } from './signer-label.ts'
import { useFieldDrag } from './use-field-drag.ts'

/** Of text in a field, in points; the same as in the signed document. */
const LARGEST_TEXT = 12

type FieldBoxProps = { draft: Draft; field: PlacedField; page: PageView }

/** A field on a page: fill it in, move it, resize it, delete it, give it to somebody else. */
export function FieldBox({ draft, field, page }: FieldBoxProps) {
  const { scale } = page
  const fields = fieldsOf(draft)
  const isSelected = useEditorUi(({ selected }) => selected === field.id)
  const { shown, isDragging, startMove, startResize } = useFieldDrag(field, page)
  const owner = signersOf(draft).find(({ id }) => id === field.recipient)
  const name = owner && !draft.isOnlyMe ? signerLabel(draft, owner) : null
  const condition = describeCondition(field, fields)
  const fontSize = Math.min(LARGEST_TEXT, shown.height * 0.7) * scale
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be positioned and focused like this.
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the field.
      tabIndex={0}
      data-field={field.id}
      aria-label={describe(field, fields, name)}
      aria-describedby="field-help"
      onFocus={() => select(field.id)}
      onPointerDown={startMove}
      onKeyDown={(event) => handleFieldKey(event, field, page)}
      className={classNameOf(field, isSelected, isDragging)}
      style={{
        left: shown.left * scale,
        top: shown.top * scale,
        width: shown.width * scale,
        height: shown.height * scale,
        ...colorsOf(indexOf(draft, field.recipient)),
      }}
    >
      {field.recipient === ME ? (
        <FieldContent
          field={field}
          signerName={draft.signerName}
          fontSize={fontSize}
          size={shown}
        />
      ) : (
        <OthersContent field={field} name={name ?? ''} fontSize={fontSize} size={shown} />
      )}
      <span aria-hidden="true" className="absolute -top-1.5 -left-1.5 flex gap-0.5">
        {isReadOnly(field) && <SmallMark icon={Lock} title={t('Read-only')} />}
        {condition !== null && <SmallMark icon={Split} title={condition} />}
      </span>
      {isSelected && (
        <>
          <FieldTools draft={draft} field={field} page={page} />
          <ResizeHandle onStart={startResize} />
        </>
      )}
    </div>
  )
}

function classNameOf(field: PlacedField, isSelected: boolean, isDragging: boolean): string {
  return cx(
    'pointer-events-auto absolute cursor-move outline-none transition-[background-color,box-shadow]',
    field.type === 'radio' ? 'rounded-full' : 'rounded-xs',
    'focus-visible:ring-3 focus-visible:ring-accent/50',
    isSelected
      ? 'z-10 touch-none bg-accent/15 ring-2 ring-accent'
      : 'ring-1 ring-accent/60 hover:bg-accent/15',
    !isSelected &&
      (isFilled(field)
        ? 'bg-accent/5'
        : 'bg-[color-mix(in_oklab,var(--color-accent)_12%,white)]/90'),
    isDragging && 'shadow-lift',
  )
}

/** The lower right corner, which changes the size with the pointer. Keys do the same on the field. */
function ResizeHandle({ onStart }: { onStart: (event: PointerEvent<HTMLElement>) => void }) {
  return (
    <span
      aria-hidden="true"
      onPointerDown={(event) => {
        event.stopPropagation()
        onStart(event)
      }}
      className="absolute -right-1.5 -bottom-1.5 size-3 cursor-nwse-resize touch-none rounded-full border-2 border-white bg-accent shadow-sheet after:absolute after:-inset-2.5"
    />
  )
}

/** In the corner of a field: what is special about it. */
function SmallMark({ icon: Icon, title }: { icon: LucideIcon; title: string }) {
  return (
    <span
      title={title}
      className="flex size-3.5 items-center justify-center rounded-full bg-accent text-white ring-1 ring-white"
    >
      <Icon className="size-2.5" />
    </span>
  )
}

/** @param name whose field it is; null if only the sender signs */
function describe(field: PlacedField, fields: Draft['fields'], name: string | null): string {
  const owned = describeOwner(field, fields, name)
  const description = isReadOnly(field)
    ? t('{description}, read-only', { description: owned })
    : owned
  const condition = describeCondition(field, fields)
  return condition === null
    ? description
    : t('{description}. {condition}', { description, condition })
}

/** @param name whose field it is; null if only the sender signs */
function describeOwner(field: PlacedField, fields: Draft['fields'], name: string | null): string {
  const values = { field: nameOf(field), page: field.page }
  if (field.type !== 'radio')
    return name === null
      ? t('{field}, page {page}', values)
      : t('{field} of {name}, page {page}', { ...values, name })
  const answers = answersOf(field, fields)
  const answer = { ...values, number: answers.indexOf(field) + 1, count: answers.length }
  return name === null
    ? t('{field}, answer {number} of {count}, page {page}', answer)
    : t('{field} of {name}, answer {number} of {count}, page {page}', { ...answer, name })
}

function isFilled({ value }: PlacedField): boolean {
  return value !== null && (value.kind !== 'text' || value.text !== '')
}
