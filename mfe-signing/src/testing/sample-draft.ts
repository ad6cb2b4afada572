import { ME, type PlacedField, type ReadyDraft, type ReadyRecipient } from '../editor/draft.ts'

/** A mark that needs no font: a triangle. */
const MARK = {
  paths: [
    {
      segments: [['move', 0, 0], ['line', 40, 0], ['line', 20, 10], ['close']],
      paint: { type: 'fill', rule: 'nonzero', colour: [0, 0, 0] },
    },
  ],
  size: { width: 40, height: 10 },
} as const

/** Returns a field of the first page; without a value unless `change` has one. */
export function sampleField(
  type: PlacedField['type'],
  change: Partial<PlacedField> = {},
): PlacedField {
  const rectangle = { x: 72, y: 72, width: 120, height: 24 }
  return {
    id: `local-${type}`,
    recipient: ME,
    type,
    page: 1,
    rectangle,
    required: false,
    value: null,
    ...change,
  }
}

/** The sender, who signs; or somebody else. */
export function sampleRecipient(change: Partial<ReadyRecipient> = {}): ReadyRecipient {
  return {
    id: ME,
    name: 'Ana Reis',
    email: null,
    role: 'signer',
    order: 1,
    accessCode: null,
    ...change,
  }
}

/** A draft with a signature, a selected and an empty checkbox: nothing in it needs a font. */
export function sampleDraft(change: Partial<ReadyDraft> = {}): ReadyDraft {
  return {
    envelopeId: 'AAAAAAAAAAAAAAAAAAAAAA',
    file: new File([samplePdf()], 'Lease.pdf', { type: 'application/pdf' }),
    title: 'Lease 2026',
    message: '',
    expiresAfterDays: 7,
    reminders: null,
    recipients: [sampleRecipient()],
    fields: [
      sampleField('checkbox', {
        rectangle: { x: 72, y: 600, width: 12, height: 12 },
        value: { kind: 'checkbox', isSelected: true },
      }),
      sampleField('signature', { value: { kind: 'signature', signature: MARK } }),
      sampleField('checkbox', {
        id: 'local-second',
        rectangle: { x: 72, y: 550, width: 12, height: 12 },
        value: { kind: 'checkbox', isSelected: false },
      }),
    ],
    ...change,
  }
}

/** A PDF file with one empty page of 612 × 792 points. `note` makes its bytes differ. */
export function samplePdf(note = ''): Uint8Array<ArrayBuffer> {
  return writePdf(
    [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>',
    ],
    note,
  )
}

/** A PDF file with these objects, from number 1. The first one is the catalog. `note` is a comment. */
export function writePdf(objects: readonly string[], note = ''): Uint8Array<ArrayBuffer> {
  let text = `%PDF-1.7\n%${note}\n`
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return new Uint8Array(Buffer.from(text))
}
