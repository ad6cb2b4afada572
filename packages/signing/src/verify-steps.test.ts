import { toHex } from '@inkproof/proof/bytes'
import { type Opening, openingLeafHash, withholdClaims } from '@inkproof/proof/leaf'
import { beforeAll, expect, test } from '@jest/globals'
import type { Evidence } from './evidence.ts'
import { addressHash, makeStep, type StepClaims } from './step.ts'
import { type Mutation, runMutation } from './testing/mutations.ts'
import type { Ceremony } from './testing/sample-ceremony.ts'
import { join, type SampleKeys, sampleKeys, valuesOf } from './testing/sample-request.ts'

const OTHER = new Uint8Array(32).fill(1)
const OTHER_HEX = toHex(OTHER)

let keys: SampleKeys

beforeAll(async () => {
  keys = await sampleKeys()
})

const changeSteps = (change: (steps: Opening[]) => Opening[]) => (evidence: Evidence) => ({
  ...evidence,
  steps: change(evidence.steps),
})

/** Jane does this before she signs. */
const before = (run: (ceremony: Ceremony) => void) => ({
  act: {
    jane: async (ceremony: Ceremony) => {
      run(ceremony)
      join(ceremony, keys, 'jane')
      await ceremony.act('jane', 'sign', valuesOf('jane'))
    },
  },
})

/** This happens after Jane has signed. */
const afterwards = (run: (ceremony: Ceremony) => Promise<void> | void) => ({
  act: {
    jane: async (ceremony: Ceremony) => {
      join(ceremony, keys, 'jane')
      await ceremony.act('jane', 'sign', valuesOf('jane'))
      await run(ceremony)
    },
  },
})

const HAND_OVER: StepClaims<'handed-over'> = {
  recipient: 'richard',
  to: 'zoe',
  epoch: '2',
  name: 'Zoe Roe',
  email: 'zoe@example.com',
  language: 'en',
}

const READDRESSED: StepClaims<'readdressed'> = {
  recipient: 'richard',
  to: 'zoe',
  epoch: '2',
  before: 'richard@example.com',
  email: 'zoe@example.com',
  language: 'en',
}

/** The sender replaces Richard's address after Jane has signed, and something happened before. */
const readdressed = (
  before: (ceremony: Ceremony) => void = () => {},
  change: Partial<StepClaims<'readdressed'>> = {},
) =>
  afterwards((ceremony) => {
    before(ceremony)
    ceremony.add('readdressed', { ...READDRESSED, ...change })
  })

/** The sender gives Jane as much time as the envelope has. */
const EXTENDED: StepClaims<'extended'> = { recipient: 'jane', until: '2026-12-24T12:00:00Z' }

/** What is wrong with the steps, the reason that the check reports, and the change. */
type Row = [name: string, reason: string, mutation: Mutation]

const STEPS: Row[] = [
  ['no steps', 'NO_STEPS', { evidence: changeSteps(() => []) }],
  [
    'steps of another envelope',
    'STEP_OF_OTHER_ENVELOPE',
    { evidence: changeSteps((steps) => steps.map((step) => ({ ...step, fingerprint: OTHER }))) },
  ],
  [
    'a chain without the sending',
    'NOT_SENT_FIRST',
    { evidence: changeSteps((steps) => steps.slice(1)) },
  ],
  ['a second sending', 'NOT_SENT_FIRST', before((ceremony) => ceremony.add('sent', {}))],
  ['a missing step', 'STEP_MISSING', { evidence: changeSteps((steps) => steps.toSpliced(5, 1)) }],
  [
    'two steps in another order',
    'STEP_MISSING',
    {
      evidence: changeSteps((steps) => [
        ...steps.slice(0, 5),
        ...steps.slice(5, 7).toReversed(),
        ...steps.slice(7),
      ]),
    },
  ],
  [
    'a step with another salt',
    'STEP_MISSING',
    {
      evidence: changeSteps((steps) =>
        steps.map((step, i) => (i === 3 ? { ...step, salt: OTHER } : step)),
      ),
    },
  ],
  [
    'a step after the completion',
    'STEP_AFTER_END',
    {
      end: (ceremony) => {
        ceremony.complete()
        ceremony.add('opened', { recipient: 'otto', epoch: '1' })
      },
    },
  ],
  [
    'a signature after the completion',
    'STEP_AFTER_END',
    {
      end: (ceremony) => {
        ceremony.complete()
        ceremony.add('signed', { recipient: 'jane', statement: OTHER_HEX })
      },
    },
  ],
  [
    'a completion after an abort',
    'STEP_AFTER_END',
    {
      end: (ceremony) => {
        ceremony.add('voided', { reason: '' })
        ceremony.complete()
      },
    },
  ],
  [
    'a step that is earlier than the one before',
    'TIME_RUNS_BACKWARDS',
    { evidence: changeSteps((steps) => [...steps, earlierStep(steps)]), end: () => {} },
  ],
  [
    'a withheld type',
    'BAD_STEP',
    { evidence: changeSteps((steps) => steps.map((step) => withholdClaims(step, ['step']))) },
  ],
  [
    'a withheld recipient of a binding',
    'CLAIM_WITHHELD',
    {
      evidence: changeSteps((steps) =>
        steps.map((step, i) => (i === 4 ? withholdClaims(step, ['recipient']) : step)),
      ),
    },
  ],
  [
    'a withheld key of a binding',
    'CLAIM_WITHHELD',
    {
      evidence: changeSteps((steps) =>
        steps.map((step, i) => (i === 4 ? withholdClaims(step, ['key']) : step)),
      ),
    },
  ],
  [
    'a step of nobody',
    'UNKNOWN_RECIPIENT',
    before((ceremony) => ceremony.add('opened', { recipient: 'zoe', epoch: '1' })),
  ],
  [
    'a key bound to another address',
    'ADDRESS_DIFFERS',
    before((ceremony) => ceremony.bind('jane', keys.other, 'mailbox', { address: OTHER_HEX })),
  ],
  [
    'a second key that replaces none',
    'KEY_NOT_REPLACED',
    before((ceremony) => {
      ceremony.bind('jane', keys.jane, 'mailbox')
      ceremony.bind('jane', keys.other, 'mailbox', { replaces: '' })
    }),
  ],
  [
    'a first key that replaces another',
    'KEY_NOT_REPLACED',
    before((ceremony) => ceremony.bind('jane', keys.jane, 'mailbox', { replaces: OTHER_HEX })),
  ],
  [
    'a key bound after the statement',
    'KEY_AFTER_STATEMENT',
    afterwards((ceremony) => ceremony.bind('jane', keys.other, 'mailbox')),
  ],
  [
    'a second statement',
    'STATEMENT_REPEATED',
    afterwards((ceremony) => {
      ceremony.add('signed', { recipient: 'jane', statement: OTHER_HEX })
    }),
  ],
  [
    'a statement without a bound key',
    'NO_KEY',
    before((ceremony) => {
      ceremony.add('signed', { recipient: 'jane', statement: OTHER_HEX })
    }),
  ],
  [
    'a statement without consent',
    'NO_CONSENT',
    before((ceremony) => {
      ceremony.bind('jane', keys.jane, 'mailbox')
      ceremony.add('signed', { recipient: 'jane', statement: OTHER_HEX })
    }),
  ],
  [
    'a hand-over to a recipient',
    'DUPLICATE_ID',
    before((ceremony) => ceremony.add('handed-over', { ...HAND_OVER, to: 'mary' })),
  ],
  [
    'a hand-over after the first statement',
    'HANDED_OVER_TOO_LATE',
    afterwards((ceremony) => {
      ceremony.add('handed-over', HAND_OVER)
    }),
  ],
  [
    'a correction that creates a recipient who exists',
    'DUPLICATE_ID',
    before((ceremony) => ceremony.add('corrected', { ...HAND_OVER, to: 'mary' })),
  ],
  [
    'a correction after the first statement',
    'HANDED_OVER_TOO_LATE',
    afterwards((ceremony) => {
      ceremony.add('corrected', { ...HAND_OVER })
    }),
  ],
  [
    'a correction that withholds the new address of a signer',
    'CLAIM_WITHHELD',
    {
      ...before((ceremony) => {
        ceremony.add('corrected', { ...HAND_OVER, recipient: 'jane' })
      }),
      evidence: changeSteps((steps) =>
        steps.map((step) =>
          typeOf(step) === 'corrected' ? withholdClaims(step, ['email']) : step,
        ),
      ),
    },
  ],
  [
    'a new address of somebody who had signed',
    'ALREADY_REACHED',
    readdressed(() => {}, { recipient: 'jane', before: 'jane@example.com' }),
  ],
  [
    'a new address of somebody who had opened the request',
    'ALREADY_REACHED',
    readdressed((ceremony) => ceremony.add('opened', { recipient: 'richard', epoch: '1' })),
  ],
  [
    'a new address of somebody who had received the request',
    'ALREADY_REACHED',
    readdressed((ceremony) => {
      const address = toHex(addressHash('richard@example.com'))
      ceremony.add('delivered', { recipient: 'richard', epoch: '1', address })
    }),
  ],
  [
    'a new address of somebody who had bound a key',
    'ALREADY_REACHED',
    readdressed((ceremony) => ceremony.bind('richard', keys.richard, 'passkey')),
  ],
  [
    'a new address of somebody who may have opened the request',
    'ALREADY_REACHED',
    {
      ...readdressed((ceremony) => ceremony.add('opened', { recipient: 'richard', epoch: '1' })),
      evidence: changeSteps((steps) =>
        steps.map((step) =>
          typeOf(step) === 'opened' ? withholdClaims(step, ['recipient']) : step,
        ),
      ),
    },
  ],
  [
    'a new address that names another old one',
    'OTHER_ADDRESS',
    readdressed(() => {}, { before: 'rich@example.com' }),
  ],
  [
    'a new address that creates a recipient who exists',
    'DUPLICATE_ID',
    readdressed(() => {}, { to: 'mary' }),
  ],
  [
    'a second new address of the old entry',
    'HANDED_OVER',
    readdressed((ceremony) => ceremony.add('readdressed', { ...READDRESSED, to: 'zoe-2' })),
  ],
  [
    'a new address that withholds the old one of a signer',
    'CLAIM_WITHHELD',
    {
      ...readdressed(),
      evidence: changeSteps((steps) =>
        steps.map((step) =>
          typeOf(step) === 'readdressed' ? withholdClaims(step, ['before']) : step,
        ),
      ),
    },
  ],
  [
    'more time than the envelope has',
    'EXTENDED_TOO_LONG',
    before((ceremony) => ceremony.add('extended', { ...EXTENDED, until: '2026-12-24T12:00:01Z' })),
  ],
  [
    'more time for somebody who had signed',
    'EXTENDED_TOO_LATE',
    afterwards((ceremony) => {
      ceremony.add('extended', EXTENDED)
    }),
  ],
  [
    'more time for somebody whom the sender had replaced',
    'HANDED_OVER',
    before((ceremony) => {
      ceremony.add('corrected', { ...HAND_OVER, recipient: 'otto' })
      ceremony.add('extended', { ...EXTENDED, recipient: 'otto' })
    }),
  ],
  [
    'a step of somebody whom the sender had replaced',
    'HANDED_OVER',
    before((ceremony) => ceremony.add('corrected', { ...HAND_OVER, recipient: 'jane' })),
  ],
  [
    'a step of somebody who had handed over',
    'HANDED_OVER',
    before((ceremony) => ceremony.add('handed-over', HAND_OVER)),
  ],
]

function typeOf({ claims }: Opening): string | undefined {
  const [first] = claims
  return first && 'value' in first ? first.value : undefined
}

/** A step with this number after the last one. */
function laterStep(
  steps: readonly Opening[],
  number: number,
  time = new Date('2026-11-20T12:00:00Z'),
): Opening {
  const last = steps.at(-1) as Opening
  const after = { sequence: number - 1, leaf: toHex(openingLeafHash(last)) }
  const claims = { recipient: 'otto', epoch: '1' }
  return makeStep({ type: 'opened', envelope: last.fingerprint, after, time, claims })
}

/** A step that follows the others, but an hour before them. */
function earlierStep(steps: readonly Opening[]): Opening {
  return laterStep(steps, steps.length, new Date('2026-11-20T08:00:00Z'))
}

const NUMBERS: Row[] = [
  [
    'a step with another number',
    'STEP_MISSING',
    {
      evidence: changeSteps((steps) => [...steps, laterStep(steps, steps.length + 1)]),
      end: () => {},
    },
  ],
  [
    'a second key that replaces another one than the first',
    'KEY_NOT_REPLACED',
    before((ceremony) => {
      ceremony.bind('jane', keys.jane, 'mailbox')
      ceremony.bind('jane', keys.other, 'mailbox', { replaces: OTHER_HEX })
    }),
  ],
]

test.each([...STEPS, ...NUMBERS])('refuses %s: %s', async (_name, reason, mutation) => {
  expect(await runMutation(keys, 'steps', null, mutation)).toEqual(['failed', reason, 'broken'])
})

test('who received, opened and viewed the request may be withheld', async () => {
  const hide = (step: Opening) =>
    ['delivered', 'opened', 'verified', 'viewed'].some((type) =>
      step.claims.some((claim) => 'value' in claim && claim.value === type),
    )
      ? withholdClaims(step, ['recipient', 'address', 'method', 'epoch', 'pages'])
      : step
  const result = await runMutation(keys, 'steps', null, {
    evidence: changeSteps((steps) => steps.map(hide)),
  })
  expect(result).toEqual(['passed', 'OK', 'verified'])
})
