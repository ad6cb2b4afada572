import type { KnownPerson } from '@inkproof/protocol/address-book'
import { normalizeEmail } from '@inkproof/protocol/email-address'
import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Combobox } from '@inkproof/ui/combobox'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { useKnownPeople } from '../address-book/use-known-people.ts'
import { editDraft } from './draft.store.ts'
import type { DraftRecipient } from './draft.ts'
import { announce } from './editor-ui.store.ts'
import { editRecipient } from './recipient-edits.ts'

type OtherPersonProps = {
  recipient: DraftRecipient
  /** The addresses of the other recipients, who are not suggested. */
  otherEmails: readonly string[]
}

/** Name and address of a recipient, with suggestions from the address book; choosing one fills in both. */
export function OtherPerson({ otherEmails, recipient }: OtherPersonProps) {
  const { email, id, name } = recipient
  return (
    <>
      <Field label={t('Name')}>
        <PersonCombobox
          field="name"
          recipient={recipient}
          otherEmails={otherEmails}
          name={`recipient-name-${id}`}
          value={name}
          maxLength={100}
        />
      </Field>
      <Field label={t('E-mail address')}>
        <PersonCombobox
          field="email"
          recipient={recipient}
          otherEmails={otherEmails}
          name={`recipient-email-${id}`}
          type="email"
          value={email}
          maxLength={254}
        />
      </Field>
    </>
  )
}

type PersonComboboxProps = OtherPersonProps & {
  field: 'name' | 'email'
  name: string
  type?: 'email'
  value: string
  maxLength: number
}

function PersonCombobox({ field, otherEmails, recipient, ...input }: PersonComboboxProps) {
  const known = useKnownPeople()
  const taken = new Set(otherEmails.map((email) => normalizeEmail(email.trim())))
  const people = known.people.filter(
    (person) => !taken.has(person.email) && !isEntered(person, recipient),
  )
  return (
    <Combobox
      {...input}
      listLabel={t('Address book')}
      options={people.map(({ email, name }) => ({ id: email, label: name, detail: email }))}
      onValueChange={(value) => {
        editRecipient(recipient.id, { [field]: value })
        known.search(value)
      }}
      onChoose={(email) => {
        const person = people.find((one) => one.email === email)
        known.clear()
        if (person === undefined) return
        editRecipient(recipient.id, { name: person.name, email: person.email })
        announce(t('Name and address of {name} were filled in.', { name: person.name }))
      }}
    />
  )
}

/** Whether a suggestion would change nothing. */
function isEntered(person: KnownPerson, { email, name }: DraftRecipient): boolean {
  return person.name === name && person.email === email
}

/** The sender as a recipient. */
export function OwnPerson({ signerName }: { signerName: string }) {
  const email = useSession(({ user }) => user?.email)
  return (
    <>
      <Field label={t('Name')}>
        <Input
          name="name"
          autoComplete="name"
          value={signerName}
          maxLength={100}
          onChange={({ currentTarget: { value } }) => editDraft(() => ({ signerName: value }))}
        />
      </Field>
      <Field label={t('E-mail address')}>
        <Input
          value={email ?? ''}
          placeholder={t('The address of your account')}
          disabled
          readOnly
        />
      </Field>
    </>
  )
}
