import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { Eraser, Plus, SlidersHorizontal, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { toShown } from '../pdf/page-geometry.ts'
import type { PageView } from '../pdf/page-view.ts'
import { answersOf, nextButton } from './buttons.ts'
import { addFields, editQuestion } from './draft.store.ts'
import { type Draft, ME, type PlacedField } from './draft.ts'
import { announce, configure, select } from './editor-ui.store.ts'
import { deleteField, focusBox } from './field-keys.ts'
import { nameOf } from './field-label.ts'
import { FieldOwner } from './field-owner.tsx'

type FieldToolsProps = { draft: Draft; field: PlacedField; page: PageView }

/** Around a selected field: whose it is, its settings, and how to delete it. */
export function FieldTools(props: FieldToolsProps) {
  const { draft, field } = props
  if (field.type === 'radio') return <ButtonTools {...props} />
  return (
    <>
      <FieldOwner draft={draft} field={field} className="absolute -top-7.5 left-0" />
      <SettingsTool field={field} className="absolute top-full left-0 mt-2" />
      <DeleteTool field={field} className="absolute -top-6.5 -right-2" />
    </>
  )
}

/** Beside a radio button, because the other buttons of its group are above and below it. */
function ButtonTools({ draft, field, page }: FieldToolsProps) {
  const { left, width } = toShown(page.size, field.rectangle)
  const isOnRight = left + width / 2 > page.size.width / 2
  const addButton = () => {
    const [added] = addFields([nextButton(field, draft.fields, page)])
    if (added === undefined) return
    select(added.id)
    const number = answersOf(added, [...draft.fields, added]).indexOf(added) + 1
    announce(t('Answer {number} was added.', { number }))
    requestAnimationFrame(() => focusBox(added.id))
  }
  return (
    <div
      className={cx(
        'absolute -top-1.5 flex w-max flex-col gap-1.5',
        isOnRight ? 'right-full mr-3.5 items-end' : 'left-full ml-3.5 items-start',
      )}
    >
      <div className="flex items-center gap-1.5">
        <SettingsTool field={field} />
        <Tool label={t('Add another answer')} onClick={addButton}>
          <Plus aria-hidden="true" />
        </Tool>
        {canClear(field, draft.fields) && (
          <Tool label={t('Clear selection')} onClick={() => clearSelection(field)}>
            <Eraser aria-hidden="true" />
          </Tool>
        )}
        <DeleteTool field={field} />
      </div>
      <FieldOwner draft={draft} field={field} className="" />
    </div>
  )
}

/** Whether the sender selected an answer without having to. */
function canClear(button: PlacedField, fields: readonly PlacedField[]): boolean {
  const isAnswered = answersOf(button, fields).some(({ value }) => value !== null)
  return button.recipient === ME && !button.required && isAnswered
}

function clearSelection(button: PlacedField): void {
  editQuestion(button, { value: null })
  announce(t('No answer is selected.'))
  focusBox(button.id)
}

type FieldToolProps = { field: PlacedField; className?: string }

function SettingsTool({ className = 'relative', field }: FieldToolProps) {
  const label = t('Settings for “{field}”', { field: nameOf(field) })
  return (
    <Tool label={label} onClick={() => configure(field.id)} className={className}>
      <SlidersHorizontal aria-hidden="true" />
    </Tool>
  )
}

function DeleteTool({ className = 'relative', field }: FieldToolProps) {
  const label =
    field.type === 'radio'
      ? t('Delete this answer')
      : t('Delete “{field}”', { field: nameOf(field) })
  return (
    <button
      type="button"
      aria-label={label}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() => deleteField(field)}
      className={cx(
        'flex size-6 cursor-pointer items-center justify-center rounded-full border border-white bg-danger-fill text-white shadow-sheet after:absolute after:-inset-2.5 hover:bg-danger-fill-hover',
        className,
      )}
    >
      <X className="size-3.5" aria-hidden="true" />
    </button>
  )
}

type ToolProps = { label: string; onClick: () => void; children: ReactNode; className?: string }

function Tool({ children, className = 'relative', label, onClick }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={onClick}
      className={cx(
        'flex size-6.5 cursor-pointer items-center justify-center rounded-sm border border-white bg-accent text-white shadow-sheet outline-none after:absolute after:-inset-x-1 after:-inset-y-2.5 focus-visible:ring-3 focus-visible:ring-accent/50 [&>svg]:size-3.5',
        className,
      )}
    >
      {children}
    </button>
  )
}
