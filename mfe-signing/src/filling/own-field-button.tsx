import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { Paperclip, PenLine, Stamp } from 'lucide-react'
import type { MarkKind } from '../appearance/mark.ts'
import { MARK_NAMES } from '../appearance/mark-names.ts'
import { nameOfField } from '../signing/field-names.ts'
import { isFilled, isMark, isOpen, type OwnField } from './own-fields.ts'

/** Of text in an empty field, in points. */
const LARGEST_TEXT = 12

type Box = { left: number; top: number; width: number; height: number }
type Props = {
  own: OwnField
  /** Of a radio button: all buttons of its group. */
  alternatives: readonly OwnField[]
  /** In CSS pixels on the page. */
  box: Box
  scale: number
  isCurrent: boolean
  onChoose: () => void
}

/** One of the person's fields on a page. Its value is drawn below it. */
export function OwnFieldButton({ alternatives, box, isCurrent, onChoose, own, scale }: Props) {
  const { field, value } = own
  const isEmpty = !isFilled(own)
  const isButton = field.type === 'checkbox' || field.type === 'radio'
  const hint = hintOf(own)
  const toggle = isButton && {
    role: field.type,
    'aria-checked': value?.kind === 'checkbox' && value.isSelected,
  }
  return (
    <button
      {...toggle}
      type="button"
      data-own-field={field.id}
      aria-label={describe(own, alternatives)}
      aria-current={isCurrent || undefined}
      onClick={onChoose}
      style={box}
      className={cx(
        'pointer-events-auto absolute flex cursor-pointer items-center justify-center gap-1 overflow-visible outline-none',
        field.type === 'radio' ? 'rounded-full' : 'rounded-xs',
        'after:absolute after:-inset-1.5 focus-visible:ring-3 focus-visible:ring-accent/60',
        isCurrent
          ? 'ring-3 ring-accent'
          : isOpen(own)
            ? 'ring-2 ring-accent'
            : 'ring-1 ring-accent/40',
        isEmpty && 'bg-accent/15 hover:bg-accent/25',
      )}
    >
      {isEmpty && hint && (
        <span
          // Paper is white in both themes, so the text has the accent of the light one.
          className="flex max-w-full items-center gap-1 truncate px-0.5 font-medium text-[oklch(0.475_0.245_264)]"
          style={{ fontSize: Math.min(LARGEST_TEXT * scale, box.height * 0.6) }}
        >
          {hint.Icon && <hint.Icon className="size-[1em] shrink-0" aria-hidden="true" />}
          <span className="truncate">{hint.text}</span>
        </span>
      )}
    </button>
  )
}

/** What an empty field says: what the sender asked for, or what to do if it is not typed into. */
function hintOf(own: OwnField) {
  const { label, type } = own.field
  if (type === 'checkbox' || type === 'radio') return null
  if (type === 'attachment') return { Icon: Paperclip, text: label ?? t('Attach a file') }
  if (!isMark(own)) return label === undefined ? null : { Icon: null, text: label }
  const Icon = type === 'stamp' ? Stamp : PenLine
  return { Icon, text: MARK_NAMES[type as MarkKind].short }
}

function describe(own: OwnField, alternatives: readonly OwnField[]): string {
  const { page, required, type } = own.field
  const values = { field: nameOfField(own.field), page }
  if (type !== 'radio')
    return required
      ? t('{field}, required, page {page}', values)
      : t('{field}, page {page}', values)
  const answer = { ...values, number: alternatives.indexOf(own) + 1, count: alternatives.length }
  return required
    ? t('{field}, answer {number} of {count}, required, page {page}', answer)
    : t('{field}, answer {number} of {count}, page {page}', answer)
}
