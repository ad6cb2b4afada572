import { correctRecipient } from '@inkproof/protocol/calls/envelopes'
import { normalizeEmail } from '@inkproof/protocol/email-address'
import { CorrectRecipientRequest, type EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { cleanLine } from '@inkproof/texts/unsafe-characters'
import { useState } from 'react'
import { hasSignatures } from './can-correct.ts'
import { type RecipientChange, sendChange } from './recipient-change.ts'

/** What is entered to correct a recipient, what is wrong with it, and a function that checks and sends it. */
export function useCorrection(form: Omit<RecipientChange, 'id'>) {
  const { envelope, isBusy, recipient } = form
  // What was entered before stays the basis, even if another browser corrects the same recipient meanwhile.
  const [before] = useState(recipient)
  const [isNameFixed] = useState(() => hasSignatures(envelope))
  const [name, setName] = useState(before.name)
  const [email, setEmail] = useState(before.email)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function submit(): Promise<void> {
    if (isBusy) return
    const entered = { name: cleanLine(name), email: email.trim() }
    const found = findProblem(entered, before, isNameFixed)
    setProblem(found)
    if (found) return
    const params = { id: envelope.id, recipient: before.id }
    const failure = await sendChange(
      form,
      () => call(correctRecipient, { params, body: entered }),
      t('{name} was corrected', { name: entered.name }),
    )
    if (failure !== null) setProblem({ control: null, sentence: failure })
  }

  return { before, email, isNameFixed, name, problem, setEmail, setName, submit }
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
