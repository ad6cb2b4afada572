/** Database queries for e-mails about signing requests. */
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { SigningMailRow, SigningMails } from './signing-mails.model.ts'

export type MailStore = {
  /** Inserts an e-mail unless it exists. */
  insert(mail: SigningMailRow): Promise<void>
  /** Returns all e-mails about a request except those with codes, oldest first. */
  ofEnvelope(envelopeId: string): Promise<SigningMailRow[]>
}

/** @param enqueue sends the e-mail without waiting for the sweep */
export function createMailStore(
  model: SigningMails,
  enqueue: (mail: SigningMailRow) => void,
): MailStore {
  return {
    insert: async (mail) => {
      try {
        await model.create(mail)
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        return
      }
      enqueue(mail)
    },
    ofEnvelope: (envelopeId) =>
      model
        .find({ envelopeId: { $eq: envelopeId }, kind: { $ne: 'code' } })
        .sort({ createdAt: 1, _id: 1 })
        .lean<SigningMailRow[]>(),
  }
}
