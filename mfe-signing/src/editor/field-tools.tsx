import { t } from '@inkproof/texts/text'
import { Plus, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PageView } from '../pdf/page-view.ts'
import { nextButton } from './buttons.ts'
import { addFields } from './draft.store.ts'
import type { Draft, PlacedField } from './draft.ts'
import { announce, configure, select } from './editor-ui.store.ts'
import { describeType } from './field-types.ts'

type FieldToolsProps = { draft: Draft; field: PlacedField; page: PageView }

/** Below a selected field: its settings, and for a radio button another answer. A signature has no settings. */
export function FieldTools({ draft, field, page }: FieldToolsProps) {
  const { label } = describeType(field.type)
  const addButton = () => {
    const [added] = addFields([nextButton(field, draft.fields, page)])
    if (added === undefined) return
    select(added.id)
    announce(t('Another answer was added.'))
  }
  return (
    <div className="absolute top-full left-0 mt-2 flex gap-1.5">
      {field.type !== 'signature' && (
        <Tool
          label={t('Settings of “{field}”', { field: label })}
          onClick={() => configure(field.id)}
        >
          <SlidersHorizontal aria-hidden="true" />
        </Tool>
      )}
      {field.type === 'radio' && (
        <Tool label={t('Add another answer')} onClick={addButton}>
          <Plus aria-hidden="true" />
        </Tool>
      )}
    </div>
  )
}

type ToolProps = { label: string; onClick: () => void; children: ReactNode }

function Tool({ children, label, onClick }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={onClick}
      className="relative flex size-6.5 cursor-pointer items-center justify-center rounded-sm border border-white bg-accent text-white shadow-sheet outline-none after:absolute after:-inset-y-2.5 after:-inset-x-1 focus-visible:ring-3 focus-visible:ring-accent/50 [&>svg]:size-3.5"
    >
      {children}
    </button>
  )
}
