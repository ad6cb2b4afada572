import { findEmailProblem, normalizeEmail } from '@inkproof/protocol/email-address'
import { AccessCode, EnvelopeMessage } from '@inkproof/protocol/start-envelope'
import { t } from '@inkproof/texts/text'
import { mustAct } from '../recipients/must-act.ts'
import { type Draft, type DraftRecipient, ME } from './draft.ts'

/** A problem, as a sentence, and the `name` of the control where it is corrected. */
export type RecipientProblem = { sentence: string; control: string }

/** Returns the first problem with the recipients, the message or the options of a draft, or null. */
export function findRecipientProblem(
  { expiresAfterDays, message, recipients }: Draft,
  ownEmail: string | null,
): RecipientProblem | null {
  if (!recipients.some(mustAct))
    return {
      sentence: t('Add at least one person who signs or approves.'),
      control: 'add-recipient',
    }
  for (const [index, recipient] of recipients.entries()) {
    const earlier = recipients.slice(0, index)
    const problem = findPersonProblem(recipient, index, earlier, ownEmailIn(recipients, ownEmail))
    if (problem !== null) return problem
  }
  if (!EnvelopeMessage.safeParse(message.trim()).success)
    return {
      sentence: t('Shorten the message, and remove empty lines in a row.'),
      control: 'message',
    }
  if (!Number.isInteger(expiresAfterDays) || expiresAfterDays < 1 || expiresAfterDays > 90)
    return { sentence: t('Enter a deadline of 1 to 90 days.'), control: 'expiresAfterDays' }
  return findDeadlineProblem(recipients, expiresAfterDays)
}

/** Nobody can have more time than the request. */
function findDeadlineProblem(
  recipients: readonly DraftRecipient[],
  expiresAfterDays: number,
): RecipientProblem | null {
  for (const { answerWithinDays: days, id, name, role } of recipients) {
    if (days === undefined || id === ME || !mustAct({ role })) continue
    if (!Number.isInteger(days) || days < 1 || days > expiresAfterDays)
      return {
        sentence: t('Give {name} 1 to {days} days to respond, or leave the field empty.', {
          name,
          days: expiresAfterDays,
        }),
        control: `recipient-days-${id}`,
      }
  }
  return null
}

/** The sender's address may be used for another recipient as long as the sender is none. */
function ownEmailIn(recipients: readonly DraftRecipient[], email: string | null): string | null {
  return recipients.some(({ id }) => id === ME) ? email : null
}

function findPersonProblem(
  { accessCode, email, id, name }: DraftRecipient,
  index: number,
  earlier: readonly DraftRecipient[],
  ownEmail: string | null,
): RecipientProblem | null {
  if (id === ME) return null
  if (name.trim() === '')
    return {
      sentence: t('Enter the name of recipient {number}.', { number: index + 1 }),
      control: `recipient-name-${id}`,
    }
  const control = `recipient-email-${id}`
  const address = email.trim()
  if (address === '')
    return { sentence: t('Enter the e-mail address of {name}.', { name }), control }
  if (findEmailProblem(address) !== undefined || !isAscii(normalizeEmail(address)))
    return { sentence: t('Check the e-mail address of {name}.', { name }), control }
  if (ownEmail !== null && normalizeEmail(address) === normalizeEmail(ownEmail))
    return {
      sentence: t('Enter another address for {name}. This one is yours.', { name }),
      control,
    }
  if (earlier.some((other) => normalizeEmail(other.email.trim()) === normalizeEmail(address)))
    return { sentence: t('Each recipient needs a different e-mail address.'), control }
  if (accessCode.trim() !== '' && !AccessCode.safeParse(accessCode.trim()).success)
    return {
      sentence: t('Enter an access code of 4 to 64 characters for {name}.', { name }),
      control: `recipient-code-${id}`,
    }
  return null
}

/** The address becomes part of a digital ID, which cannot contain other characters. */
function isAscii(email: string): boolean {
  return /^[\x21-\x7e]+$/.test(email)
}
