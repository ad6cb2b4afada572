/** Test fixtures: the ceremony of the sample envelope, from sending to completion. */
import type { Envelope } from '../envelope.ts'
import type { EvidenceInput } from '../evidence-context.ts'
import { makeRevealed, type RevealedValue } from '../hidden-value.ts'
import { keyThumbprint } from '../public-key.ts'
import { Ceremony, type Changes, JANES_VALUES, sampleValues } from './sample-ceremony.ts'
import { deriveBytes, sampleEnvelope } from './sample-envelope.ts'
import { browserKey, passkey, type SampleKey, walletKey } from './sample-keys.ts'

export type Person = 'jane' | 'richard' | 'mary' | 'ann'

/** What a test changes in the ceremony. */
export type RequestChanges = {
  envelope?: (envelope: Envelope) => Envelope
  /** Their values, instead of those of the sample. */
  values?: Partial<Record<Person, RevealedValue[]>>
  statements?: Partial<Record<Person, Changes>>
  /** The order of the statements. */
  order?: Person[]
  /** Replaces what a person does up to their statement. */
  act?: Partial<Record<Person, (ceremony: Ceremony, keys: SampleKeys) => Promise<void> | void>>
  /** Replaces the completion. */
  end?: (ceremony: Ceremony) => void
}

export type SampleKeys = Record<Person | 'other', SampleKey>

/** Creates a key for each person; Richard's passkey is known beforehand. */
export async function sampleKeys(): Promise<SampleKeys> {
  const [jane, richard, ann, other] = await Promise.all([
    browserKey(),
    passkey(),
    browserKey(),
    browserKey(),
  ])
  return { jane, richard, mary: walletKey(deriveBytes('wallet of the tests')), ann, other }
}

/** Runs the ceremony, and returns it with its evidence and the input with which that verifies. */
export async function sampleRequest(keys: SampleKeys, changes: RequestChanges = {}) {
  const envelope = (changes.envelope ?? ((item) => item))(envelopeWithKnownKey(keys))
  const ceremony = new Ceremony(envelope)
  for (const person of changes.order ?? (['jane', 'richard', 'mary', 'ann'] as const)) {
    await (changes.act?.[person] ?? DEFAULT_ACTS[person])(ceremony, keys, changes)
  }
  const end = changes.end ?? ((item: Ceremony) => item.complete())
  end(ceremony)
  return { ceremony, ...(await ceremony.finish()) }
}

/** Runs the ceremony and returns only the input. */
export async function sampleInput(
  keys: SampleKeys,
  changes?: RequestChanges,
): Promise<EvidenceInput> {
  return (await sampleRequest(keys, changes)).input
}

const METHODS = { jane: 'mailbox', richard: 'passkey', mary: 'wallet', ann: 'account' } as const

/** Binds the person's key and records their consent. */
export function join(ceremony: Ceremony, keys: SampleKeys, person: Person): void {
  ceremony.bind(person, keys[person], METHODS[person])
  ceremony.consent(person)
}

/** What each person enters. */
export function valuesOf(person: Person): RevealedValue[] {
  if (person === 'ann') return []
  if (person !== 'jane') return sampleValues({ [`@${person}-signature`]: `${person}’s signature` })
  const file = { fingerprint: deriveBytes('passport'), fileName: 'passport.pdf' }
  const shown = sampleValues({ ...JANES_VALUES, '@identity': 'attachment stream' })
  return [...shown, makeRevealed('attachment', 'identity', file)]
}

type DefaultAct = (ceremony: Ceremony, keys: SampleKeys, changes?: RequestChanges) => Promise<void>

const DEFAULT_ACTS: Record<Person, DefaultAct> = {
  jane: makeAct('jane'),
  richard: makeAct('richard'),
  mary: makeAct('mary'),
  ann: makeAct('ann'),
}

function makeAct(person: Person): DefaultAct {
  return async (ceremony, keys, { statements, values } = {}) => {
    join(ceremony, keys, person)
    const act = person === 'ann' ? 'approve' : 'sign'
    const entered = values?.[person] ?? valuesOf(person)
    await ceremony.act(person, act, entered, statements?.[person])
  }
}

function envelopeWithKnownKey({ richard }: SampleKeys): Envelope {
  const { recipients } = sampleEnvelope()
  return sampleEnvelope({
    recipients: recipients.map((recipient) =>
      recipient.id === 'richard'
        ? { ...recipient, knownKeys: [keyThumbprint(richard.publicKey)] }
        : recipient,
    ),
  })
}
