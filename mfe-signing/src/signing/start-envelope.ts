import { randomBytes, toBase64Url, toHex } from '@inkproof/proof/bytes'
import { urlOf } from '@inkproof/protocol/call-url'
import { showAccount } from '@inkproof/protocol/calls/accounts'
import { createEnvelope, listEnvelopes, startEnvelope } from '@inkproof/protocol/calls/envelopes'
import type { FieldSettings } from '@inkproof/protocol/envelope-fields'
import type { Envelope } from '@inkproof/protocol/envelopes'
import { type User, useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { refetch } from '@inkproof/slice-parts/refetch'
import { t } from '@inkproof/texts/text'
import { cleanLine } from '@inkproof/texts/unsafe-characters'
import { conditionsOf } from '../editor/conditions.ts'
import type { PlacedField, ReadyDraft, ReadyRecipient } from '../editor/draft.ts'
import { labelOf } from '../editor/field-label.ts'
import { isRequired, isSentReadOnly, presetOf, validationOf } from '../editor/settings-problem.ts'
import { hasCode } from './failure.ts'
import { type EnteredEnvelope, readEntered, writeEntered } from './signing-db.ts'

export type StartStep = 'uploading' | 'preparing'

/**
 * Uploads the document and starts signing. Repeating it after a lost response continues with the same envelope.
 *
 * @returns the ID of the envelope
 * @throws RequestError, or Error with a sentence for the user
 */
export async function startFromDraft(
  draft: ReadyDraft,
  user: User,
  onStep: (step: StartStep) => void,
): Promise<string> {
  onStep('uploading')
  const clean = {
    ...draft,
    title: cleanLine(draft.title),
    recipients: await Promise.all(draft.recipients.map((one) => withOwnKey(one, user))),
  }
  const upload = await fingerprintOf(draft.file)
  const { id } = await uploadWithFreeId(clean, upload, user)
  onStep('preparing')
  requireSameUser(user)
  await writeEntered(enteredFrom(clean, id, upload, user))
  await start(id, clean)
  void refetch(urlOf(listEnvelopes))
  return id
}

/** A wallet or a passkey that was removed from the account since it was chosen is not named. */
async function withOwnKey(
  { passkey, wallet, ...one }: ReadyRecipient,
  user: User,
): Promise<ReadyRecipient> {
  const isOwn = wallet !== undefined && wallet === user.walletAddress?.toLowerCase()
  return {
    ...one,
    name: cleanLine(one.name),
    ...(isOwn && { wallet }),
    ...(passkey !== undefined && (await hasPasskey(passkey)) && { passkey }),
  }
}

async function hasPasskey(passkey: string): Promise<boolean> {
  return (await call(showAccount)).passkeys.some(({ id }) => id === passkey)
}

/** Returns an envelope that can be started, or that was started with this very draft. */
async function uploadWithFreeId(draft: ReadyDraft, upload: string, user: User): Promise<Envelope> {
  const first = await uploadAs(draft.envelopeId, draft, user).catch((error: unknown) => {
    if (hasCode(error, 'ENVELOPE_ID_TAKEN')) return null
    throw error
  })
  if (first?.state === 'draft') return first
  if (first && IS_SENT.includes(first.state)) {
    const entered = await readEntered(first.id, user.id)
    const expected = enteredFrom(draft, first.id, upload, user)
    if (JSON.stringify(entered) === JSON.stringify(expected)) return first
  }
  // The ID belongs to another workspace, or to an earlier attempt that has ended or has other fields.
  return uploadAs(toBase64Url(randomBytes(16)), draft, user)
}

/** States of an envelope that was started and has not ended in another way than as intended. */
const IS_SENT: readonly string[] = ['signing', 'completing', 'completed']

function uploadAs(id: string, { file }: ReadyDraft, user: User): Promise<Envelope> {
  requireSameUser(user)
  return call(createEnvelope, { query: { id, fileName: fileNameOf(file) }, file })
}

/** A repeated start is refused, although the first one succeeded. The review checks what was started. */
async function start(id: string, draft: ReadyDraft): Promise<void> {
  const { expiresAfterDays, fields, message, recipients, reminders, title } = draft
  const body = {
    title,
    message,
    expiresAfterDays,
    reminders,
    recipients: recipients.map(({ id: _, ...recipient }) => recipient),
    fields: fields.map((field) => ({
      recipient: recipients.findIndex((one) => one.id === field.recipient),
      type: field.type,
      page: field.page,
      rectangle: field.rectangle,
      required: isRequired(field),
      ...settingsOf(field, fields),
    })),
  }
  try {
    await call(startEnvelope, { params: { id }, body })
  } catch (error) {
    if (!hasCode(error, 'ENVELOPE_STARTED')) throw error
  }
}

/** Returns a field's settings as the service expects them. A group is identified by the index of its first button, a
 * condition names the index of a field. */
function settingsOf(
  field: PlacedField,
  fields: readonly PlacedField[],
): { settings?: FieldSettings } {
  const validation = validationOf(field)
  const preset = presetOf(field)
  const { group } = field.settings ?? {}
  const conditions = conditionsOf(field, fields).map(({ field: id, ...condition }) => ({
    ...condition,
    field: fields.findIndex((one) => one.id === id),
  }))
  const label = labelOf(field)
  const settings = {
    ...(label !== undefined && { label }),
    ...(Object.keys(validation).length > 0 && { validation }),
    ...(preset !== undefined && { default: preset }),
    ...(isSentReadOnly(field) && { readOnly: true }),
    ...(group !== undefined && {
      group: fields.findIndex(({ settings: other }) => other?.group === group),
    }),
    ...(conditions.length > 0 && { conditions }),
  }
  return Object.keys(settings).length > 0 ? { settings } : {}
}

function enteredFrom(
  { envelopeId: _id, file: _file, ...entered }: ReadyDraft,
  envelope: string,
  upload: string,
  user: User,
): EnteredEnvelope {
  return { ...entered, envelope, accountId: user.id, upload }
}

/** The last characters of a long name, which contain its extension. */
function fileNameOf({ name }: File): string {
  return cleanLine(cleanLine(name).slice(-255)) || t('Unnamed file.pdf')
}

async function fingerprintOf(file: File): Promise<string> {
  if (globalThis.crypto?.subtle === undefined)
    throw new Error(
      t(
        'Signing needs a secure connection. Open this page with an address that begins with https.',
      ),
    )
  const bytes = await file.arrayBuffer()
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** Otherwise one person's document would be uploaded to the account of another who has just signed in. */
function requireSameUser({ id, workspaceId }: User): void {
  const { user } = useSession.getState()
  const isSame = user?.id === id && user.workspaceId === workspaceId
  if (!isSame) throw new Error(t('You signed out or switched workspaces. Try again.'))
}
