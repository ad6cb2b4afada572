import type { FieldType } from '@inkproof/protocol/envelope-fields'
import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import type { PlacedField } from './draft.ts'
import { announce, arm, useEditorUi } from './editor-ui.store.ts'
import { describeType, type EditorFieldType } from './field-types.ts'
import { usePointerDrag } from './use-pointer-drag.ts'

export type PaletteProps = {
  /** The types that can be added, in this order. */
  types: readonly EditorFieldType[]
  /** Of the person who gets the next field. */
  fields: readonly PlacedField[]
  /** Adds a field to the page that is on the screen. */
  onAdd: (type: FieldType) => void
  /** Adds a field at a position of the window, if there is a page. */
  onDrop: (type: FieldType, position: { x: number; y: number }) => void
}

/** The types of fields. Click one, then the page; or drag it onto the page; or press Enter on it. */
export function Palette({ fields, onAdd, onDrop, types }: PaletteProps) {
  const isSigned = fields.some(({ type }) => type === 'signature')
  return (
    <ul
      aria-label={t('Fields')}
      className="flex gap-1.5 max-lg:overflow-x-auto max-lg:px-3 max-lg:py-2 lg:flex-col"
    >
      {types.map((type) => (
        <li key={type} className="shrink-0">
          <Entry
            type={type}
            isUsed={type === 'signature' && isSigned}
            onAdd={onAdd}
            onDrop={onDrop}
          />
        </li>
      ))}
    </ul>
  )
}

type EntryProps = Omit<PaletteProps, 'fields' | 'types'> & {
  type: EditorFieldType
  isUsed: boolean
}

function Entry({ type, isUsed, onAdd, onDrop }: EntryProps) {
  const isArmed = useEditorUi(({ armed }) => armed === type)
  const { label, icon: Icon } = describeType(type)
  const startDrag = usePointerDrag({
    onDrag: () => arm(type),
    onDrop: (distance, { clientX, clientY }) => {
      arm(null)
      if (distance !== null) onDrop(type, { x: clientX, y: clientY })
    },
  })
  return (
    <button
      type="button"
      disabled={isUsed}
      aria-pressed={isArmed}
      aria-describedby="palette-help"
      title={isUsed ? t('Already placed. Use initials on other pages.') : undefined}
      // Touch scrolls the palette instead.
      onPointerDown={(event) => event.pointerType === 'mouse' && startDrag(event)}
      onClick={(event) => {
        // A click by keyboard or screen reader has no position to follow.
        if (event.detail === 0) onAdd(type)
        else armWith(isArmed ? null : type, label)
      }}
      className={cx(
        'flex w-full cursor-pointer touch-manipulation select-none items-center gap-2.5 rounded-md border text-sm transition-[background-color,border-color,color]',
        'disabled:cursor-default disabled:opacity-45 [&>svg]:size-4 [&>svg]:shrink-0',
        'max-lg:min-h-14 max-lg:min-w-17 max-lg:flex-col max-lg:justify-center max-lg:gap-1 max-lg:px-2 max-lg:text-2xs lg:h-10 lg:px-3',
        isArmed
          ? 'border-accent bg-accent text-on-accent [&>svg]:text-on-accent'
          : 'border-line bg-surface text-ink hover:border-line-strong hover:bg-hover [&>svg]:text-accent-ink',
      )}
    >
      <Icon aria-hidden="true" strokeWidth={1.75} />
      <span className="whitespace-nowrap">{label}</span>
    </button>
  )
}

function armWith(type: FieldType | null, label: string): void {
  arm(type)
  if (type !== null) announce(t('Choose where to place “{field}” on the page.', { field: label }))
}
