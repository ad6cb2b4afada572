/** Test fixtures: a signing ceremony, step by step, with real keys, signatures and a record that proves it. */

import { buildProof } from '@inkproof/proof/build'
import { toHex } from '@inkproof/proof/bytes'
import { entryBytes, type Opening, openingLeafHash } from '@inkproof/proof/leaf'
import { CHAIN_ID, ORIGIN, otherEntries, sampleLog } from '@inkproof/proof/testing/sample-log'
import { digitalIdName } from '../check-pdf.ts'
import { type Envelope, envelopeDigest, type Recipient } from '../envelope.ts'
import { encodeEnvelope } from '../envelope-codec.ts'
import { type Evidence, formatEvidence } from '../evidence.ts'
import type { EvidenceInput, PdfResult } from '../evidence-context.ts'
import {
  hideValue,
  makeRevealed,
  type RevealedValue,
  revealedText,
  sortHidden,
} from '../hidden-value.ts'
import { keyThumbprint } from '../public-key.ts'
import type { SignedStatement } from '../signed-statement.ts'
import { type Act, encodeStatement, type Statement, statementDigest } from '../statement.ts'
import {
  addressHash,
  type Method,
  makeStep,
  readStep,
  type Step,
  type StepClaims,
  type StepType,
} from '../step.ts'
import { deriveBytes, sampleEnvelope } from './sample-envelope.ts'
import type { SampleKey } from './sample-keys.ts'

/** A statement of the ceremony, before it is encoded and after. */
type Made = { id: string; statement: Statement; signed: SignedStatement; digest: Uint8Array }

/** What a test changes. */
export type Changes = {
  statement?: (statement: Statement) => Statement
  signed?: (signed: SignedStatement) => SignedStatement
  /** The reason in the step that records a refusal, instead of the one that was signed. */
  reason?: string
}

const START = Date.parse('2026-11-20T09:00:00Z')

/** Index of the envelope's first entry in the record. */
export const FIRST_INDEX = 2n

export class Ceremony {
  readonly envelope: Envelope
  readonly bytes: Uint8Array
  readonly openings: Opening[] = []
  readonly steps: Step[] = []
  readonly made: Made[] = []
  readonly people: Map<string, Recipient>
  readonly keys = new Map<string, SampleKey>()
  readonly #boundBy = new Map<string, Step>()

  constructor(envelope = sampleEnvelope()) {
    this.envelope = envelope
    this.bytes = encodeEnvelope(envelope)
    this.people = new Map(envelope.recipients.map((recipient) => [recipient.id, recipient]))
    this.add('sent', {})
  }

  get digest(): Uint8Array {
    return envelopeDigest(this.bytes)
  }

  /** Appends a step, a minute after the one before. */
  add<Type extends StepType>(type: Type, claims: StepClaims<Type>): Step {
    const after = this.steps.at(-1)
    const time = new Date(START + this.openings.length * 60_000)
    const isAbort = type === 'declined' || type === 'voided' || type === 'expired'
    const opening = makeStep({
      type,
      envelope: this.digest,
      after,
      time,
      claims,
      ...(isAbort && { firstIndex: FIRST_INDEX }),
    })
    const step = readStep(opening)
    this.openings.push(opening)
    this.steps.push(step)
    return step
  }

  /** The recipient opens the link and binds a key. */
  bind(
    id: string,
    key: SampleKey,
    method: Method,
    change: Partial<StepClaims<'bound'>> = {},
  ): void {
    const { email = '' } = this.people.get(id) ?? {}
    const address = toHex(addressHash(email))
    const thumbprint = toHex(keyThumbprint(key.publicKey))
    const replaces = this.#boundBy.get(id)?.leaf ?? ''
    this.add('delivered', { recipient: id, epoch: '1', address })
    this.add('opened', { recipient: id, epoch: '1' })
    this.add('verified', { recipient: id, method })
    const claims = {
      recipient: id,
      epoch: '1',
      key: thumbprint,
      method,
      address,
      replaces,
      ...change,
    }
    this.#boundBy.set(id, this.add('bound', claims))
    this.keys.set(id, key)
  }

  consent(id: string): void {
    const [consent] = this.envelope.consents
    this.add('consented', {
      recipient: id,
      consent: toHex(consent?.fingerprint ?? deriveBytes('')),
    })
    this.add('viewed', { recipient: id, pages: '14' })
  }

  /** The recipient makes a statement, which a step records. */
  async act(id: string, act: Act, values: RevealedValue[], changes: Changes = {}): Promise<void> {
    const digest = await this.makeStatement(id, act, values, changes)
    const claims = { recipient: id, statement: toHex(digest) }
    if (act === 'sign') this.add('signed', claims)
    else if (act === 'approve') this.add('approved', claims)
    else this.add('declined', { ...claims, reason: changes.reason ?? reasonOf(values) })
  }

  /** The recipient makes a statement without a step that records it; returns its digest. */
  async makeStatement(
    id: string,
    act: Act,
    values: RevealedValue[],
    {
      signed: changeSigned = (signed) => signed,
      statement: change = (statement) => statement,
    }: Changes,
  ): Promise<Uint8Array> {
    const key = this.keys.get(id) as SampleKey
    const statement = change(this.#statement(id, act, values))
    const bytes = encodeStatement(statement)
    const name = this.people.get(id)?.name ?? ''
    const signed = changeSigned({
      statement: bytes,
      key: key.publicKey,
      signature: await key.sign(bytes, this.envelope, name),
      revealed: sortHidden(values),
    })
    const digest = statementDigest(signed.statement)
    this.made.push({ id, statement, signed, digest })
    return digest
  }

  complete(change: Partial<StepClaims<'completed'>> = {}): void {
    const documents = this.envelope.documents.map(({ fingerprint }) => toHex(fingerprint)).join(' ')
    const statements = this.made.map(({ digest }) => toHex(digest)).join(' ')
    this.add('completed', { documents, statements, ...change })
  }

  /** Records all steps, and returns the evidence, the input with which it verifies, and the record's key. */
  async finish(): Promise<{ evidence: Evidence; input: EvidenceInput; vkey: string }> {
    const log = sampleLog([
      ...otherEntries(Number(FIRST_INDEX)),
      ...this.openings.map((item) => entryBytes(item)),
    ])
    const opening = this.openings.at(-1) as Opening
    const { checkpoint, read, size, vkey: logKey } = log
    const proof = await buildProof({ read, opening, index: size - 1n, checkpoint, logKey })
    const statements = this.made.map(({ signed }) => signed)
    const evidence = { envelope: this.bytes, steps: this.openings, statements, proof }
    const record = {
      origin: ORIGIN,
      chainId: CHAIN_ID,
      outcome: 'passed' as const,
      leaf: openingLeafHash(opening),
      anchoredAt: new Date('2026-11-20T12:00:00Z'),
      firstEntry: this.steps.at(-1)?.type === 'completed' ? ('valid' as const) : ('ended' as const),
    }
    const input = { evidence: formatEvidence(evidence), record, pdf: this.#pdf() }
    return { evidence, input, vkey: logKey }
  }

  #statement(id: string, act: Act, values: RevealedValue[]): Statement {
    const { consents, documents } = this.envelope
    const ownerOf = new Map(this.envelope.fields.map((field) => [field.id, field.recipient]))
    const others = this.made.filter((made) => made.id !== id)
    const seen = others.flatMap((made) =>
      made.statement.values.filter(({ field }) => ownerOf.get(field) === made.id),
    )
    return {
      origin: ORIGIN,
      chainId: CHAIN_ID,
      firstEntry: Uint8Array.from(Buffer.from(this.steps[0]?.leaf ?? '', 'hex')),
      envelope: this.digest,
      documents: documents.map(({ fingerprint }) => fingerprint),
      recipient: id,
      key: keyThumbprint((this.keys.get(id) as SampleKey).publicKey),
      boundBy: Uint8Array.from(Buffer.from(this.#boundBy.get(id)?.leaf ?? '', 'hex')),
      act,
      values: sortHidden(values.map((value) => hideValue(value))),
      seen: sortHidden(seen),
      consent: consents[0] ?? { language: 'en', version: '1', fingerprint: deriveBytes('') },
      renderer: { name: 'pdf.js', version: '4.10.38' },
      viewed: documents.map(({ pages }) => [[1, pages]]),
      time: new Date(START + this.openings.length * 60_000),
    }
  }

  /** The first document as sealed: its signatures and its content. */
  #pdf(): PdfResult {
    const content = new Map<string, { value?: string; appearance?: Uint8Array }>()
    const fields = this.envelope.fields.filter(({ document }) => document === 0)
    for (const { default: value, id } of fields) if (value) content.set(id, { value })
    for (const item of this.made.flatMap(({ signed }) => signed.revealed)) {
      const { content: bytes, field, kind } = item
      if (!fields.some(({ id }) => id === field)) continue
      const before = content.get(field)
      if (kind === 'value') content.set(field, { ...before, value: revealedText(item) })
      if (kind === 'appearance') content.set(field, { ...before, appearance: bytes })
    }
    const signatures = this.made.flatMap(({ digest, id, statement }) => {
      const { email = '', name = '' } = this.people.get(id) ?? {}
      if (statement.act !== 'sign') return []
      return [{ isValid: true, statement: digest, name: digitalIdName(name), email }]
    })
    const seal = { isValid: true, statement: null, name: 'Roe Workshops', email: null }
    const prepared = this.envelope.documents[0]?.fingerprint ?? null
    return { prepared, signatures: [...signatures, seal], content }
  }
}

function reasonOf(values: RevealedValue[]): string {
  const item = values.find(({ kind }) => kind === 'reason')
  return item ? revealedText(item) : ''
}

/** Values for fields of the sample envelope: `term: '12'` is a value, `@term: '…'` the appearance of this stream. */
export function sampleValues(values: Record<string, string>): RevealedValue[] {
  return Object.entries(values).map(([name, text]) =>
    name.startsWith('@')
      ? makeRevealed('appearance', name.slice(1), deriveBytes(text))
      : makeRevealed('value', name, text),
  )
}

/** What Jane enters. */
export const JANES_VALUES = {
  term: '12',
  '@term': 'term stream',
  '@jane-signature': 'signature stream',
  monthly: '1',
}
