/** A prepared file with fields of every type, its envelope, and changes of it that a dishonest service could make. */
import { createHash } from 'node:crypto'
import type { PreparedField, RequestedField } from '@inkproof/pdf-signing/fields'
import { type FormField, findField, formFields } from '@inkproof/pdf-signing/pdf/form-fields'
import { dict, dictOf } from '@inkproof/pdf-signing/pdf/objects'
import { open } from '@inkproof/pdf-signing/pdf/open'
import { prepare } from '@inkproof/pdf-signing/prepare'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import type { Envelope } from '@inkproof/signing/envelope'
import type { Field } from '@inkproof/signing/field'
import {
  sampleEnvelope,
  sampleField,
  sampleRecipient,
} from '@inkproof/signing/testing/sample-envelope'
import { isExpectedForm } from '../evidence/expected-form.ts'

export type Pdf = Awaited<ReturnType<typeof open>>
export type PdfDictionary = FormField['dict']

/** The names of the first signer's fields; the other signer has a text, and signs invisibly. */
export const FIELDS = {
  text: 'signer-01-field-0001',
  checkbox: 'signer-01-field-0002',
  list: 'signer-01-field-0003',
  group: 'signer-01-group-0004',
  button: 'signer-01-field-0004',
  other: 'signer-01-field-0006',
  signature: 'signer-01-signature',
} as const

export const OPTIONS = ['Monthly', 'Jährlich (12 ×)', '王小明']

const SIGNERS = ['jane', 'richard']

const at = (left: number, top: number, width: number, height: number, page = 0) => ({
  page,
  rectangle: { x: 50.123456 + left, y: 50.987654 + top, width, height },
})

const radio = (left: number, group: number, label?: string): RequestedField => ({
  type: 'radio',
  ...at(left, 90, 13.3333, 14.56789),
  group,
  ...(label !== undefined && { label }),
})

/** Two groups of buttons whose order is mixed, and two pages. */
const REQUESTED: RequestedField[][] = [
  [
    { type: 'text', ...at(0, 120, 200, 18) },
    { type: 'checkbox', ...at(0, 90, 14.123456789, 17.7), label: 'Pets (dogs, cats)' },
    { type: 'dropdown', ...at(0, 145, 200, 18), options: OPTIONS, label: 'Zahlung für 王小明' },
    radio(100, 3, 'Rent'),
    radio(120, 8),
    radio(140, 3, 'Rent'),
    radio(160, 8),
    { type: 'initials', ...at(0, 60, 60, 24) },
    { type: 'stamp', ...at(70, 60, 60, 24) },
    { type: 'attachment', ...at(140, 60, 60, 24) },
    { type: 'signature', ...at(0, 0, 200, 50), label: 'Signature of the tenant' },
    { type: 'signature', ...at(0, 0, 200, 50, 1) },
    ...(['name', 'email', 'company', 'date', 'number'] as const).map((type, i) => ({
      type,
      ...at(0, 100 + 25 * i, 150, 18, 1),
    })),
  ],
  [{ type: 'text', ...at(0, 200, 200, 18, 1) }],
]

export type PreparedSample = { bytes: Uint8Array; fields: Field[] }

/** Prepares an upload with two pages, whose visible part begins at the `origin`. */
export async function prepareSample(
  upload = samplePdf({ pages: 2 }),
  origin: readonly [x: number, y: number] = [0, 0],
): Promise<PreparedSample> {
  const { bytes, fields } = await prepare(upload, {
    signers: REQUESTED,
    preparedAt: new Date('2026-11-20T10:00:00Z'),
  })
  return { bytes, fields: fields.map((field) => toField(field, origin)) }
}

/** As `svc-signing` describes a field. */
function toField(
  { group, label, name, options, page, rectangle, signer, type }: PreparedField,
  [left, bottom]: readonly [number, number],
): Field {
  const { height, width, x, y } = rectangle
  const lengths = [x - left, y - bottom, width, height]
  const hundredths = lengths.map((points) => Math.round(points * 100))
  return sampleField(name, SIGNERS[signer] ?? '', {
    type,
    page: page + 1,
    rect: hundredths as Field['rect'],
    ...(group !== undefined && { group }),
    ...(label !== undefined && { label }),
    ...(options && { validation: { options: [...options] } }),
  })
}

/** Describes prepared bytes, whose form can be another one. */
export function envelopeOf(
  bytes: Uint8Array,
  fields: Field[],
  signers: readonly string[] = SIGNERS,
): Envelope {
  const fingerprint = new Uint8Array(createHash('sha256').update(bytes).digest())
  return sampleEnvelope({
    recipients: [
      sampleRecipient('ann', { role: 'approver' }),
      ...signers.map((id) => sampleRecipient(id)),
    ],
    documents: [{ fingerprint, name: 'Lease.pdf', pages: 2 }],
    fields,
  })
}

/** Whether a form is the expected one after a change, which is written like the rest of the file. */
export async function isAccepted(
  { bytes, fields }: PreparedSample,
  change: (pdf: Pdf) => void,
): Promise<boolean> {
  const pdf = await open(bytes)
  change(pdf)
  const changed = new Uint8Array(await pdf.save())
  return isExpectedForm(changed, envelopeOf(changed, fields))
}

/** A field or, for a radio button, its widget. */
export function fieldOf(pdf: Pdf, name: string): PdfDictionary {
  const field = findField(pdf, name)?.dict ?? findButton(pdf, name)
  if (!field) throw new Error(`There is no field ${name}`)
  return field
}

/** The first widget of a field. */
export function widgetOf(pdf: Pdf, name: string): PdfDictionary {
  return findField(pdf, name)?.widgets[0]?.dict ?? fieldOf(pdf, name)
}

/** The states of a checkbox or a radio button. */
export function statesOf(pdf: Pdf, widget: PdfDictionary): PdfDictionary {
  return dictOf(pdf, dictOf(pdf, widget, 'AP'), 'N') ?? dict({})
}

function findButton(pdf: Pdf, name: string): PdfDictionary | undefined {
  const widgets = formFields(pdf).flatMap((field) => field.widgets)
  return widgets.find(({ dict: widget }) => statesOf(pdf, widget).has(name))?.dict
}
