import { t } from '@inkproof/texts/text'
import { colorsOf } from '../recipients/recipient-color.ts'
import { AssigneeSelect } from './assignee-select.tsx'
import type { Draft, PlacedField } from './draft.ts'
import { indexOf } from './draft-recipients.ts'
import { PALETTE } from './field-types.ts'
import { Palette, type PaletteProps } from './palette.tsx'

type Props = Pick<PaletteProps, 'onAdd' | 'onDrop'> & {
  draft: Draft
  /** All fields of the draft. */
  fields: readonly PlacedField[]
  /** The ID of the person who gets new fields; null if nobody signs. */
  assignee: string | null
  /** What is missing, as a sentence. Shown on phones only. */
  hint: string | null
}

/** Beside the pages, on phones below them: the fields that can be added, or why there are none. */
export function FieldsAside({ assignee, draft, fields, hint, onAdd, onDrop }: Props) {
  return (
    <aside
      aria-label={t('Fields')}
      className="sticky max-lg:-mx-4 max-lg:sm:-mx-6 max-lg:bottom-0 max-lg:z-30 max-lg:order-last max-lg:border-line max-lg:border-t max-lg:bg-canvas max-lg:pb-[env(safe-area-inset-bottom)] lg:top-36 lg:self-start"
    >
      <p className="truncate px-3 pt-2 text-ink-muted text-sm empty:hidden md:hidden">{hint}</p>
      {draft.signedBefore?.canShow === false ? (
        <p className="text-ink-muted text-sm max-lg:p-3">
          {t('The signatures are not shown on the pages.')}
        </p>
      ) : assignee === null ? (
        <p className="text-ink-muted text-sm max-lg:p-3">
          {t('Only signers have fields. Add a signer above.')}
        </p>
      ) : (
        <div style={colorsOf(indexOf(draft, assignee))}>
          <AssigneeSelect draft={draft} assignee={assignee} />
          <Palette
            types={draft.signedBefore ? ['signature'] : PALETTE}
            fields={fields.filter(({ recipient }) => recipient === assignee)}
            onAdd={onAdd}
            onDrop={onDrop}
          />
        </div>
      )}
      {draft.signedBefore?.canShow !== false && (
        <p id="palette-help" className="mt-4 text-ink-faint text-sm max-lg:sr-only">
          {t('Choose a field, then click the page, or drag the field onto the page.')}
        </p>
      )}
    </aside>
  )
}
