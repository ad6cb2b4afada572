/** A finished PDF of a signing request: real signatures, real statements, and a record that grows. */
import { createHash } from 'node:crypto'
import { signatureName } from '@inkproof/pdf-signing/fields'
import { fill } from '@inkproof/pdf-signing/fill'
import type { IssuedId } from '@inkproof/pdf-signing/pki'
import { type PreparedPdf, prepare } from '@inkproof/pdf-signing/prepare'
import { sign, timeStampDocument } from '@inkproof/pdf-signing/sign'
import { makePki, type TestPki } from '@inkproof/pdf-signing/testing/make-pki'
import { SAMPLE_OPTIONS, sampleFields } from '@inkproof/pdf-signing/testing/make-signed-pdf'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { addValidationData } from '@inkproof/pdf-signing/validation-data'
import { parsePolicy } from '@inkproof/proof/policy'
import { createSampleRecord, type SampleRecord } from '@inkproof/proof/testing/sample-record'
import { digitalIdName } from '@inkproof/signing/check-pdf'
import { EVIDENCE_FILE_NAME, formatEvidence } from '@inkproof/signing/evidence'
import type { Field } from '@inkproof/signing/field'
import { makeRevealed, type RevealedValue } from '@inkproof/signing/hidden-value'
import { Ceremony, FIRST_INDEX } from '@inkproof/signing/testing/sample-ceremony'
import {
  sampleEnvelope,
  sampleField,
  sampleRecipient,
} from '@inkproof/signing/testing/sample-envelope'
import { browserKey } from '@inkproof/signing/testing/sample-keys'
import type { RequestInput } from '../evidence/verify-request.ts'
import { recordWith } from './record-with.ts'

/** When the digital IDs are issued, after all steps. */
export const SIGNED_AT = new Date('2026-11-20T10:05:00Z')

/** Why somebody declines. */
export const REASON = 'The rent is too high.'

/** What the fields of a sample request show. */
export const STREAM = Buffer.from('q\n0 0 0 rg\n2 2 m\n20 2 l\n10 9.5 l\nh\nf\nQ\n')

export type FinishedOptions = {
  /** IDs of the signers, who sign in this order. */
  signers?: string[]
  /** ID of a person who only approves, last. */
  approver?: string
  /** ID of a person who declines, after all others, so that the request is not completed. */
  decliner?: string
  /** Runs before the first step is recorded. */
  before?: (record: SampleRecord) => void
  /** Runs after the first step was recorded. */
  between?: (record: SampleRecord, first: bigint) => void
  /** Runs after the last step was recorded; anchors it by default. */
  after?: (record: SampleRecord) => void
  /** Changes the text of the evidence before it is attached. */
  evidence?: (text: string) => string
  /** Changes the prepared file before anybody signs. */
  prepared?: (file: Uint8Array) => Uint8Array | Promise<Uint8Array>
  /** Changes the filled file before it is signed. */
  filled?: (file: Uint8Array) => Uint8Array | Promise<Uint8Array>
  /** Names of fields that are not required and stay empty. */
  empty?: readonly string[]
  /** By the name of the field: a default that its signer cannot change, and does not state either. */
  unstated?: Readonly<Record<string, string>>
  /** What the fields show, instead of what was signed. */
  shown?: Uint8Array
  /** What each signer enters as text; by default the name of the field. For a person who declines, the reason. */
  text?: string
}

/** What the people of a request sign: the prepared file, and its fields by the index of their signer. */
export type PreparedRequest = {
  pki: TestPki
  prepared: Uint8Array
  fields: PreparedPdf['fields']
}

/** A request that everybody has signed, before its file is finished. */
export type SignedByAll = Pick<FinishedRequest, 'evidence' | 'input' | 'record'> & {
  /** Issues the digital ID of a signer, which names their statement. */
  issue(id: string): Promise<IssuedId>
}

export type FinishedRequest = {
  file: Uint8Array
  /** The root of the authority that issued the digital IDs, DER. */
  root: Uint8Array
  /** The issuing authority, DER. */
  issuer: Uint8Array
  record: SampleRecord
  evidence: string
  /** With the record and its node. */
  input: RequestInput
}

/** Runs a whole signing request. */
export async function finishRequest(options: FinishedOptions = {}): Promise<FinishedRequest> {
  const { signers = ['jane'] } = options
  const pki = await makePki({ now: () => SIGNED_AT })
  const { bytes, fields } = await prepare(samplePdf(), {
    signers: signers.map((_, signer) => sampleFields(signer)),
    preparedAt: SIGNED_AT,
  })
  const prepared = (await options.prepared?.(bytes)) ?? bytes
  const { evidence, input, issue, record } = await signAll({ pki, prepared, fields }, options)
  const filled = await fill(prepared, {
    values: Object.fromEntries(
      fields
        .filter(isFilled(options))
        .map(({ name, type }) => [
          name,
          type === 'checkbox' || type === 'radio'
            ? { checked: isSelected(name) }
            : { appearance: options.shown ?? STREAM, ...textOf(name, type, options) },
        ]),
    ),
    attachments: [
      { name: EVIDENCE_FILE_NAME, data: Buffer.from(evidence), mediaType: 'application/json' },
    ],
    filledAt: SIGNED_AT,
  })
  let file = (await options.filled?.(filled)) ?? filled
  const { timeStamp } = pki
  for (const [signer, id] of signers.entries()) {
    file = await sign(file, {
      field: signatureName(signer),
      digitalId: await issue(id),
      signedAt: SIGNED_AT,
      timeStamp,
    })
  }
  const digitalId = await pki.issue('Example Installation')
  file = await sign(file, { field: 'final-signature', digitalId, signedAt: SIGNED_AT, timeStamp })
  file = await addValidationData(file, await validationDataOf(pki))
  file = await timeStampDocument(file, { field: 'document-time-stamp', timeStamp })
  return {
    file,
    root: pki.root.certificate,
    issuer: pki.issuer.certificate,
    record,
    evidence,
    input,
  }
}

/** Runs a request that Jane signs and Ann declines. The file is a signing record, to which the evidence is attached. */
export async function declineRequest(
  options: FinishedOptions = {},
): Promise<Omit<FinishedRequest, 'issuer'>> {
  const pki = await makePki({ now: () => SIGNED_AT })
  const request = { pki, prepared: samplePdf(), fields: [] }
  const signed = await signAll(request, { decliner: 'ann', ...options })
  return { ...signed, file: await recordWith(signed.evidence), root: pki.root.certificate }
}

/** What the authorities of the test add to a finished file. */
export async function validationDataOf(pki: TestPki) {
  return {
    certificates: [pki.root, pki.issuer, pki.timeStampId].map(({ certificate }) => certificate),
    crls: await pki.crls(new Date(SIGNED_AT.getTime() + 1000)),
  }
}

/** Runs the request until everybody has signed a prepared file, and its completion is in the record. */
export async function signAll(
  { fields, pki, prepared }: PreparedRequest,
  options: FinishedOptions,
): Promise<SignedByAll> {
  const { signers = ['jane'], approver, decliner, unstated = {} } = options
  const ceremony = new Ceremony(
    sampleEnvelope({
      recipients: [
        ...signers.map((id, i) => sampleRecipient(id, { order: i + 1 })),
        ...(approver ? [sampleRecipient(approver, { role: 'approver', order: 99 })] : []),
        ...(decliner ? [sampleRecipient(decliner, { order: 100 })] : []),
      ],
      documents: [
        {
          fingerprint: new Uint8Array(createHash('sha256').update(prepared).digest()),
          name: 'Lease.pdf',
          pages: 1,
        },
      ],
      fields: fields.map(({ group, name, options: choices, rectangle, signer, type }) =>
        sampleField(name, signers[signer] ?? '', {
          type: type === 'name' ? 'text' : (type as 'signature'),
          rect: rectOf(rectangle),
          required: isFilled(options)({ name }) && type !== 'radio',
          ...(group !== undefined && { group }),
          ...(choices && { validation: { options: [...choices] } }),
          ...(unstated[name] !== undefined && { readOnly: true, default: unstated[name] }),
        }),
      ),
    }),
  )
  const values = (signer: number) =>
    fields
      .filter((field) => field.signer === signer && isFilled(options)(field))
      .flatMap(({ name, type }) => valuesOf(name, type, options))
  for (const [signer, id] of signers.entries()) {
    ceremony.bind(id, await browserKey(), signer === 0 ? 'account' : 'mailbox')
    ceremony.consent(id)
    await ceremony.act(id, 'sign', values(signer))
  }
  if (approver) {
    ceremony.bind(approver, await browserKey(), 'mailbox')
    ceremony.consent(approver)
    await ceremony.act(approver, 'approve', [])
  }
  if (decliner) {
    ceremony.bind(decliner, await browserKey(), 'mailbox')
    await ceremony.act(decliner, 'decline', [makeRevealed('reason', '', options.text ?? REASON)])
  } else ceremony.complete()
  const { evidence: complete } = await ceremony.finish()
  const { record, last } = recordSteps(ceremony, options)
  const proof = await record.proofFile(last)
  const text = formatEvidence({ ...complete, proof })
  const evidence = options.evidence?.(text) ?? text
  const input: RequestInput = {
    policy: parsePolicy(record.policyText()),
    blocks: { kind: 'node', node: record.node() },
    openRecord: () => record.read,
    now: new Date('2026-11-20T12:00:00Z'),
  }
  return {
    record,
    evidence,
    input,
    issue: (id) => {
      const { name, email } = sampleRecipient(id)
      const digest = ceremony.made.find((made) => made.id === id)?.digest
      return pki.issue(digitalIdName(name), email, digest)
    },
  }
}

function isFilled({
  empty = [],
  unstated = {},
}: FinishedOptions): (field: { name: string }) => boolean {
  return ({ name }) => !empty.includes(name) && unstated[name] === undefined
}

/** In hundredths of a point, as envelopes contain it. */
function rectOf({
  height,
  width,
  x,
  y,
}: PreparedPdf['fields'][number]['rectangle']): Field['rect'] {
  return [x * 100, y * 100, width * 100, height * 100]
}

/** All checkboxes, and the first radio button of each group. */
function isSelected(name: string): boolean {
  return !name.endsWith('7')
}

function textOf(name: string, type: string, { text }: FinishedOptions): { text?: string } {
  if (type === 'name') return { text: text ?? name }
  return type === 'dropdown' ? { text: SAMPLE_OPTIONS[0] ?? '' } : {}
}

function valuesOf(name: string, type: string, options: FinishedOptions): RevealedValue[] {
  if (type === 'checkbox' || type === 'radio')
    return isSelected(name) ? [makeRevealed('value', name, '1')] : []
  const appearance = makeRevealed(
    'appearance',
    name,
    new Uint8Array(createHash('sha256').update(STREAM).digest()),
  )
  const { text } = textOf(name, type, options)
  return text === undefined ? [appearance] : [makeRevealed('value', name, text), appearance]
}

/** The step that ends a ceremony names the index of its first step. */
function recordSteps({ openings }: Ceremony, { after, before, between }: FinishedOptions) {
  const record = createSampleRecord({ startsAt: new Date('2026-11-20T09:59:48Z') })
  for (let i = 0n; i < FIRST_INDEX; i++) record.certify(new Uint8Array(32).fill(9))
  before?.(record)
  let last = 0n
  for (const [index, opening] of openings.entries()) {
    last = record.append(opening)
    if (index === 0) between?.(record, last)
  }
  if (after) after(record)
  else record.anchor()
  record.mine(20)
  return { record, last }
}
