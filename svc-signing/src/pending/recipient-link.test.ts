/** Who gets the link of a recipient, and when. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { RecipientRow, StatementRow } from '../envelopes/envelopes.model.ts'
import { type LinkSystem, newId, openLinkSystem, type RowChange } from '../testing/link-system.ts'
import { recipientLink } from './recipient-link.ts'

let system: LinkSystem
beforeAll(async () => {
  system = await openLinkSystem()
})
afterAll(() => system.close())

const ADDRESS = 'ann@example.com'
const statement = { digest: 'ab', signedAt: new Date() } as StatementRow
const ann = (change: Partial<RecipientRow> = {}) => ({ email: ADDRESS, ...change })

/** Inserts a request, and asks for the link of its first recipient as the holder of an address. */
async function linkOf(
  change: RowChange,
  address: string | null = ADDRESS,
  recipient = 'recipient-1',
) {
  const row = await system.insert(change)
  const link = await recipientLink(system, { address }, { id: row._id, recipient })
  return { link, row }
}

test.each(['signer', 'approver', 'viewer'] as const)(
  'a recipient with the role %s gets the mailed link',
  async (role) => {
    const { link, row } = await linkOf({ recipients: [ann({ role }), {}] })
    const subject = { envelopeId: row._id, recipientId: 'recipient-1', address: ADDRESS, epoch: 1 }
    expect(link.id).toBe(row.recipients[0]?.linkId)
    expect(system.linkSecrets.isSecretOf(link.secret, subject)).toBe(true)
  },
)

test('a person who took over gets a link of their own', async () => {
  const taken = ann({ original: 'recipient-1' })
  const change = { recipients: [{ handedOverTo: 'recipient-2' }, taken] }
  const { link, row } = await linkOf(change, ADDRESS, 'recipient-2')
  const subject = { envelopeId: row._id, recipientId: 'recipient-2', address: ADDRESS, epoch: 2 }
  expect(system.linkSecrets.isSecretOf(link.secret, subject)).toBe(true)
})

const REFUSED: [string, string, RowChange][] = [
  ['a request to another address', 'ENVELOPE_NOT_FOUND', { recipients: [{}] }],
  [
    'a place that was handed over',
    'ENVELOPE_NOT_FOUND',
    { recipients: [ann({ handedOverTo: 'recipient-2' }), {}] },
  ],
  [
    'the place of a sender, who acts in their session',
    'ENVELOPE_NOT_FOUND',
    { recipients: [ann({ linkId: null, accountId: 'ann' })] },
  ],
  ['a request being deleted', 'ENVELOPE_NOT_FOUND', { recipients: [ann()], isDeleted: true }],
  ['a request that was withdrawn', 'ENVELOPE_ENDED', { recipients: [ann()], state: 'voided' }],
  [
    'a request after its expiry',
    'ENVELOPE_ENDED',
    { recipients: [ann()], request: { expiresAt: new Date(0) } },
  ],
  ['a signer who has signed', 'ALREADY_SIGNED', { recipients: [ann({ statement }), {}] }],
  ['a completed request', 'ALREADY_SIGNED', { recipients: [ann()], state: 'completed' }],
  ['a signer whose turn is later', 'NOT_YOUR_TURN', { recipients: [ann({ order: 2 }), {}] }],
  ['a person who gets a copy', 'NOT_YOUR_TURN', { recipients: [ann({ role: 'copy' }), {}] }],
]

test.each(REFUSED)('no link for %s: %s', async (_, code, change) => {
  await expect(linkOf(change)).rejects.toMatchObject({ code })
})

test('no link without a confirmed address, and for requests and recipients that do not exist', async () => {
  const code = 'ENVELOPE_NOT_FOUND'
  await expect(linkOf({ recipients: [ann()] }, null)).rejects.toMatchObject({ code })
  const unknown = linkOf({ recipients: [ann()] }, ADDRESS, 'recipient-9')
  await expect(unknown).rejects.toMatchObject({ code })
  const path = { id: newId(), recipient: 'recipient-1' }
  await expect(recipientLink(system, { address: ADDRESS }, path)).rejects.toMatchObject({ code })
})
