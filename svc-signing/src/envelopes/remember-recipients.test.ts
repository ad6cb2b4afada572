/** Which recipients are added to the address book, and what happens if that fails. */
import { createLog } from '@inkproof/service-kit/log'
import { expect, test } from '@jest/globals'
import type { EnvelopeRow, RecipientRow } from './envelopes.model.ts'
import { type RememberDeps, rememberCorrection, rememberRecipients } from './remember-recipients.ts'

/** `recipient-1` is the sender; `recipient-3` was corrected to `recipient-4`, and `recipient-2` handed over to `recipient-5`. */
const RECIPIENTS = [
  { id: 'recipient-1', linkId: null, handedOverTo: null },
  { id: 'recipient-2', linkId: 'a', handedOverTo: 'recipient-5' },
  { id: 'recipient-3', linkId: 'b', handedOverTo: 'recipient-4', isCorrected: true },
  { id: 'recipient-4', linkId: 'c', handedOverTo: null, original: 'recipient-3' },
  { id: 'recipient-5', linkId: 'd', handedOverTo: null, original: 'recipient-2' },
].map((one) => ({
  original: one.id,
  ...one,
  name: `Person ${one.id.slice(-1)}`,
  email: `${one.id.slice(-1)}@example.com`,
})) as unknown as RecipientRow[]

const ROW = {
  _id: 'e1',
  workspaceId: 'w1',
  isDeleted: false,
  recipients: RECIPIENTS,
} as unknown as EnvelopeRow

/** Records what is written. @param found the request as it is afterwards */
function setup(found: EnvelopeRow | undefined, change: Partial<RememberDeps['addressBook']> = {}) {
  const written: string[] = []
  const lines: string[] = []
  const deps: RememberDeps = {
    addressBook: {
      remember: async (_use, people) =>
        void written.push(...people.map(({ email }) => `add ${email}`)),
      forgetUse: async ({ envelopeId }, email) =>
        void written.push(`forget ${email} ${envelopeId}`),
      ...change,
    },
    envelopes: { find: async () => found },
    log: createLog('signing', 'warn', { write: (line) => void lines.push(line) }),
    now: () => new Date(0),
  }
  return { deps, lines, written }
}

test('adds those to whom the sender sent the request, also if it is started again after changes', async () => {
  const { deps, written } = setup(ROW)
  await rememberRecipients(deps, ROW)
  expect(written).toEqual(['add 2@example.com'])
})

test('a correction adds the new address and forgets the old one', async () => {
  const { deps, written } = setup(ROW)
  await rememberCorrection(deps, ROW, 'recipient-3')
  expect(written).toEqual(['add 4@example.com', 'forget 3@example.com e1'])
})

test('a correction of the name alone forgets no address', async () => {
  const { deps, written } = setup(ROW)
  const recipients = RECIPIENTS.map((one) => ({ ...one, email: 'same@example.com' }))
  await rememberCorrection(deps, { ...ROW, recipients }, 'recipient-3')
  expect(written).toEqual(['add same@example.com'])
})

test.each([
  ['is deleted', undefined],
  ['is being deleted', { ...ROW, isDeleted: true }],
])(
  'if the request %s meanwhile, as that of a workspace that has ended, its people are not kept, and nobody else is removed',
  async (_what, found) => {
    const { deps, written } = setup(found)
    await rememberRecipients(deps, ROW)
    expect(written).toEqual(['add 2@example.com', 'forget 2@example.com e1'])
  },
)

test('a failure is logged without names and addresses, and changes nothing for the request', async () => {
  const fail = () => Promise.reject(new Error('the database is not responding'))
  const { deps, lines } = setup(ROW, { remember: fail })
  await rememberRecipients(deps, ROW)
  await rememberCorrection(deps, ROW, 'recipient-3')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    Array(2).fill({ level: 'warn', msg: 'the address book was not updated' }),
  )
  expect(lines.join('')).not.toMatch(/Person|example\.com/)
})
