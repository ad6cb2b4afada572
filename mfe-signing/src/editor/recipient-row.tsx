import { RECIPIENT_ROLES, type RecipientRole } from '@inkproof/protocol/recipient-roles'
import { t } from '@inkproof/texts/text'
import { Checkbox } from '@inkproof/ui/checkbox'
import { Disclosure } from '@inkproof/ui/disclosure'
import { Field } from '@inkproof/ui/field'
import { IconButton } from '@inkproof/ui/icon-button'
import { Input } from '@inkproof/ui/input'
import { Select } from '@inkproof/ui/select'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { mustAct } from '../recipients/must-act.ts'
import { RecipientMark } from '../recipients/recipient-mark.tsx'
import { ROLE_LABELS } from '../recipients/role-texts.ts'
import { type DraftRecipient, ME } from './draft.ts'
import { OwnDeadline } from './own-deadline.tsx'
import { editRecipient, moveRecipient, removeRecipient } from './recipient-edits.ts'
import { OtherPerson, OwnPerson } from './recipient-person.tsx'

type RecipientRowProps = {
  recipient: DraftRecipient
  index: number
  count: number
  /** The number of their turn; null if all act at the same time. */
  order: number | null
  signerName: string
  /** The addresses of the other recipients. */
  otherEmails: readonly string[]
}

/** A recipient: name, address, role, turn and access code. */
export function RecipientRow({
  count,
  index,
  order,
  otherEmails,
  recipient,
  signerName,
}: RecipientRowProps) {
  const { id, isWithPrevious } = recipient
  const isMe = id === ME
  const name = isMe ? signerName : recipient.name
  const person = name.trim() || t('recipient {number}', { number: index + 1 })
  return (
    <li
      aria-label={isMe ? t('{name} (you)', { name: person }) : person}
      className="space-y-1 rounded-lg border border-line bg-surface p-4"
    >
      <div className="flex items-center gap-3">
        <RecipientMark name={name} index={index} />
        <p className="min-w-0 flex-1 truncate text-ink-muted text-sm">
          {order !== null && t('Turn {number}', { number: order })}
          {order !== null && isMe && ' · '}
          {isMe && t('You')}
        </p>
        {order !== null && <MoveButtons id={id} index={index} count={count} person={person} />}
        <IconButton
          size="sm"
          label={t('Remove {name}', { name: person })}
          onClick={() => removeRecipient(recipient)}
        >
          <X />
        </IconButton>
      </div>
      <div className="grid gap-3 md:grid-cols-[1fr_1fr_10rem]">
        {isMe ? (
          <OwnPerson signerName={signerName} />
        ) : (
          <OtherPerson recipient={recipient} otherEmails={otherEmails} />
        )}
        <Field label={t('Role')}>
          <Select
            value={recipient.role}
            onValueChange={(role) => editRecipient(id, { role: role as RecipientRole })}
            options={RECIPIENT_ROLES.filter((role) => !isMe || OWN_ROLES.includes(role)).map(
              (role) => ({ value: role, label: ROLE_LABELS[role] }),
            )}
          />
        </Field>
      </div>
      {order !== null && index > 0 && (
        <Checkbox
          label={t('At the same time as the person above')}
          checked={isWithPrevious}
          onCheckedChange={(checked) => editRecipient(id, { isWithPrevious: checked })}
        />
      )}
      {!isMe && (
        <div className="grid gap-x-8 md:grid-cols-2">
          <AccessCode recipient={recipient} />
          {mustAct(recipient) && <OwnDeadline recipient={recipient} />}
        </div>
      )}
    </li>
  )
}

type MoveButtonsProps = Pick<RecipientRowProps, 'count' | 'index'> & { id: string; person: string }

/** Moves a recipient in the order in which they act. */
function MoveButtons({ count, id, index, person }: MoveButtonsProps) {
  return (
    <>
      <IconButton
        size="sm"
        label={t('Move {name} up', { name: person })}
        disabled={index === 0}
        onClick={() => moveRecipient(id, -1)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        size="sm"
        label={t('Move {name} down', { name: person })}
        disabled={index === count - 1}
        onClick={() => moveRecipient(id, 1)}
      >
        <ArrowDown />
      </IconButton>
    </>
  )
}

/** The sender sees everything anyway. */
const OWN_ROLES: readonly RecipientRole[] = ['signer', 'approver']

function AccessCode({ recipient: { accessCode, id } }: Pick<RecipientRowProps, 'recipient'>) {
  return (
    <Disclosure
      defaultOpen={accessCode !== ''}
      summary={<span className="text-ink-muted text-sm">{t('Protect with an access code')}</span>}
    >
      <Field
        label={t('Access code')}
        optional
        hint={t(
          'The document opens only with this code. Give it to the person by phone or text message, not by e-mail.',
        )}
        className="max-w-sm"
      >
        <Input
          name={`recipient-code-${id}`}
          autoComplete="off"
          value={accessCode}
          maxLength={64}
          onChange={({ currentTarget: { value } }) => editRecipient(id, { accessCode: value })}
        />
      </Field>
    </Disclosure>
  )
}
