import { urlOf } from '@inkproof/protocol/call-url'
import { correctRecipient, listEnvelopes } from '@inkproof/protocol/calls/envelopes'
import { normalizeEmail } from '@inkproof/protocol/email-address'
import {
  CorrectRecipientRequest,
  type Envelope,
  type EnvelopeRecipient,
} from '@inkproof/protocol/envelopes'
import { toast } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { refetch } from '@inkproof/slice-parts/refetch'
import { t } from '@inkproof/texts/text'
import { cleanLine } from '@inkproof/texts/unsafe-characters'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Dialog } from '@inkproof/ui/dialog'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { type FormEvent, useId, useState } from 'react'
import { failureOf } from '../signing/failure.ts'
import { hasSignatures } from './can-correct.ts'

type CorrectRecipientProps = {
  envelope: Envelope
  recipient: EnvelopeRecipient
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Corrects the name and the address of a recipient, who then gets a new link. After a signature, only the address. */
export function CorrectRecipient({ onOpenChange, open, ...props }: CorrectRecipientProps) {
  const formId = useId()
  const [isBusy, setIsBusy] = useState(false)
  const isLater = props.recipient.state === 'later'
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !isBusy && onOpenChange(next)}
      size="md"
      title={hasSignatures(props.envelope) ? t('Correct address') : t('Correct name or address')}
      description={t('Use this to fix a typing error, or if an e-mail did not arrive.')}
      footer={
        <>
          <Button variant="ghost" disabled={isBusy} onClick={() => onOpenChange(false)}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            {isLater ? t('Save correction') : t('Correct and send')}
          </Button>
        </>
      }
    >
      <CorrectionForm
        {...props}
        id={formId}
        isBusy={isBusy}
        onBusy={setIsBusy}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

type FormProps = Pick<CorrectRecipientProps, 'envelope' | 'recipient'> & {
  id: string
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onDone: () => void
}

function CorrectionForm({ envelope, id, isBusy, onBusy, onDone, recipient }: FormProps) {
  // What was entered before stays the basis, even if another browser corrects the same recipient meanwhile.
  const [before] = useState(recipient)
  const [isNameFixed] = useState(() => hasSignatures(envelope))
  const [name, setName] = useState(before.name)
  const [email, setEmail] = useState(before.email)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const entered = { name: cleanLine(name), email: email.trim() }
    const found = findProblem(entered, before, isNameFixed)
    setProblem(found)
    if (found) return
    onBusy(true)
    try {
      const params = { id: envelope.id, recipient: before.id }
      await call(correctRecipient, { params, body: entered })
      toast({ title: t('{name} was corrected', { name: entered.name }), variant: 'success' })
      onDone()
    } catch (error) {
      setProblem({ control: null, sentence: failureOf(error).message })
    } finally {
      onBusy(false)
      await refetch(urlOf(listEnvelopes))
    }
  }

  const errorOf = (control: 'name' | 'email') =>
    problem?.control === control ? problem.sentence : undefined
  return (
    <form id={id} noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
      {problem?.control === null && (
        <Alert tone="danger" title={t('The recipient was not corrected')}>
          {problem.sentence}
        </Alert>
      )}
      {!isNameFixed && (
        <Field label={t('Name')} required error={errorOf('name')}>
          <Input
            name="name"
            value={name}
            maxLength={100}
            autoComplete="off"
            disabled={isBusy}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
        </Field>
      )}
      <Field label={t('E-mail address')} required error={errorOf('email')}>
        <Input
          name="email"
          type="email"
          value={email}
          maxLength={254}
          autoComplete="off"
          disabled={isBusy}
          onChange={({ currentTarget: { value } }) => setEmail(value)}
        />
      </Field>
      <Consequences recipient={before} isNameFixed={isNameFixed} />
    </form>
  )
}

type ConsequencesProps = { recipient: EnvelopeRecipient; isNameFixed: boolean }

function Consequences({ isNameFixed, recipient }: ConsequencesProps) {
  return (
    <ul className="list-disc space-y-1 pl-5 text-ink-muted text-sm">
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
              'All recipients can see that you corrected this entry. The signed document contains the old and the new address.',
            )
          : t(
              'All recipients can see that you corrected this entry. The signed document contains the old and the new name and address.',
            )}
      </li>
    </ul>
  )
}

function describeNextEmail({ role, state }: EnvelopeRecipient): string {
  if (role === 'copy') return t('The finished document is sent to this address.')
  return state === 'later'
    ? t('This person gets the link by e-mail when it is their turn.')
    : t('A new link is e-mailed to this address.')
}

/** `control`: where it is corrected; null if it concerns all of it. */
type Problem = { control: 'name' | 'email' | null; sentence: string }

function findProblem(
  { email, name }: CorrectRecipientRequest,
  before: Pick<EnvelopeRecipient, 'name' | 'email'>,
  isNameFixed: boolean,
): Problem | null {
  const { shape } = CorrectRecipientRequest
  if (!shape.name.safeParse(name).success) return { control: 'name', sentence: t('Enter a name.') }
  if (!shape.email.safeParse(email).success)
    return { control: 'email', sentence: t('Enter a complete e-mail address.') }
  // Digital IDs cannot contain others.
  if (!/^[\x21-\x7e]+$/.test(normalizeEmail(email)))
    return {
      control: 'email',
      sentence: t('Addresses with special characters, such as accents, cannot be used.'),
    }
  if (name === before.name && normalizeEmail(email) === normalizeEmail(before.email))
    return {
      control: 'email',
      sentence: isNameFixed ? t('Change the address.') : t('Change the name or the address.'),
    }
  return null
}
