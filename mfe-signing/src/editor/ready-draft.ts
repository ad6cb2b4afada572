import { mustAct } from '../recipients/must-act.ts'
import { inSendingOrder } from './conditions.ts'
import type { Draft, ReadyDraft } from './draft.ts'
import { ME } from './draft.ts'
import { fieldsOf, ordersOf, recipientsOf } from './draft-recipients.ts'

/** A request that only its sender signs has no use for a long time, and is not reminded of. */
const ONLY_ME = { message: '', expiresAfterDays: 7, reminders: null }

/** Converts a draft in which nothing is missing. `email` is that of the session; null for visitors. */
export function toReadyDraft(draft: Draft, file: File, email: string | null): ReadyDraft {
  const orders = ordersOf(draft)
  const { isOnlyMe, passkey, wallet } = draft
  const recipients = recipientsOf(draft).map(
    ({ accessCode, answerWithinDays, id, name, role, ...recipient }, index) => ({
      id,
      name: (id === ME ? draft.signerName : name).trim(),
      email: id === ME ? null : recipient.email.trim(),
      role,
      order: orders[index] ?? 1,
      accessCode: id === ME || accessCode.trim() === '' ? null : accessCode.trim(),
      ...(id !== ME && mustAct({ role }) && answerWithinDays !== undefined && { answerWithinDays }),
      ...(id === ME && isOnlyMe && wallet && { wallet }),
      ...(id === ME && isOnlyMe && passkey && { passkey }),
    }),
  )
  const own = { name: draft.signerName.trim(), email }
  const filled = fieldsOf(draft).map((field) => {
    if (field.recipient !== ME) return { ...field, value: null }
    const text = field.type === 'name' || field.type === 'email' ? own[field.type] : null
    return text === null ? field : { ...field, value: { kind: 'text' as const, text } }
  })
  const { expiresAfterDays, message, reminders } = draft.isOnlyMe ? ONLY_ME : draft
  return {
    envelopeId: draft.id,
    file,
    title: draft.title.trim(),
    message: message.trim(),
    expiresAfterDays,
    reminders,
    recipients,
    fields: recipients.flatMap(({ id }) =>
      inSendingOrder(filled.filter(({ recipient }) => recipient === id)),
    ),
  }
}
