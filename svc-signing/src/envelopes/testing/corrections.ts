/** Requests whose recipients the sender corrects, for tests. */
import { fromBase64Url, fromHex } from '@inkproof/proof/bytes'
import type { MailState } from '@inkproof/protocol/mail'
import type { AppError } from '@inkproof/service-kit/app-error'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { readPeople } from '@inkproof/signing/people'
import { readSteps } from '@inkproof/signing/read-steps'
import { type CorrectDeps, correctRecipient } from '../correct-recipient.ts'
import type { EnvelopeRow, RequestRow } from '../envelopes.model.ts'
import { openingOf } from '../steps.ts'
import { JANE, newId, openEnvelopeSystem } from './envelope-system.ts'
import { FOUR } from './recipients.ts'

/** The row that replaces the first recipient of `FOUR` who is corrected. */
export const NEXT = 'recipient-5'
export const DORA = { name: 'Dora Doe', email: 'dora@example.com' }
export const cleoAt = (email: string) => ({ name: 'Cleo Clark', email })

export type Corrections = Awaited<ReturnType<typeof openCorrections>>

export async function openCorrections() {
  const system = await openEnvelopeSystem()
  const started = await system.started(FOUR)
  /** What was counted as an e-mail to one more person. */
  const admitted: string[] = []
  /** The delivery state of the newest mail to a recipient; `sent` if a test sets none. */
  const delivery = new Map<string, MailState>()
  const deps: CorrectDeps = {
    ...system.deps,
    invitations: async ({ recipients }) =>
      new Map(recipients.map(({ email, id }) => [id, mailTo(email, delivery.get(id))])),
    admitMail: async (_account, key) => void admitted.push(key),
  }
  return {
    ...{ system, started, admitted, delivery, deps },
    /** A copy of a request under another ID: for the database it is another one. */
    copyOf: async (row: EnvelopeRow = started): Promise<string> => {
      const startedAt = system.clock.now
      const expiresAt = new Date(startedAt.getTime() + 7 * 24 * 3_600_000)
      const request = { ...(row.request as RequestRow), startedAt, expiresAt }
      const copy = { ...row, _id: newId(), dueAt: null, request }
      await system.deps.envelopes.insert(copy)
      return copy._id
    },
    correct: (id: string, who: string, person = DORA, changed: Partial<CorrectDeps> = {}) =>
      correctRecipient({ ...deps, ...changed }, JANE, () => system.read(id), who, person),
    /** Returns the code of the refusal; `changed` if the request changed, or an e-mail was counted. */
    refusalOf: async (id: string, action: () => Promise<unknown>): Promise<string> => {
      const content = async () => JSON.stringify([await system.read(id), admitted.length])
      const before = await content()
      const code = await action().then(
        () => 'accepted',
        ({ code: found }: AppError) => found,
      )
      return (await content()) === before ? code : 'changed'
    },
    /** Reads the steps as a verifier does, and returns their types. */
    readAsVerifier: async (id: string): Promise<string[]> => {
      const { request, steps } = await system.read(id)
      const read = readSteps(steps.map(openingOf), fromHex(request?.digest ?? ''))
      readPeople(decodeEnvelope(fromBase64Url(request?.envelope ?? '')), read)
      return read.map(({ type }) => type)
    },
  }
}

function mailTo(to: string, state: MailState = 'sent') {
  const at = new Date().toISOString()
  return {
    id: to,
    subject: '',
    to,
    at,
    state,
    tries: 1,
    nextTryAt: null,
    sentAt: null,
    answer: null,
  }
}
