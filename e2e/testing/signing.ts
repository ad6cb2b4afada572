/** For each call of svc-signing, a valid and an invalid input. */
import { randomBytes } from 'node:crypto'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import type { AddressBookPage } from '@inkproof/protocol/address-book'
import { addressBookCalls, listAddressBook } from '@inkproof/protocol/calls/address-book'
import {
  bindSigningKey,
  createEnvelope,
  envelopeCalls,
  startEnvelope,
} from '@inkproof/protocol/calls/envelopes'
import { officeFileCalls } from '@inkproof/protocol/calls/office-files'
import { signingDescriptions } from '@inkproof/protocol/calls/openapi'
import { pendingCalls } from '@inkproof/protocol/calls/pending-requests'
import { signingAuthorityCalls } from '@inkproof/protocol/calls/signing-authority'
import type { Envelope } from '@inkproof/protocol/envelopes'
import type { StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import { createSigner, signAs } from '../../svc-signing/src/envelopes/testing/signer.ts'
import { sampleDocx } from '../../svc-signing/src/office-files/testing/office-samples.ts'
import { oncePerWorld } from './once-per-world.ts'
import { samplesOf, withoutInput } from './sample.ts'
import {
  asRecipient,
  attachedRequest,
  finishedRequest,
  openRequest,
  requestRelease,
  SIGNING_LINK_SAMPLES,
  startByLink,
} from './signing-links.ts'
import type { World } from './world.ts'

/** The sender is the first recipient. */
const RECIPIENT = 'recipient-1'

const START: StartEnvelopeRequest = {
  title: 'Lease of the workshop',
  message: '',
  expiresAfterDays: 7,
  reminders: null,
  recipients: [{ name: 'Jane Roe', email: null, role: 'signer', order: 1, accessCode: null }],
  fields: [
    {
      type: 'signature',
      page: 1,
      rectangle: { x: 50, y: 50, width: 120, height: 30 },
      required: true,
      recipient: 0,
    },
  ],
}

const ATTACHMENT = {
  ...START.fields[0],
  type: 'attachment',
  rectangle: { x: 50, y: 100, width: 120, height: 30 },
} as StartEnvelopeRequest['fields'][number]

const attachable = oncePerWorld((world) =>
  start(world, { ...START, fields: [...START.fields, ATTACHMENT] }),
)

/** The input that attaches a file to a field of the sender. */
async function attachment(world: World, content: string) {
  const { as, params } = await attachable(world)
  const field = { recipient: RECIPIENT, field: 'signer-01-field-0002' }
  const query = { ...params, ...field, fileName: 'passport.pdf' }
  return { as, query, file: new Blob([content]) }
}

const newId = () => randomBytes(16).toString('base64url')

/** The input of a call that uploads a PDF. */
const newUpload = () => ({
  query: { id: newId(), fileName: 'lease.pdf' },
  file: new Blob([new Uint8Array(samplePdf())]),
})

/** Uploads a PDF; returns the sender and the ID of the draft, as input of the next call. */
async function createDraft({ call, signer: as }: World) {
  const { id }: Envelope = await call(createEnvelope, { as, ...newUpload() })
  return { as, params: { id } }
}

async function start(world: World, body = START) {
  const draft = await createDraft(world)
  await world.call(startEnvelope, { ...draft, body })
  return draft
}

const draft = oncePerWorld(createDraft)
const started = oncePerWorld((world) => start(world))

/** Starts a request and binds a new key; returns the signer's key and the request. */
async function bind(world: World) {
  const { as, params } = await start(world)
  const signer = await createSigner()
  const input = { as, params: { ...params, recipient: RECIPIENT } }
  const body = { publicKey: signer.publicKeyText }
  const envelope: Envelope = await world.call(bindSigningKey, { ...input, body })
  return { input, signer, envelope }
}

const bound = oncePerWorld(bind)

/** The input of the sender's calls about a finished request. */
async function finished(world: World, isSignedBefore = false) {
  const { as, id } = await finishedRequest(world, isSignedBefore)
  return { as, params: { id } }
}

/** The input that corrects the recipient of a request. */
function correction(started: Awaited<ReturnType<typeof startByLink>>) {
  const body = { name: 'Ann Archer', email: started.email.replace('ann-', 'ann-archer-') }
  return { as: started.as, params: asRecipient(started), body }
}

/** The input that gives the recipient of a request more time. */
function extension(started: Awaited<ReturnType<typeof startByLink>>) {
  const body = { answerBy: new Date(Date.now() + 3 * 24 * 3_600_000).toISOString() }
  return { as: started.as, params: asRecipient(started), body }
}

const unknownId = () => ({ params: { id: newId() } })

const PENDING_SAMPLE = {
  valid: async (world: World) => {
    const { as } = await openRequest(world)
    return { as, query: {} }
  },
  invalid: () => ({ query: { cursor: 'x' } }),
  code: 'INVALID_INPUT',
} as const

/** Samples for the calls of svc-signing. */
export const SIGNING_SAMPLES = [
  samplesOf(signingDescriptions, { describeSigningCalls: withoutInput }),
  samplesOf(envelopeCalls, {
    createEnvelope: {
      valid: () => newUpload(),
      invalid: () => ({ ...newUpload(), file: new Blob(['Hello']) }),
      code: 'PDF_UNREADABLE',
    },
    listEnvelopes: {
      valid: () => ({ query: {} }),
      invalid: () => ({ query: { cursor: 'x' } }),
      code: 'INVALID_INPUT',
    },
    showEnvelope: { valid: draft, invalid: unknownId, code: 'ENVELOPE_NOT_FOUND' },
    startEnvelope: {
      valid: async (world) => ({ ...(await createDraft(world)), body: START }),
      invalid: async ({ call, token: as }) => {
        const { id }: Envelope = await call(createEnvelope, { as, ...newUpload() })
        return { as, params: { id }, body: START }
      },
      code: 'SIGNER_EMAIL_NOT_CONFIRMED',
    },
    bindSigningKey: {
      valid: async (world) => {
        const { as, params } = await start(world)
        const { publicKeyText: publicKey } = await createSigner()
        return { as, params: { ...params, recipient: RECIPIENT }, body: { publicKey } }
      },
      invalid: async (world) => {
        const { publicKeyText: publicKey } = await createSigner()
        return { ...(await bound(world)).input, body: { publicKey } }
      },
      code: 'KEY_ALREADY_BOUND',
    },
    uploadAttachment: {
      valid: (world) => attachment(world, '%PDF-1.7 the passport'),
      invalid: (world) => attachment(world, 'Hello'),
      code: 'ATTACHMENT_TYPE_REFUSED',
    },
    signEnvelope: {
      valid: async (world) => {
        const { input, signer, envelope } = await bind(world)
        return { ...input, body: await signAs(signer, envelope) }
      },
      invalid: async (world) => {
        const { input, envelope } = await bound(world)
        return { ...input, body: await signAs(await createSigner(), envelope) }
      },
      code: 'STATEMENT_REFUSED',
    },
    voidEnvelope: {
      valid: async (world) => ({ ...(await start(world)), body: { reason: 'Wrong rent' } }),
      invalid: async (world) => ({ ...(await draft(world)), body: { reason: '' } }),
      code: 'ENVELOPE_NOT_STARTED',
    },
    remindRecipient: {
      valid: async (world) => {
        const request = await openRequest(world)
        return { as: request.as, params: asRecipient(request) }
      },
      invalid: async (world) => {
        const { as, params } = await draft(world)
        return { as, params: { ...params, recipient: RECIPIENT } }
      },
      code: 'ENVELOPE_NOT_STARTED',
    },
    correctRecipient: {
      valid: async (world) => correction(await startByLink(world)),
      invalid: async (world) => {
        const { as, params } = await draft(world)
        const body = { name: 'Ann Archer', email: 'ann@example.com' }
        return { as, params: { ...params, recipient: RECIPIENT }, body }
      },
      code: 'ENVELOPE_NOT_STARTED',
    },
    extendRecipient: {
      valid: async (world) =>
        extension(await startByLink(world, undefined, undefined, undefined, 1)),
      invalid: async (world) => extension(await openRequest(world)),
      code: 'NO_DEADLINE_TO_EXTEND',
    },
    releaseKey: {
      valid: requestRelease,
      invalid: async (world) => {
        const request = await openRequest(world)
        const body = { thumbprint: '00'.repeat(32) }
        return { as: request.as, params: asRecipient(request), body }
      },
      code: 'NO_KEY_TO_RELEASE',
    },
    deleteDraft: { valid: createDraft, invalid: started, code: 'ENVELOPE_STARTED' },
    downloadUpload: { valid: draft, invalid: unknownId, code: 'ENVELOPE_NOT_FOUND' },
    downloadPrepared: {
      valid: started,
      invalid: draft,
      code: 'ENVELOPE_NOT_STARTED',
    },
    downloadFinished: {
      valid: (world) => finished(world),
      invalid: started,
      code: 'ENVELOPE_NOT_FINISHED',
    },
    downloadEvidence: {
      valid: (world) => finished(world, true),
      invalid: (world) => finished(world),
      code: 'EVIDENCE_IN_DOCUMENT',
    },
    downloadSigningRecord: {
      valid: (world) => finished(world),
      invalid: started,
      code: 'SIGNING_RECORD_NOT_READY',
    },
    downloadAttachment: {
      valid: async (world) => {
        const { field, started: request } = await attachedRequest(world)
        return { as: request.as, params: { id: request.id, field } }
      },
      invalid: async (world) => {
        const { as, params } = await started(world)
        return { as, params: { ...params, field: 'signer-01-field-0002' } }
      },
      code: 'ATTACHMENT_NOT_FOUND',
    },
  }),
  SIGNING_LINK_SAMPLES,
  samplesOf(pendingCalls, {
    listOwnPending: PENDING_SAMPLE,
    listOthersPending: PENDING_SAMPLE,
    createRecipientLink: {
      valid: async (world) => {
        // The sender sends it to their own mailbox.
        const request = await startByLink(world, undefined, undefined, world.signerEmail)
        return { as: request.as, params: asRecipient(request) }
      },
      invalid: async (world) => {
        const request = await openRequest(world)
        return { as: request.as, params: asRecipient(request) }
      },
      code: 'ENVELOPE_NOT_FOUND',
    },
  }),
  samplesOf(addressBookCalls, {
    searchAddressBook: {
      valid: async (world) => {
        const { as, email } = await openRequest(world)
        return { as, body: { text: email } }
      },
      invalid: () => ({ body: { text: ' ' } }),
      code: 'INVALID_INPUT',
    },
    listAddressBook: {
      valid: async (world) => {
        const { as } = await openRequest(world)
        return { as, query: {} }
      },
      invalid: () => ({ query: { cursor: 'x' } }),
      code: 'INVALID_INPUT',
    },
    removeFromAddressBook: {
      valid: async (world) => {
        const { as } = await openRequest(world)
        const { entries }: AddressBookPage = await world.call(listAddressBook, { as })
        return { as, params: { id: entries[0]?.id ?? '' } }
      },
      invalid: () => ({ params: { id: 'x' } }),
      code: 'INVALID_INPUT',
    },
  }),
  samplesOf(officeFileCalls, {
    showOfficeSupport: withoutInput,
    convertOfficeFile: {
      valid: () => ({ file: new Blob([new Uint8Array(sampleDocx('Lease'))]) }),
      invalid: () => ({ file: new Blob(['Hello']) }),
      code: 'OFFICE_FILE_WRONG_TYPE',
    },
  }),
  samplesOf(signingAuthorityCalls, {
    showRootCrl: withoutInput,
    showIssuingCrl: withoutInput,
    showRootCertificate: withoutInput,
  }),
]
