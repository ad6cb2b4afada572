import { from0x, to0x } from '@inkproof/proof/bytes'
import { expect, test } from '@jest/globals'
import { TypedDataEncoder, verifyTypedData, Wallet } from 'ethers'
import fc from 'fast-check'
import type { Envelope } from './envelope.ts'
import type { Statement } from './statement.ts'
import {
  statementTypedData,
  statementTypedDataDigest,
  type TypedDataInput,
  verifyStatementWallet,
} from './statement-typed-data.ts'
import { codeOf } from './testing/code-of.ts'
import { deriveBytes } from './testing/sample-envelope.ts'

const wallet = new Wallet(to0x(deriveBytes('wallet of the tests')))
const KEY = { type: 'wallet' as const, address: from0x(wallet.address) }

function makeInput(
  act: Statement['act'],
  title: string,
  names: string[],
  recipientName: string,
): TypedDataInput {
  const documents = names.map((name) => ({ name, pages: 1, fingerprint: deriveBytes(name) }))
  const statement = { act, origin: 'inkproof.example/log-1', envelope: deriveBytes(title) }
  const envelope: Pick<Envelope, 'title' | 'documents'> = { title, documents }
  return {
    statement: statement as Statement,
    bytes: deriveBytes(recipientName),
    envelope,
    recipientName,
  }
}

const INPUT = makeInput('sign', 'Lease of the workshop', ['Lease.pdf', 'Inventory.pdf'], 'Mary Roe')

async function sign(input: TypedDataInput): Promise<Uint8Array> {
  const { domain, message, types } = statementTypedData(input)
  return from0x(await wallet.signTypedData(domain, { Statement: types.Statement }, message))
}

test('the digest is the one that ethers computes, for any texts and any number of documents', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 5 }), text, (title, names, name) => {
      const input = makeInput('approve', title, names, name)
      const { domain, message, types } = statementTypedData(input)
      const expected = TypedDataEncoder.hash(domain, { Statement: types.Statement }, message)
      expect(to0x(statementTypedDataDigest(input))).toBe(expected)
    }),
  )
})

test('the typed data shows act, title, documents and recipient', () => {
  const { message, types } = statementTypedData(INPUT)
  expect(message).toMatchObject({
    act: 'sign',
    title: 'Lease of the workshop',
    documents: ['Lease.pdf', 'Inventory.pdf'],
    recipient: 'Mary Roe',
  })
  expect(types.Statement.map(({ name }) => name)).toEqual(Object.keys(message))
})

test('a signature of the account verifies here and with ethers', async () => {
  const signature = await sign(INPUT)
  expect(codeOf(() => verifyStatementWallet(INPUT, KEY, signature))).toBe('accepted')
  const { domain, message, types } = statementTypedData(INPUT)
  const signer = verifyTypedData(domain, { Statement: types.Statement }, message, to0x(signature))
  expect(signer).toBe(wallet.address)
})

const CHANGED: [string, TypedDataInput][] = [
  ['another act', { ...INPUT, statement: { ...INPUT.statement, act: 'approve' } }],
  ['another title', { ...INPUT, envelope: { ...INPUT.envelope, title: 'Lease' } }],
  [
    'fewer documents',
    { ...INPUT, envelope: { ...INPUT.envelope, documents: INPUT.envelope.documents.slice(1) } },
  ],
  ['another recipient', { ...INPUT, recipientName: 'Jane Roe' }],
  ['another record', { ...INPUT, statement: { ...INPUT.statement, origin: 'other.example' } }],
  [
    'another envelope',
    { ...INPUT, statement: { ...INPUT.statement, envelope: deriveBytes('other') } },
  ],
  ['another statement', { ...INPUT, bytes: deriveBytes('other') }],
]

test.each(CHANGED)('a signature is not valid for %s', async (_name, changed) => {
  const signature = await sign(INPUT)
  expect(codeOf(() => verifyStatementWallet(changed, KEY, signature))).toBe('BAD_SIGNATURE')
})

test('a signature of the wrong length or form is refused', async () => {
  const signature = await sign(INPUT)
  const longer = new Uint8Array([...signature, 0])
  for (const other of [signature.slice(0, 64), new Uint8Array(), signature.with(64, 0), longer]) {
    expect(codeOf(() => verifyStatementWallet(INPUT, KEY, other))).toBe('BAD_WALLET_SIGNATURE')
  }
})
