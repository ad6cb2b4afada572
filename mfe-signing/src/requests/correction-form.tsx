import type { EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Consequences, DialogForm } from './form-dialog.tsx'
import type { RecipientChange } from './recipient-change.ts'
import { useCorrection } from './use-correction.ts'

/** The name and the address of a recipient. The button that sends them is in the dialog's footer. */
export function CorrectionForm({ id, ...input }: RecipientChange) {
  const { before, email, isNameFixed, name, problem, setEmail, setName, submit } =
    useCorrection(input)
  const errorOf = (control: 'name' | 'email') =>
    problem?.control === control ? problem.sentence : undefined
  const common = { autoComplete: 'off', disabled: input.isBusy }
  return (
    <DialogForm
      id={id}
      failure={problem?.control === null ? problem.sentence : null}
      failureTitle={t('The recipient was not corrected')}
      onSubmit={submit}
    >
      {!isNameFixed && (
        <Field label={t('Name')} required error={errorOf('name')}>
          <Input
            {...common}
            name="name"
            value={name}
            maxLength={100}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
        </Field>
      )}
      <Field label={t('E-mail address')} required error={errorOf('email')}>
        <Input
          {...common}
          name="email"
          type="email"
          value={email}
          maxLength={254}
          onChange={({ currentTarget: { value } }) => setEmail(value)}
        />
      </Field>
      <WhatFollows recipient={before} isNameFixed={isNameFixed} />
    </DialogForm>
  )
}

type WhatFollowsProps = { recipient: EnvelopeRecipient; isNameFixed: boolean }

function WhatFollows({ isNameFixed, recipient }: WhatFollowsProps) {
  return (
    <Consequences>
      {recipient.state !== 'later' && <li>{t('The old link and codes stop working at once.')}</li>}
      <li>{describeNextEmail(recipient)}</li>
      {recipient.hasAccessCode && <li>{t('The access code stays the same.')}</li>}
      {isNameFixed && (
        <li>
          {t(
            'Someone has already signed or approved, so the name {name} can no longer be corrected.',
            {
              name: recipient.name,
            },
          )}
        </li>
      )}
      <li>
        {isNameFixed
          ? t(
              'All recipients can see this correction. The signed document contains the old and the new address.',
            )
          : t(
              'All recipients can see this correction. The signed document contains the old and the new name and address.',
            )}
      </li>
    </Consequences>
  )
}

function describeNextEmail({ role, state }: EnvelopeRecipient): string {
  if (role === 'copy') return t('The finished document is sent to this address.')
  return state === 'later'
    ? t('This person gets the link by e-mail when it is their turn.')
    : t('A new link is e-mailed to this address.')
}
