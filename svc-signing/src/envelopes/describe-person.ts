/** What the signing record says about a person of the request. */
import type { ReportFact, ReportItem } from '@inkproof/pdf-signing/report/report'
import { to0x, toHex } from '@inkproof/proof/bytes'
import type { Field } from '@inkproof/signing/field'
import { revealedAttachment } from '@inkproof/signing/hidden-value'
import type { Person } from '@inkproof/signing/people'
import type { SignedStatement } from '@inkproof/signing/signed-statement'
import { decodeStatement, type PageRange, statementDigest } from '@inkproof/signing/statement'
import type { Step } from '@inkproof/signing/step'
import { formatUtc } from '@inkproof/texts/format-utc'
import type { Texts } from '@inkproof/texts/make-texts'
import { shownLine } from './describe-step.ts'

type Parts = {
  fields: readonly Field[]
  steps: readonly Step[]
  statements: readonly SignedStatement[]
}

export function describePerson(
  person: Person,
  people: ReadonlyMap<string, Person>,
  { fields, statements, steps }: Parts,
  texts: Texts,
): ReportItem {
  const { t } = texts
  const statement = statements.find(
    (item) => decodeStatement(item.statement).recipient === person.id,
  )
  return {
    title: shownLine(person.name),
    facts: [
      { label: t('Role'), value: describeRole(person, texts) },
      { label: t('E-mail address'), value: shownLine(person.email) },
      ...describeReplacement(person, people, steps, texts),
      ...describeKey(person, texts),
      ...(statement ? describeStatement(statement, { person, fields }, texts) : []),
    ],
  }
}

function describeRole({ order, role }: Person, { t }: Texts): string {
  const position = String(order)
  switch (role) {
    case 'signer':
      return t('Signer, position {position}', { position })
    case 'approver':
      return t('Approver, position {position}', { position })
    case 'viewer':
      return t('Viewer')
    default:
      return t('Receives a copy')
  }
}

/** Whom this person replaced, and who replaced them. */
function describeReplacement(
  { id }: Person,
  people: ReadonlyMap<string, Person>,
  steps: readonly Step[],
  { t }: Texts,
): ReportFact[] {
  const nameOf = (other: string | undefined) => shownLine(people.get(other ?? '')?.name ?? '')
  const before = steps.find(({ claims }) => claims['to'] === id)?.claims['recipient']
  const after = steps.find(({ claims }) => claims['recipient'] === id && claims['to'])?.claims['to']
  return [
    ...(before ? [{ label: t('In place of'), value: nameOf(before) }] : []),
    ...(after ? [{ label: t('Replaced by'), value: nameOf(after) }] : []),
  ]
}

function describeKey({ email, keys }: Person, { t }: Texts): ReportFact[] {
  const key = keys.at(-1)
  if (!key) return []
  const address = shownLine(email)
  const methods = {
    mailbox: t('Code sent to {address}', { address }),
    account: t('Account with the address {address}', { address }),
    passkey: t('Passkey'),
    wallet: t('Wallet'),
  }
  return [
    { label: t('Identified by'), value: methods[key.method] },
    { label: t('Signing key'), value: key.key, isCode: true },
  ]
}

function describeStatement(
  signed: SignedStatement,
  { fields, person }: { person: Pick<Person, 'consent'>; fields: readonly Field[] },
  texts: Texts,
): ReportFact[] {
  const { t } = texts
  const { statement: bytes } = signed
  const { act, consent, time, viewed } = decodeStatement(bytes)
  const labels = { sign: t('Signed'), approve: t('Approved'), decline: t('Declined') }
  const pages = viewed.map(formatRanges).join('; ')
  return [
    {
      label: labels[act],
      value: t('{time}, by the clock of their device', { time: formatUtc(time) }),
    },
    ...describeSigner(signed, texts),
    { label: t('Pages shown'), value: pages === '' ? t('None reported') : pages },
    // Someone who declines need not accept the text that they saw.
    ...(person.consent === null
      ? []
      : [
          {
            label: t('Consent'),
            value: t('Text {version} ({language})', {
              version: consent.version,
              language: consent.language,
            }),
            note: t(
              'The version and language of the text about electronic signing that they accepted.',
            ),
          },
        ]),
    { label: t('Statement'), value: toHex(statementDigest(bytes)), isCode: true },
    ...describeAttachments(signed, fields, texts),
  ]
}

/** What signed, unless it is a key that a browser made. */
function describeSigner({ key, signature }: SignedStatement, { t }: Texts): ReportFact[] {
  if (key.type === 'wallet') return [{ label: t('Wallet'), value: to0x(key.address), isCode: true }]
  return signature.type === 'passkey' ? [{ label: t('Signed with'), value: t('A passkey') }] : []
}

/** The attached files are separate, so their digests say which ones they are. */
function describeAttachments(
  { revealed }: SignedStatement,
  fields: readonly Field[],
  { t }: Pick<Texts, 't'>,
): ReportFact[] {
  return revealed
    .filter(({ kind }) => kind === 'attachment')
    .flatMap((item) => {
      const { fileName, fingerprint } = revealedAttachment(item)
      const asked = fields.find(({ id }) => id === item.field)?.label
      const name = shownLine(fileName)
      return [
        {
          label: t('Attached file'),
          value:
            asked === undefined ? name : t('{field}: {name}', { field: shownLine(asked), name }),
        },
        { label: t('SHA-256 of the file'), value: toHex(fingerprint), isCode: true },
      ]
    })
}

function formatRanges(ranges: readonly PageRange[]): string {
  return ranges
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
    .join(', ')
}
