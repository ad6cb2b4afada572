/** A finished file of a signing ceremony, for tests. */
import { createHash } from 'node:crypto'
import {
  DOCUMENT_TIME_STAMP,
  FINAL_SIGNATURE,
  type RequestedField,
  signatureName,
} from '../fields.ts'
import { type FieldValue, fill } from '../fill.ts'
import type { IssuedId } from '../pki.ts'
import { type PreparedPdf, prepare } from '../prepare.ts'
import { sign, timeStampDocument } from '../sign.ts'
import { addValidationData } from '../validation-data.ts'
import { makePki, type TestPki } from './make-pki.ts'
import { samplePdf } from './sample-pdfs.ts'

export type SignedPdfOptions = {
  signers?: number
  upload?: Uint8Array
  pki?: TestPki
  now?: Date
  /** Evidence to attach. */
  evidence?: Uint8Array
  /** A content stream that all fields but checkboxes show, instead of text. */
  appearance?: Uint8Array
}

/** Each revision of the file; `final` is the last one (PAdES B-LTA). */
export type SignedPdf = {
  pki: TestPki
  ids: IssuedId[]
  fields: PreparedPdf['fields']
  prepared: Uint8Array
  filled: Uint8Array
  /** After each signer. */
  signed: Uint8Array[]
  /** After the installation's final signature. */
  sealed: Uint8Array
  withValidationData: Uint8Array
  final: Uint8Array
}

/** The options of the drop-down list. */
export const SAMPLE_OPTIONS = ['Monthly', 'Yearly – 王小明']

/** The fields of a signer, at a place of its own on the first page. */
export function sampleFields(signer: number): RequestedField[] {
  const [x, y] = [60 + 260 * (signer % 2), 80 + 180 * Math.floor(signer / 2)]
  const at = (top: number, width: number, height: number, left = 0) => ({
    page: 0,
    rectangle: { x: x + left, y: y + top, width, height },
  })
  return [
    { type: 'name', ...at(120, 200, 18) },
    { type: 'checkbox', ...at(90, 14, 14) },
    { type: 'initials', ...at(60, 60, 24) },
    { type: 'signature', ...at(0, 200, 50) },
    { type: 'dropdown', ...at(145, 200, 18), options: SAMPLE_OPTIONS },
    { type: 'radio', ...at(90, 14, 14, 100), group: 0 },
    { type: 'radio', ...at(90, 14, 14, 130), group: 0 },
  ]
}

/**
 * Runs a whole ceremony. CRLs are dated one second after the last time-stamp, which `now` of a `pki` of its own allows.
 */
export async function makeSignedPdf(options: SignedPdfOptions = {}): Promise<SignedPdf> {
  const now = options.now ?? new Date()
  const pki = options.pki ?? (await makePki({ now: () => now }))
  const people = Array.from({ length: options.signers ?? 2 }, (_, index) => `Signer ${index + 1}`)
  const { bytes: prepared, fields } = await prepare(options.upload ?? samplePdf(), {
    signers: people.map((_, signer) => sampleFields(signer)),
    preparedAt: now,
  })
  const filled = await fill(prepared, {
    values: Object.fromEntries(
      fields.map((field) => [field.name, sampleValue(field, people, now, options.appearance)]),
    ),
    attachments: [
      {
        name: 'evidence.json',
        data: options.evidence ?? Buffer.from('{"v":1}'),
        mediaType: 'application/json',
      },
    ],
    filledAt: now,
  })
  const { timeStamp } = pki
  const ids: IssuedId[] = []
  const signed: Uint8Array[] = []
  let file = filled
  for (const [signer, person] of people.entries()) {
    const hash = createHash('sha256').update(person).digest()
    const id = await pki.issue(
      `${person} (e-mail checked)`,
      `signer${signer + 1}@example.test`,
      hash,
    )
    ids.push(id)
    file = await sign(file, {
      field: signatureName(signer),
      digitalId: id,
      signedAt: now,
      timeStamp,
      reason: 'Agreement',
    })
    signed.push(file.slice())
  }
  const seal = await pki.issue('Example Installation')
  ids.push(seal)
  const sealed = await sign(file, {
    field: FINAL_SIGNATURE,
    digitalId: seal,
    signedAt: now,
    timeStamp,
  })
  const withValidationData = await addValidationData(sealed, {
    certificates: [
      pki.root.certificate,
      pki.issuer.certificate,
      pki.timeStampId.certificate,
      ...ids.map((id) => id.certificate),
    ],
    crls: await pki.crls(new Date(now.getTime() + 1000)),
  })
  const final = await timeStampDocument(withValidationData, {
    field: DOCUMENT_TIME_STAMP,
    timeStamp,
  })
  return { pki, ids, fields, prepared, filled, signed, sealed, withValidationData, final }
}

function sampleValue(
  { name, type, signer, options }: PreparedPdf['fields'][number],
  people: string[],
  now: Date,
  appearance?: Uint8Array,
): FieldValue {
  const person = people[signer] ?? ''
  if (type === 'checkbox') return { checked: true }
  if (type === 'radio') return { checked: name.endsWith('6') }
  if (type === 'dropdown')
    return appearance ? { appearance, text: options?.[1] ?? '' } : { text: 'Monthly' }
  if (appearance) return { appearance, text: `${person} 王小明` }
  if (type === 'initials') return { lines: ['S.'] }
  if (type === 'signature')
    return { lines: [person, '(e-mail checked)', now.toISOString().slice(0, 16)] }
  return { text: `${person} Żółć` }
}
