import { urlOf } from '@inkproof/protocol/call-url'
import { correctRecipient, listEnvelopes } from '@inkproof/protocol/calls/envelopes'
import { normalizeEmail } from '@inkproof/protocol/email-address'
import { CorrectRecipientRequest, type EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { toast } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { refetch } from '@inkproof/slice-parts/refetch'
import { t } from '@inkproof/texts/text'
import { cleanLine } from '@inkproof/texts/unsafe-characters'
import { useState } from 'react'
import { failureOf } from '../signing/failure.ts'
import { hasSignatures } from './can-correct.ts'
import type { RecipientChange } from './recipient-change.ts'

/** What is entered to correct a recipient, what is wrong with it, and a function that checks and sends it. */
export function useCorrection({
  envelope,
  isBusy,
  onBusy,
  onDone,
  recipient,
}: Omit<RecipientChange, 'id'>) {
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
