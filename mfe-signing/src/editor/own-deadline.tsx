import { t } from '@inkproof/texts/text'
import { Disclosure } from '@inkproof/ui/disclosure'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import type { DraftRecipient } from './draft.ts'
import { editRecipient, removeDeadline } from './recipient-edits.ts'

/** How many days a signer or approver has, if they have less time than the request. */
export function OwnDeadline({ recipient }: { recipient: DraftRecipient }) {
  const { answerWithinDays: days, id } = recipient
  return (
    <Disclosure
      defaultOpen={days !== undefined}
      summary={
        <span className="text-ink-muted text-sm">{t('Set a deadline for this person')}</span>
      }
    >
      <Field
        label={t('Days to respond')}
        optional
        hint={t(
          'Counted from the e-mail that invites this person, and not longer than the deadline of the request. If the person has not responded by then, the request ends for everyone.',
        )}
        className="max-w-sm"
      >
        <Input
          name={`recipient-days-${id}`}
          type="number"
          inputMode="numeric"
          min={1}
          max={90}
          className="max-w-28"
          value={days === undefined || Number.isNaN(days) ? '' : days}
          onChange={({ currentTarget: { validity, valueAsNumber } }) =>
            Number.isNaN(valueAsNumber) && !validity.badInput
              ? removeDeadline(id)
              : editRecipient(id, { answerWithinDays: valueAsNumber })
          }
        />
      </Field>
    </Disclosure>
  )
}
