import type { SampleRecord } from '@inkproof/proof/testing/sample-record'
import { formatEvidence, parseEvidence } from '@inkproof/signing/evidence'
import { makeRevealed } from '@inkproof/signing/hidden-value'
import type { SignedStatement } from '@inkproof/signing/signed-statement'
import { makeTexts } from '@inkproof/texts/make-texts'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { declineRequest, SIGNED_AT } from '../testing/finished-request.ts'
import { recordWith } from '../testing/record-with.ts'
import { checkSignedPdf } from './check-signed-pdf.ts'
import { type RequestCheck, type RequestInput, verifyRequest } from './verify-request.ts'
import { formatSignedPdf } from './wording.ts'
import { formatPeople } from './wording-people.ts'

const TEXTS = makeTexts((message) => message)
/** Whether an entry ended the request, is then not known. */
const NO_FILES: Partial<RequestInput> = {
  openRecord: () => () => Promise.reject(new Error('not found')),
}

describe('a signing record of a request that somebody declined', () => {
  let declined: Awaited<ReturnType<typeof declineRequest>>
  beforeAll(async () => {
    declined = await declineRequest()
  })

  test('says who declined, when and why', async () => {
    const check = await verify(declined)
    expect(check).toMatchObject({ verdict: 'aborted', signingRecord: {} })
    expect(answer(check)).toMatchObject({
      tone: 'neutral',
      headline: 'Declined by Ann Roe.',
      context: expect.stringMatching(
        /^This ended the signing request and has been on the blockchain since November 20, 2026/,
      ),
    })
    expect(lineOf(check, 1)).toEqual([
      'passed',
      'Declined by Ann Roe (e-mail checked)',
      'Declined November 20, 2026 at 09:12 AM UTC, by their own clock. Identified by a code sent to ann@example.com. Reason: “The rent is too high.”',
    ])
  })

  test.each<[string, Partial<RequestInput>, string]>([
    ['of a record that is not trusted', { policy: 'none' }, 'Valid, but from an unknown record.'],
    ['offline', { blocks: { kind: 'offline' } }, 'Could not be checked completely.'],
    ['without the files of the record', NO_FILES, 'Could not be checked completely.'],
  ])('%s, confirms nothing', async (_name, change, headline) => {
    const check = await verify(declined, change)
    expect(answer(check)?.headline).toBe(headline)
    expect(answer(check)?.context).not.toContain('signed document')
    expect(lineOf(check, 1)).toEqual([
      'not checked',
      'Ann Roe',
      expect.stringContaining('stated in the file, not confirmed'),
    ])
  })

  test('with an altered reason names the person whose statement is not valid', async () => {
    const { evidence } = declined
    const file = await recordWith(
      withOtherStatements(evidence, ([first, last]) => {
        if (!first || !last) throw new Error('no statements')
        return [first, { ...last, revealed: [makeRevealed('reason', '', 'I agree.')] }]
      }),
    )
    const check = await verify({ ...declined, file })
    const sentence =
      'The statement with which Ann Roe declined is not valid. The reason for declining is not the one that was signed.'
    expect(answer(check)?.context).toContain(sentence)
    expect(lineOf(check, 1)).toEqual(['failed', 'Ann Roe', sentence])
  })

  test('that ends another request is broken', async () => {
    const between = (record: SampleRecord) => void record.certify(new Uint8Array(32))
    const other = await declineRequest({ before: between })
    const check = await verify(other)
    expect(check?.verdict).toBe('broken')
    expect(check?.checks).toContainEqual(expect.objectContaining({ reason: 'END_NOT_IN_RECORD' }))
  })

  test('that ends another request confirms nothing if the record withholds its files', async () => {
    const between = (record: SampleRecord) => void record.certify(new Uint8Array(32))
    const check = await verify(await declineRequest({ before: between }), NO_FILES)
    expect(answer(check)?.headline).toBe('Could not be checked completely.')
    expect(lineOf(check, 1)?.slice(0, 2)).toEqual(['not checked', 'Ann Roe'])
  })
})

function withOtherStatements(
  text: string,
  change: (statements: SignedStatement[]) => SignedStatement[],
): string {
  const evidence = parseEvidence(text)
  return formatEvidence({ ...evidence, statements: change(evidence.statements) })
}

async function verify(
  { file, input, root }: Awaited<ReturnType<typeof declineRequest>>,
  change: Partial<RequestInput> = {},
) {
  const { request } = await checkSignedPdf(file, { authorities: [root], now: SIGNED_AT })
  return request && (await verifyRequest(request, { ...input, ...change }))
}

function answer(check: RequestCheck | null) {
  return formatSignedPdf({ signatures: [], problem: null }, check ?? undefined, TEXTS, 'UTC')
}

/** What is said about the person of a statement. */
function lineOf(check: RequestCheck | null, statement: number) {
  const line = check && formatPeople(check, TEXTS, 'UTC')[statement]
  return line && [line.outcome, line.title, line.sentence]
}
