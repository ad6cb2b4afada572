/**
 * Signing requests with a real database, real encrypted files and real processes for PDF files, whose program is built
 * before the tests of the file that imports this.
 */
import { openTestFileStore } from '@inkproof/file-storage/testing/file-storage'
import { NO_REVOCATION_DATA } from '@inkproof/pdf-signing/fetch-revocation'
import { chainOf } from '@inkproof/pdf-signing/pki'
import { makePki } from '@inkproof/pdf-signing/testing/make-pki'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import type { FieldRequest } from '@inkproof/protocol/envelope-fields'
import type { Envelope } from '@inkproof/protocol/envelopes'
import type { PasskeyJwk } from '@inkproof/protocol/passkey-keys'
import type { StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import type { Session } from '@inkproof/service-kit/auth'
import { createKeyedQueue } from '@inkproof/service-kit/keyed-queue'
import { createLog } from '@inkproof/service-kit/log'
import type { Authority } from '../../authority/feature.ts'
import { createPdfWorker } from '../../pdf/pdf-worker.ts'
import { pdfProgram } from '../../testing/pdf-program.ts'
import { type Actor, sessionActor } from '../actor.ts'
import { bindKey } from '../bind-key.ts'
import { createDraft } from '../create.ts'
import type { Contact } from '../dependencies.ts'
import { type EnvelopeJobDeps, workOnNext } from '../envelope-jobs.ts'
import { envelopeStore } from '../envelope-store.ts'
import { type EnvelopeRow, envelopeModel } from '../envelopes.model.ts'
import { toEnvelope } from '../present.ts'
import { type StartDeps, startRequest } from '../start-request.ts'
import { createSigner, type Signer } from './signer.ts'
import { createTestRecord } from './test-record.ts'

/** Processes start slowly on a busy machine. */
const PDF_TIME_FACTOR = 10

export const JANE = { accountId: 'jane', workspaceId: 'roe', isVerifiedPerson: true }
export const SIGNER = 'recipient-1'
export const UPLOAD = samplePdf({ pages: 2 })

const CONTACT: Contact = {
  email: 'Jane@Example.com',
  isEmailConfirmed: true,
  firstName: 'Jane',
  lastName: 'Roe',
  language: 'en',
  workspaceName: 'Roe Workshops',
}

/** A field at a place of the first page. */
export function field(
  type: FieldRequest['type'],
  change: Partial<FieldRequest> = {},
): FieldRequest {
  const rectangle = { x: 50, y: 50, width: 120, height: 30 }
  return { type, page: 1, rectangle, required: true, recipient: 0, ...change }
}

export const START: StartEnvelopeRequest = {
  title: 'Lease of the workshop',
  message: '',
  expiresAfterDays: 7,
  reminders: null,
  recipients: [{ name: 'Jane Roe', email: null, role: 'signer', order: 1, accessCode: null }],
  fields: [
    field('signature'),
    field('text', { rectangle: { x: 50, y: 100, width: 120, height: 20 } }),
  ],
}

export type EnvelopeSystem = Awaited<ReturnType<typeof openEnvelopeSystem>>

export async function openEnvelopeSystem() {
  const clock = { now: new Date() }
  const now = () => clock.now
  const files = await openTestFileStore({ now })
  const model = envelopeModel(files.mongo.connection)
  await model.createIndexes()
  const record = createTestRecord()
  const worker = createPdfWorker(PDF_TIME_FACTOR, pdfProgram())
  const authority = await openAuthority(now)
  const contact: { value: Contact | null } = { value: CONTACT }
  /** Those of the sender's account. */
  const wallets: { value: string[] } = { value: [] }
  const passkeys: { id: string; accountId: string; publicKey: PasskeyJwk | null }[] = []
  const deps: EnvelopeJobDeps & StartDeps & { pdf: typeof worker } = {
    envelopes: envelopeStore(model),
    files,
    pdf: worker,
    record,
    authority,
    contact: async () => contact.value,
    findWallets: async () => wallets.value,
    findPasskey: async (id, accountId) =>
      passkeys.find((passkey) => passkey.id === id && passkey.accountId === accountId) ?? null,
    admit: async () => undefined,
    consumeQuota: async () => undefined,
    PUBLIC_ORIGIN: 'https://sign.example.com',
    followUps: [],
    runForRequest: createKeyedQueue(),
    log: createLog('signing', 'silent'),
    now,
  }
  const draft = (id = newId(), fileName = 'Lease.pdf', upload = UPLOAD) =>
    createDraft(deps, JANE, { id, fileName }, upload)
  const started = async (body = START, upload = UPLOAD) =>
    startRequest(deps, JANE, await draft(newId(), 'Lease.pdf', upload), body)
  return {
    clock,
    contact,
    wallets,
    passkeys,
    actor: (
      session: Pick<Session, 'accountId' | 'workspaceId'>,
      path: { id: string; recipient: string },
    ): Actor => sessionActor(deps.envelopes, session, path),
    deps,
    files,
    model,
    record,
    draft,
    started,
    /** A request whose signer has bound a key. */
    bound: async (
      body = START,
      upload = UPLOAD,
    ): Promise<{ row: EnvelopeRow; envelope: Envelope; signer: Signer }> => {
      const { _id } = await started(body, upload)
      const signer = await createSigner()
      const actor = sessionActor(deps.envelopes, JANE, { id: _id, recipient: SIGNER })
      const row = await bindKey(deps, actor, { publicKey: signer.publicKeyText })
      return { row, envelope: toEnvelope(row, JANE.accountId), signer }
    },
    read: async (id: string) => (await deps.envelopes.find(id)) as EnvelopeRow,
    /** Moves the clock on. */
    pass: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
    },
    /** Works until nothing is due. */
    work: async (changed: Partial<EnvelopeJobDeps> = {}) => {
      while (await workOnNext({ ...deps, ...changed }));
    },
    close: async () => {
      worker.stop()
      await files.close()
    },
  }
}

export function newId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
}

async function openAuthority(now: () => Date): Promise<Authority> {
  const pki = await makePki({ now })
  return {
    issueSigner: ({ email, name, statementHash }) => pki.issue(name, email, statementHash),
    seal: async () => ({
      ...(await pki.issue('Inkproof')),
      revocation: async () => NO_REVOCATION_DATA,
    }),
    crls: (at) => pki.crls(at),
    certificates: () => [
      ...chainOf(pki.issuer),
      pki.timeStampId.certificate,
      ...pki.timeStampId.chain,
    ],
    timeStamp: pki.timeStamp,
    timeStampRevocation: async () => NO_REVOCATION_DATA,
  }
}
