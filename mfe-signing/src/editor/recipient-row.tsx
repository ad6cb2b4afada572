import { RECIPIENT_ROLES, type RecipientRole } from '@inkproof/protocol/envelopes'
import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Checkbox } from '@inkproof/ui/checkbox'
import { Disclosure } from '@inkproof/ui/disclosure'
import { Field } from '@inkproof/ui/field'
import { IconButton } from '@inkproof/ui/icon-button'
import { Input } from '@inkproof/ui/input'
import { Select } from '@inkproof/ui/select'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { RecipientMark } from '../recipients/recipient-mark.tsx'
import { ROLE_LABELS } from '../recipients/role-texts.ts'
import { editDraft } from './draft.store.ts'
import { type DraftRecipient, ME } from './draft.ts'
import { editRecipient, moveRecipient, removeRecipient } from './recipient-edits.ts'

type RecipientRowProps = {
  recipient: DraftRecipient
  index: number
  count: number
  /** The number of their turn; null if all act at the same time. */
  order: number | null
  signerName: string
}

/** A recipient: name, address, role, turn and access code. */
export function RecipientRow(props: RecipientRowProps) {
  const { count, index, order, recipient, signerName } = props
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
        {order !== null && (
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
        )}
        <IconButton
          size="sm"
          label={t('Remove {name}', { name: person })}
          onClick={() => removeRecipient(recipient)}
        >
          <X />
        </IconButton>
      </div>
      <div className="grid gap-3 md:grid-cols-[1fr_1fr_10rem]">
        <NameInput {...props} />
        <EmailInput recipient={recipient} />
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
      {!isMe && <AccessCode recipient={recipient} />}
    </li>
  )
}

/** The sender sees everything anyway. */
const OWN_ROLES: readonly RecipientRole[] = ['signer', 'approver']

function NameInput({ recipient: { id, name }, signerName }: RecipientRowProps) {
  const isMe = id === ME
  return (
    <Field label={t('Name')}>
      <Input
        name={isMe ? 'name' : `recipient-name-${id}`}
        autoComplete={isMe ? 'name' : 'off'}
        value={isMe ? signerName : name}
        maxLength={100}
        onChange={({ currentTarget: { value } }) =>
          isMe ? editDraft(() => ({ signerName: value })) : editRecipient(id, { name: value })
        }
      />
    </Field>
  )
}

function EmailInput({ recipient: { email, id } }: Pick<RecipientRowProps, 'recipient'>) {
  const own = useSession(({ user }) => user?.email)
  return (
    <Field label={t('E-mail address')}>
      {id === ME ? (
        <Input value={own ?? ''} placeholder={t('The address of your account')} disabled readOnly />
      ) : (
        <Input
          name={`recipient-email-${id}`}
          type="email"
          autoComplete="off"
          value={email}
          maxLength={254}
          onChange={({ currentTarget: { value } }) => editRecipient(id, { email: value })}
        />
      )}
    </Field>
  )
}

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
