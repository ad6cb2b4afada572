import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { editQuestion } from './draft.store.ts'
import type { Draft, PlacedField } from './draft.ts'
import { fieldsOf, signersOf } from './draft-recipients.ts'
import { announce } from './editor-ui.store.ts'
import { signerLabel } from './signer-label.ts'

type FieldOwnerProps = { draft: Draft; field: PlacedField; className: string }

/** Gives a field to another signer. Each signer has at most one signature field. */
export function FieldOwner({ className, draft, field }: FieldOwnerProps) {
  const taken = new Set(
    fieldsOf(draft)
      .filter(({ id, type }) => type === 'signature' && id !== field.id)
      .map(({ recipient }) => recipient),
  )
  const signers = signersOf(draft)
  if (signers.length < 2) return null
  return (
    <select
      aria-label={t('Belongs to')}
      value={field.recipient}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
      onChange={({ currentTarget: { selectedOptions, value } }) => {
        editQuestion(field, { recipient: value, value: null })
        const name = selectedOptions[0]?.textContent ?? ''
        announce(t('The field now belongs to {name}.', { name }))
      }}
      className={cx(
        'h-6.5 max-w-44 cursor-pointer truncate rounded-sm border border-white bg-accent px-1.5 text-white text-xs shadow-sheet outline-none focus-visible:ring-3 focus-visible:ring-accent/50',
        className,
      )}
    >
      {signers.map((signer) => (
        <option
          key={signer.id}
          value={signer.id}
          disabled={field.type === 'signature' && taken.has(signer.id)}
        >
          {signerLabel(draft, signer)}
        </option>
      ))}
    </select>
  )
}
