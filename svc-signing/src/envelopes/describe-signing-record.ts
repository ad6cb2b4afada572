/** What the signing record of a request says, in the order in which it is printed. */
import type { Report, ReportFact, ReportSection } from '@inkproof/pdf-signing/report/report'
import { EMBEDDED_CHAIN_ID } from '@inkproof/proof/policy'
import { type Envelope, envelopeDigest } from '@inkproof/signing/envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import type { Evidence } from '@inkproof/signing/evidence'
import { readPeople } from '@inkproof/signing/people'
import { readSteps } from '@inkproof/signing/read-steps'
import { formatUtc } from '@inkproof/texts/format-utc'
import type { Texts } from '@inkproof/texts/make-texts'
import { isLate } from './answer-times.ts'
import { describePerson } from './describe-person.ts'
import { describeStep, shownLine } from './describe-step.ts'
import type { EnvelopeRow, RequestRow } from './envelopes.model.ts'

/** What the record says about the request's last step. `isAnchored`: a block confirms it. */
type Anchoring = { isAnchored: boolean }

type Content = Pick<Report, 'title' | 'subtitle' | 'missingCharacters' | 'footer' | 'sections'>

/**
 * @param row a request that has ended; all of its steps are in the record
 * @param evidence of this row
 * @param anchoring when the evidence was made
 * @throws ProofError if the steps do not fit together
 */
export function describeSigningRecord(
  row: EnvelopeRow,
  request: RequestRow,
  evidence: Evidence,
  anchoring: Anchoring,
  texts: Texts,
): Content {
  const { t } = texts
  const envelope = decodeEnvelope(evidence.envelope)
  const steps = readSteps(evidence.steps, envelopeDigest(evidence.envelope))
  const people = readPeople(envelope, steps)
  const late = row.recipients
    .filter((one) => isLate(row.recipients, request, one))
    .map(({ id }) => id)
  const isSent = row.recipients.some(({ accountId }) => accountId === null)
  return {
    title: t('Signing record'),
    subtitle: shownLine(envelope.title),
    missingCharacters: t(
      'Characters that the font lacks are shown as code points, such as [U+6771].',
    ),
    footer: isTest(request)
      ? t('Test installation: proves nothing to others · Request {id}', { id: row._id })
      : t('Electronic signature with evidence · Request {id}', { id: row._id }),
    sections: [
      {
        heading: t('Request'),
        paragraphs: isTest(request)
          ? [
              t(
                'This is a test installation with a blockchain of its own, so this record proves nothing to others.',
              ),
            ]
          : [],
        facts: describeRequest(row, request, { envelope, anchoring }, texts),
      },
      {
        heading: t('People'),
        items: [...people.values()].map((person) =>
          describePerson(
            person,
            people,
            { fields: envelope.fields, steps, statements: evidence.statements },
            texts,
          ),
        ),
      },
      {
        heading: t('History'),
        paragraphs: [
          t(
            'Each step has an entry in the public record. The entry contains only a salted hash, which reveals neither names nor contents. The times are those of the service.',
          ),
          t(
            'The numbers have gaps because the record also has entries of other requests and of certificates.',
          ),
        ],
        table: {
          columns: [t('Time (UTC)'), t('Step'), t('Entry')],
          rows: steps.map((step, index) => [
            step.time.toISOString().slice(0, 19).replace('T', ' '),
            describeStep(step, { people, late, isSent }, texts),
            String(row.steps[index]?.index ?? ''),
          ]),
        },
      },
      describeVerification(row, envelope, texts),
    ],
  }
}

function describeRequest(
  row: EnvelopeRow,
  request: RequestRow,
  { anchoring, envelope }: { anchoring: Anchoring; envelope: Envelope },
  texts: Texts,
): ReportFact[] {
  const { plural, t } = texts
  const { document, endedAt, finished } = row
  return [
    { label: t('Result'), value: describeState(row, texts) },
    { label: t('Sent by'), value: shownLine(request.sender) },
    { label: t('Sent'), value: formatUtc(request.startedAt) },
    ...(endedAt ? [{ label: t('Ended'), value: formatUtc(endedAt) }] : []),
    { label: t('Deadline'), value: formatUtc(envelope.expiresAt) },
    {
      label: t('Document'),
      value: `${shownLine(document.fileName)}, ${plural(document.pages.length, { one: '{count} page', other: '{count} pages' })}`,
    },
    {
      label: t('SHA-256 of the PDF to sign'),
      value: request.prepared.fingerprint,
      isCode: true,
    },
    ...(finished
      ? [{ label: t('SHA-256 of the signed PDF'), value: finished.fingerprint, isCode: true }]
      : []),
    {
      label: t('Digest of the request'),
      value: request.digest,
      isCode: true,
      note: t(
        'The hash of what was fixed when the request was sent, such as its people, fields and document. Each step and statement refers to it.',
      ),
    },
    { label: t('Public record'), value: shownLine(request.origin), isCode: true },
    {
      label: t('Blockchain'),
      value: anchoring.isAnchored
        ? t('A block of the chain with ID {chain} confirms the last step.', {
            chain: String(request.chainId),
          })
        : t('No block of the chain with ID {chain} confirmed the last step when this was made.', {
            chain: String(request.chainId),
          }),
    },
  ]
}

function isTest({ chainId }: RequestRow): boolean {
  return BigInt(chainId) === EMBEDDED_CHAIN_ID
}

function describeState({ state }: EnvelopeRow, { t }: Texts): string {
  switch (state) {
    case 'declined':
      return t('Declined. Nobody is bound by it.')
    case 'voided':
      return t('Withdrawn by the sender. Nobody is bound by it.')
    case 'expired':
      return t('Expired before everyone had signed. Nobody is bound by it.')
    default:
      return t('Completed')
  }
}

/** A page can be imitated, so the record says what to check instead of it. */
function describeVerification(
  { document, state }: EnvelopeRow,
  { site }: Envelope,
  { t }: Texts,
): ReportSection {
  const page = `${site.origin}/verify`
  const files = document.signedBefore
    ? t('The proof is in the signed PDF and in the file of evidence beside it.')
    : t('The proof is in the signed PDF.')
  return {
    heading: t('How to check it'),
    paragraphs: [
      t('This record is for reading. Do not rely on it alone: anyone can print such pages.'),
      state === 'completed'
        ? `${files} ${t('Choose it at {page} to see who signed, when, and whether it was changed. This needs no account, and the file stays on your device.', { page })}`
        : t('There is no signed PDF, because the request ended before it was completed.'),
      t(
        'A data file inside this PDF contains all steps and statements, and the proof that they are in the public record. Verify checks it, but not the text of these pages.',
      ),
    ],
  }
}
