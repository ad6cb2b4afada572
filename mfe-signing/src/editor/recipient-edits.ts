/** Changes to the recipients of the current user's draft. */
import { randomBytes, toBase64Url } from '@inkproof/proof/bytes'
import { plural, t } from '@inkproof/texts/text'
import { editDraft } from './draft.store.ts'
import { type DraftRecipient, ME } from './draft.ts'
import { senderAsRecipient } from './draft-recipients.ts'
import { announce, assignTo } from './editor-ui.store.ts'

/** Chooses between signing alone and sending to others. The first time, it adds an empty recipient. */
export function setOnlyMe(isOnlyMe: boolean): void {
  assignTo(null)
  editDraft(({ fields, recipients }) => {
    if (isOnlyMe || recipients.length > 0) return { isOnlyMe }
    const isSigner = fields.some(({ recipient }) => recipient === ME)
    return { isOnlyMe, recipients: [...(isSigner ? [senderAsRecipient()] : []), newRecipient()] }
  })
}

/** Adds an empty recipient and moves the focus to it. */
export function addRecipient(): void {
  const added = newRecipient()
  editDraft(({ recipients }) => ({ recipients: [...recipients, added] }))
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[name="recipient-name-${added.id}"]`)?.focus(),
  )
}

/** Adds the sender as the first one who acts. */
export function addMe(): void {
  editDraft(({ recipients }) => ({ recipients: [senderAsRecipient(), ...recipients] }))
  announce(t('You were added as a recipient.'))
}

export function editRecipient(id: string, change: Partial<DraftRecipient>): void {
  editDraft(({ recipients }) => ({
    recipients: recipients.map((one) => (one.id === id ? { ...one, ...change } : one)),
  }))
}

/** Gives a recipient as long as the request has. */
export function removeDeadline(id: string): void {
  editDraft(({ recipients }) => ({
    recipients: recipients.map((one) => {
      const { answerWithinDays: _, ...kept } = one
      return one.id === id ? kept : one
    }),
  }))
}

/** Removes a recipient with their fields. The sender's own fields come back when they are added again. */
export function removeRecipient({ id, name }: DraftRecipient): void {
  assignTo(null)
  editDraft(({ fields, recipients }) => {
    const kept = id === ME ? fields : fields.filter(({ recipient }) => recipient !== id)
    const count = fields.length - kept.length
    const removed =
      name === '' ? t('The recipient was removed.') : t('{name} was removed.', { name })
    const deleted = plural(count, {
      one: '{count} field was deleted.',
      other: '{count} fields were deleted.',
    })
    announce(count === 0 ? removed : `${removed} ${deleted}`)
    return { fields: kept, recipients: recipients.filter((one) => one.id !== id) }
  })
}

/** Moves a recipient up (-1) or down (1) in the order. */
export function moveRecipient(id: string, by: -1 | 1): void {
  editDraft(({ recipients }) => {
    const from = recipients.findIndex((one) => one.id === id)
    const to = from + by
    const moved = recipients[from]
    if (moved === undefined || to < 0 || to >= recipients.length) return {}
    announce(t('Moved to position {number}.', { number: to + 1 }))
    return { recipients: recipients.toSpliced(from, 1).toSpliced(to, 0, moved) }
  })
}

function newRecipient(): DraftRecipient {
  return { ...senderAsRecipient(), id: toBase64Url(randomBytes(9)) }
}
