/** For each call that a mailed link authorizes, a valid and an invalid input. */
import { randomBytes } from 'node:crypto'
import { waitFor } from '@inkproof/launcher/process/wait'
import { signElsewhere } from '@inkproof/pdf-signatures/testing/finished-signed-upload'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { toHex } from '@inkproof/proof/bytes'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { createEnvelope, startEnvelope } from '@inkproof/protocol/calls/envelopes'
import {
  bindKeyByLink,
  openSigningLink,
  requestSigningCode,
  signByLink,
  signingLinkCalls,
  uploadAttachmentByLink,
} from '@inkproof/protocol/calls/signing-links'
import type { FieldRequest } from '@inkproof/protocol/envelope-fields'
import type { Envelope } from '@inkproof/protocol/envelopes'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import type { StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import { keyThumbprint } from '../../packages/signing/src/public-key.ts'
import {
  createSigner,
  type Signer,
  signAs,
} from '../../svc-signing/src/envelopes/testing/signer.ts'
import { extractCode, extractLink, waitForMail } from '../support/mailbox.ts'
import { oncePerWorld } from './once-per-world.ts'
import { samplesOf } from './sample.ts'
import type { World } from './world.ts'

/** Completion includes the next anchor on the chain. */
const COMPLETION_TIMEOUT_MS = 120_000

const newId = () => randomBytes(16).toString('base64url')

const field = (type: FieldRequest['type'], y: number): FieldRequest => ({
  ...{ type, page: 1, required: true, recipient: 0 },
  rectangle: { x: 50, y, width: 120, height: 30 },
})
const SIGNATURE = field('signature', 50)
const WITH_ATTACHMENT = [SIGNATURE, field('attachment', 100)]
const ATTACHMENT = 'signer-01-field-0002'
const PASSPORT = Buffer.from('%PDF-1.7 the passport')

/** A request to one signer by link, and the input of the calls about the link. */
export async function startByLink(
  { call, signer: as }: Pick<World, 'call' | 'signer'>,
  upload = samplePdf(),
  fields: StartEnvelopeRequest['fields'] = [SIGNATURE],
  email = `ann-${newId().toLowerCase().replaceAll(/\W/g, 'x')}@example.com`,
  answerWithinDays?: number,
) {
  const query = { id: newId(), fileName: 'lease.pdf' }
  const file = new Blob([new Uint8Array(upload)])
  const { id }: Envelope = await call(createEnvelope, { as, query, file })
  const body: StartEnvelopeRequest = {
    ...{ title: 'Lease of the workshop', message: '', expiresAfterDays: 7, reminders: null },
    recipients: [
      {
        ...{ name: 'Ann', email, role: 'signer', order: 1, accessCode: null },
        ...(answerWithinDays !== undefined && { answerWithinDays }),
      },
    ],
    fields,
  }
  await call(startEnvelope, { as, params: { id }, body })
  const url = extractLink(await waitForMail(email, /asks you to sign/))
  const [, linkId = '', secret = ''] = /\/sign\/([\w-]+)#(.+)$/.exec(url) ?? []
  return { as, id, email, input: { params: { id: linkId } }, proof: { secret, accessCode: null } }
}

type Started = Awaited<ReturnType<typeof startByLink>>

/** A request to one signer by link, who binds no key. */
export const openRequest = oncePerWorld((world) => startByLink(world))

const byLink = ({ input, proof }: Started) => ({ ...input, body: proof })

/** Requests a code for a new key; returns what binds it. */
async function requestCode(world: World, started: Started, signer: Signer, before?: string) {
  const { email, input, proof } = started
  const body = { ...proof, publicKey: signer.publicKeyText }
  await world.call(requestSigningCode, { ...input, body })
  const mail = await waitForMail(email, /^Your code/, before === undefined ? [] : [before])
  return { ...body, code: extractCode(mail) }
}

async function bind(world: World, upload = samplePdf(), fields = [SIGNATURE]) {
  const started = await startByLink(world, upload, fields)
  const signer = await createSigner()
  const body = await requestCode(world, started, signer)
  const shown: LinkedRequest = await world.call(bindKeyByLink, { ...started.input, body })
  return { started, signer, shown, code: body.code }
}

/** Another key that waits for the sender's release. */
export async function requestRelease(world: World) {
  const { started, code } = await bind(world)
  const signer = await createSigner()
  const body = await requestCode(world, started, signer, code)
  await world.call(bindKeyByLink, { ...started.input, body })
  const thumbprint = toHex(keyThumbprint(signer.publicKey))
  return { as: started.as, params: asRecipient(started), body: { thumbprint } }
}

export const asRecipient = ({ id }: Started) => ({ id, recipient: 'recipient-1' })

/** A request whose signer may attach a file, with a key that is bound. */
const attachable = (world: World) => bind(world, samplePdf(), WITH_ATTACHMENT)
const attachableRequest = oncePerWorld(attachable)

/** The input that attaches a file. */
function attachment(
  { signer, started }: Awaited<ReturnType<typeof attachable>>,
  content: Uint8Array = PASSPORT,
) {
  const { id } = started.input.params
  return {
    query: { id, field: ATTACHMENT, fileName: 'passport.pdf' },
    proof: { ...started.proof, publicKey: signer.publicKeyText },
    file: new Blob([new Uint8Array(content)]),
  }
}

/** A request whose signer has signed with an attachment. */
export const attachedRequest = oncePerWorld(async (world) => {
  const bound = await attachable(world)
  const { shown, signer, started } = bound
  await world.call(uploadAttachmentByLink, attachment(bound))
  const file = { fingerprint: nodeSha256(PASSPORT), fileName: 'passport.pdf' }
  const signable = { ...shown, recipients: [shown.you] }
  const statement = await signAs(signer, signable, { attachments: { [ATTACHMENT]: file } })
  await world.call(signByLink, { ...started.input, body: { ...started.proof, ...statement } })
  return { started, field: ATTACHMENT }
})

/** The input that signs, or declines for a reason. */
async function signed(world: World, reason?: string, upload = samplePdf()) {
  const { started, signer, shown } = await bind(world, upload)
  const changes = reason === undefined ? {} : { reason }
  const statement = await signAs(signer, { ...shown, recipients: [shown.you] }, changes)
  return { started, request: { ...started.input, body: { ...started.proof, ...statement } } }
}

async function complete(world: World, upload: Uint8Array): Promise<Started> {
  const { started, request } = await signed(world, undefined, upload)
  await world.call(signByLink, request)
  const isCompleted = async () =>
    (await world.call(openSigningLink, byLink(started))).state === 'completed'
  await waitFor(isCompleted, { timeoutMs: COMPLETION_TIMEOUT_MS, what: 'the finished document' })
  return started
}

/**
 * Finished requests: one whose evidence is in the document, and one whose upload was already signed, so that its evidence is a
 * separate file. Both wait for the chain at once.
 */
const finishedRequests = oncePerWorld(async (world) =>
  Promise.all([complete(world, samplePdf()), complete(world, await signElsewhere())]),
)

/** Returns a finished request. @param isSignedBefore whether its upload was already signed */
export async function finishedRequest(world: World, isSignedBefore = false): Promise<Started> {
  return (await finishedRequests(world))[isSignedBefore ? 1 : 0]
}

const unknownLink = () => ({
  params: { id: newId() },
  body: { secret: `k.${randomBytes(32).toString('base64url')}`, accessCode: null },
})

const withoutKey = async (world: World, reason?: string) => {
  const started = await openRequest(world)
  const shown: LinkedRequest = await world.call(openSigningLink, byLink(started))
  const changes = reason === undefined ? {} : { reason }
  const signer = await createSigner()
  const statement = await signAs(signer, { ...shown, recipients: [shown.you] }, changes)
  return { ...started.input, body: { ...started.proof, ...statement } }
}

/** A person to hand over to, with a code. @param isRight whether the code is the mailed one */
async function handOver(world: World, isRight: boolean) {
  const started = await startByLink(world)
  const body = await requestCode(world, started, await createSigner())
  const code = isRight ? body.code : body.code === '000000' ? '000001' : '000000'
  const person = { name: 'Ben', email: `ben-${newId().slice(0, 8).toLowerCase()}@example.com` }
  return { ...started.input, body: { ...body, ...person, code } }
}

/** Samples for the calls of links. */
export const SIGNING_LINK_SAMPLES = samplesOf(signingLinkCalls, {
  openSigningLink: {
    valid: async (world) => byLink(await openRequest(world)),
    invalid: unknownLink,
    code: 'SIGNING_LINK_NOT_FOUND',
  },
  requestSigningCode: {
    valid: async (world) => {
      const { input, proof } = await openRequest(world)
      return { ...input, body: { ...proof, publicKey: (await createSigner()).publicKeyText } }
    },
    invalid: async () => {
      const { body, params } = unknownLink()
      return { params, body: { ...body, publicKey: (await createSigner()).publicKeyText } }
    },
    code: 'SIGNING_LINK_NOT_FOUND',
  },
  bindKeyByLink: {
    valid: async (world) => {
      const started = await startByLink(world)
      return { ...started.input, body: await requestCode(world, started, await createSigner()) }
    },
    invalid: async (world) => {
      const { input, proof } = await openRequest(world)
      const { publicKeyText: publicKey } = await createSigner()
      return { ...input, body: { ...proof, publicKey, code: '000000' } }
    },
    code: 'SIGNING_CODE_WRONG',
  },
  uploadAttachmentByLink: {
    valid: async (world) => attachment(await attachableRequest(world)),
    invalid: async (world) => attachment(await attachableRequest(world), Buffer.from('Hello')),
    code: 'ATTACHMENT_TYPE_REFUSED',
  },
  signByLink: {
    valid: async (world) => (await signed(world)).request,
    invalid: (world) => withoutKey(world),
    code: 'STATEMENT_REFUSED',
  },
  declineByLink: {
    valid: async (world) => (await signed(world, 'The rent is wrong')).request,
    invalid: (world) => withoutKey(world, 'The rent is wrong'),
    code: 'STATEMENT_REFUSED',
  },
  handOverByLink: {
    valid: (world) => handOver(world, true),
    invalid: (world) => handOver(world, false),
    code: 'SIGNING_CODE_WRONG',
  },
  downloadByLink: {
    valid: async (world) => byLink(await openRequest(world)),
    invalid: unknownLink,
    code: 'SIGNING_LINK_NOT_FOUND',
  },
  downloadFinishedByLink: {
    valid: async (world) => byLink(await finishedRequest(world)),
    invalid: async (world) => byLink(await openRequest(world)),
    code: 'ENVELOPE_NOT_FINISHED',
  },
  downloadEvidenceByLink: {
    valid: async (world) => byLink(await finishedRequest(world, true)),
    invalid: async (world) => byLink(await openRequest(world)),
    code: 'ENVELOPE_NOT_FINISHED',
  },
  downloadSigningRecordByLink: {
    valid: async (world) => byLink(await finishedRequest(world)),
    invalid: async (world) => byLink(await openRequest(world)),
    code: 'ENVELOPE_NOT_FINISHED',
  },
  downloadAttachmentByLink: {
    valid: async (world) => {
      const { field, started } = await attachedRequest(world)
      const { body, params } = byLink(started)
      return { body, params: { ...params, field } }
    },
    invalid: async (world) => {
      const { body, params } = byLink(await openRequest(world))
      return { body, params: { ...params, field: ATTACHMENT } }
    },
    code: 'ATTACHMENT_NOT_FOUND',
  },
})
