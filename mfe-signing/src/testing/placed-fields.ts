/** Sample fields of a draft, and drafts that contain them. */
import { type Draft, ME, type PlacedField } from '../editor/draft.ts'
import { DRAFT_DEFAULTS } from '../editor/migrate-draft.ts'

/** Returns a field of the sender on page 4, whose ID is its type. */
export function field(type: PlacedField['type'], value: PlacedField['value'] = null): PlacedField {
  const rectangle = { x: 0, y: 0, width: 10, height: 10 }
  return { id: type, recipient: ME, type, page: 4, rectangle, required: type !== 'checkbox', value }
}

const MARK = { paths: [], size: { width: 1, height: 1 } }
/** The signature of the sender. */
export const SIGNED = field('signature', { kind: 'signature', signature: MARK })

export const radio = (id: string, change: Partial<PlacedField> = {}): PlacedField => ({
  ...field('radio'),
  id,
  settings: { group: 'rent' },
  ...change,
})

export const list = (...options: string[]) => ({ ...field('dropdown'), settings: { options } })

/** Returns a complete draft that the sender has signed. */
export function draft(change: Partial<Draft>): Draft {
  return {
    ...DRAFT_DEFAULTS,
    recipients: [],
    id: 'AAAAAAAAAAAAAAAAAAAAAA',
    accountId: null,
    addedAtMs: 0,
    fileName: 'Lease.pdf',
    title: 'Lease',
    signerName: 'Ana Reis',
    fields: [SIGNED],
    ...change,
  }
}

/** Returns a draft in which Ben has a signature and these fields. */
export function draftOfBen(...others: PlacedField[]): Draft {
  const ben = { id: 'ben', name: 'Ben', email: 'b@x.example', role: 'signer' } as const
  const recipients = [{ ...ben, isWithPrevious: false, accessCode: '' }]
  const fields = [field('signature'), ...others].map((one) => ({ ...one, recipient: 'ben' }))
  return draft({ isOnlyMe: false, recipients, fields })
}
