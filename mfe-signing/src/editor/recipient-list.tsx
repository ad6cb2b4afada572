import { MAX_RECIPIENTS } from '@inkproof/protocol/start-envelope'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { RadioGroup } from '@inkproof/ui/radio-group'
import { Plus, UserRound } from 'lucide-react'
import { AddressBookButton } from '../address-book/address-book-button.tsx'
import { editDraft } from './draft.store.ts'
import { type Draft, ME } from './draft.ts'
import { ordersOf } from './draft-recipients.ts'
import { addMe, addRecipient } from './recipient-edits.ts'
import { RecipientRow } from './recipient-row.tsx'

/** Who receives the request, and in which order they act. */
export function RecipientList({ draft }: { draft: Draft }) {
  const { isOrdered, recipients } = draft
  const orders = ordersOf(draft)
  const isFull = recipients.length >= MAX_RECIPIENTS
  return (
    <div className="space-y-4">
      <h2 className="font-medium text-ink text-sm">{t('Recipients')}</h2>
      <ol aria-label={t('Recipients')} className="space-y-3">
        {recipients.map((recipient, index) => (
          <RecipientRow
            key={recipient.id}
            recipient={recipient}
            index={index}
            count={recipients.length}
            order={isOrdered ? (orders[index] ?? null) : null}
            signerName={draft.signerName}
            otherEmails={recipients.filter((one) => one !== recipient).map(({ email }) => email)}
          />
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" name="add-recipient" disabled={isFull} onClick={addRecipient}>
          <Plus />
          {t('Add recipient')}
        </Button>
        {!recipients.some(({ id }) => id === ME) && (
          <Button size="sm" variant="ghost" disabled={isFull} onClick={addMe}>
            <UserRound />
            {t('Add me')}
          </Button>
        )}
        <AddressBookButton />
      </div>
      {recipients.length > 1 && (
        <RadioGroup
          label={t('Order')}
          value={isOrdered ? 'ordered' : 'together'}
          onValueChange={(value) => editDraft(() => ({ isOrdered: value === 'ordered' }))}
          options={[
            { value: 'together', label: t('All at the same time') },
            {
              value: 'ordered',
              label: t('In this order'),
              hint: isOrdered
                ? t('Each person is invited when everyone before them has signed or approved.')
                : undefined,
            },
          ]}
        />
      )}
    </div>
  )
}
