import { toHex } from '@inkproof/proof/bytes'
import { beforeAll, expect, test } from '@jest/globals'
import { keyThumbprint } from './public-key.ts'
import { encodeStatement, type Statement } from './statement.ts'
import { type MutationRow, runMutation } from './testing/mutations.ts'
import type { Ceremony } from './testing/sample-ceremony.ts'
import {
  join,
  type RequestChanges,
  type SampleKeys,
  sampleKeys,
  valuesOf,
} from './testing/sample-request.ts'

const OTHER = new Uint8Array(32).fill(1)

let keys: SampleKeys

beforeAll(async () => {
  keys = await sampleKeys()
})

/** Jane's statement is a changed one. */
const jane = (change: Partial<Statement>): RequestChanges => ({
  statements: { jane: { statement: (statement) => ({ ...statement, ...change }) } },
})

const KEY: MutationRow[] = [
  ['a statement for another key', 'key', 0, 'OTHER_KEY', 'broken', jane({ key: OTHER })],
  ['a binding of nobody', 'key', 0, 'KEY_NOT_BOUND', 'broken', jane({ boundBy: OTHER })],
  [
    'a key that was not bound',
    'key',
    0,
    'KEY_NOT_BOUND',
    'broken',
    {
      act: {
        jane: async (ceremony) => {
          join(ceremony, keys, 'jane')
          ceremony.keys.set('jane', keys.other)
          await ceremony.act('jane', 'sign', valuesOf('jane'))
        },
      },
    },
  ],
  [
    'a key that was replaced',
    'key',
    0,
    'KEY_REPLACED',
    'broken',
    {
      act: {
        jane: async (ceremony) => {
          join(ceremony, keys, 'jane')
          const boundBy = Buffer.from(
            ceremony.steps.find(({ type }) => type === 'bound')?.leaf ?? '',
            'hex',
          )
          ceremony.bind('jane', keys.other, 'mailbox')
          ceremony.keys.set('jane', keys.jane)
          await ceremony.act('jane', 'sign', valuesOf('jane'), {
            statement: (statement) => ({ ...statement, boundBy: new Uint8Array(boundBy) }),
          })
        },
      },
    },
  ],
  [
    'a browser’s key bound as a passkey',
    'key',
    0,
    'OTHER_METHOD',
    'broken',
    {
      act: {
        jane: async (ceremony) => {
          ceremony.bind('jane', keys.jane, 'passkey')
          ceremony.consent('jane')
          await ceremony.act('jane', 'sign', valuesOf('jane'))
        },
      },
    },
  ],
  [
    'a browser’s key bound as a wallet',
    'key',
    0,
    'OTHER_METHOD',
    'broken',
    {
      act: {
        jane: async (ceremony) => {
          ceremony.bind('jane', keys.jane, 'wallet')
          ceremony.consent('jane')
          await ceremony.act('jane', 'sign', valuesOf('jane'))
        },
      },
    },
  ],
]

const SIGNATURE: MutationRow[] = [
  [
    'a changed signature',
    'signature',
    0,
    'BAD_SIGNATURE',
    'broken',
    {
      statements: {
        jane: {
          signed: (signed) => ({
            ...signed,
            signature: { type: 'key', signature: new Uint8Array(64).fill(1) },
          }),
        },
      },
    },
  ],
  [
    'a statement changed after signing',
    'signature',
    0,
    'BAD_SIGNATURE',
    'broken',
    {
      act: {
        jane: async (ceremony) => {
          join(ceremony, keys, 'jane')
          let later: Statement | undefined
          await ceremony.act('jane', 'sign', valuesOf('jane'), {
            statement: (statement) => {
              later = { ...statement, time: new Date('2026-11-20T10:00:00Z') }
              return statement
            },
            signed: (signed) => ({ ...signed, statement: encodeStatement(later as Statement) }),
          })
        },
      },
    },
  ],
  [
    'a passkey’s signature by a browser’s key',
    'signature',
    0,
    'BAD_AUTHENTICATOR_DATA',
    'broken',
    {
      statements: {
        jane: {
          signed: (signed) => ({
            ...signed,
            signature: {
              type: 'passkey',
              authenticatorData: OTHER,
              clientDataJSON: OTHER,
              signature: OTHER,
            },
          }),
        },
      },
    },
  ],
  [
    'a wallet’s signature by a browser’s key',
    'signature',
    0,
    'OTHER_KEY_TYPE',
    'broken',
    {
      statements: {
        jane: {
          signed: (signed) => ({
            ...signed,
            signature: { type: 'wallet', signature: new Uint8Array(65) },
          }),
        },
      },
    },
  ],
  [
    'another wallet',
    'signature',
    2,
    'BAD_SIGNATURE',
    'broken',
    {
      statements: {
        mary: {
          signed: (signed) => ({ ...signed, key: { type: 'wallet', address: new Uint8Array(20) } }),
        },
      },
    },
  ],
  [
    'the signature of a contract wallet',
    'signature',
    2,
    'CONTRACT_WALLET',
    'incomplete',
    {
      act: {
        mary: async (ceremony) => {
          const publicKey = {
            type: 'contract' as const,
            chainId: 1,
            address: new Uint8Array(20).fill(1),
          }
          const signature = { type: 'wallet' as const, signature: new Uint8Array(130) }
          ceremony.bind('mary', { publicKey, sign: async () => signature }, 'wallet')
          ceremony.consent('mary')
          await ceremony.act('mary', 'sign', valuesOf('mary'))
        },
      },
    },
  ],
]

test.each([...KEY, ...SIGNATURE])(
  '%s: %s of %p reports %s, and the verdict is %s',
  async (_name, id, statement, reason, verdict, mutation) => {
    const [outcome, ...rest] = await runMutation(keys, id, statement, mutation)
    expect(outcome).toBe(verdict === 'incomplete' ? 'not checked' : 'failed')
    expect(rest).toEqual([reason, verdict])
  },
)

test('a key that replaced another one verifies, and the binding says so', async () => {
  const result = await runMutation(keys, 'key', 0, {
    act: {
      jane: async (ceremony) => {
        ceremony.bind('jane', keys.other, 'mailbox')
        join(ceremony, keys, 'jane')
        await ceremony.act('jane', 'sign', valuesOf('jane'))
      },
    },
  })
  expect(result).toEqual(['passed', 'OK', 'verified'])
})

test.each([
  ['wallet', 'mailbox', 'mary', 2],
  ['wallet', 'account', 'mary', 2],
  ['passkey', 'mailbox', 'richard', 1],
  ['passkey', 'account', 'richard', 1],
] as const)(
  'a %s that was bound with a proof of the %s verifies',
  async (_type, method, person, index) => {
    const result = await runMutation(keys, 'key', index, {
      act: {
        [person]: async (ceremony: Ceremony) => {
          ceremony.bind(person, keys[person], method)
          ceremony.consent(person)
          await ceremony.act(person, 'sign', valuesOf(person))
        },
      },
    })
    expect(result).toEqual(['passed', 'OK', 'verified'])
  },
)

test('the thumbprint of a key identifies it', () => {
  const all = Object.values(keys).map(({ publicKey }) => toHex(keyThumbprint(publicKey)))
  expect(new Set(all).size).toBe(all.length)
})
