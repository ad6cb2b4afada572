import { t } from '@inkproof/texts/text'
import { recipientColor } from '../recipients/recipient-color.ts'
import type { Draft } from './draft.ts'
import { indexOf, signersOf } from './draft-recipients.ts'
import { assignTo } from './editor-ui.store.ts'
import { signerLabel } from './signer-label.ts'

type AssigneeSelectProps = { draft: Draft; assignee: string }

/** Chooses the person who gets the next fields. Renders nothing if only the sender signs. */
export function AssigneeSelect({ assignee, draft }: AssigneeSelectProps) {
  const signers = signersOf(draft)
  if (draft.isOnlyMe) return null
  return (
    <label className="mb-3 block max-lg:mx-3 max-lg:mt-2 max-lg:mb-0">
      <span className="mb-1.5 block font-medium text-ink text-sm max-lg:sr-only">
        {t('Fields for')}
      </span>
      <span className="flex items-center gap-2 rounded-md border border-line-strong bg-field pl-3 focus-within:ring-2 focus-within:ring-accent">
        <span
          aria-hidden="true"
          className="size-3 shrink-0 rounded-full"
          style={{ backgroundColor: recipientColor(indexOf(draft, assignee)) }}
        />
        <select
          value={assignee}
          onChange={({ currentTarget: { value } }) => assignTo(value)}
          className="h-10 min-w-0 flex-1 cursor-pointer truncate bg-transparent pr-2 text-ink text-sm outline-none max-md:text-[1rem] max-md:h-11 [&>option]:bg-raised [&>option]:text-ink"
        >
          {signers.map((signer) => (
            <option key={signer.id} value={signer.id}>
              {signerLabel(draft, signer)}
            </option>
          ))}
        </select>
      </span>
    </label>
  )
}
