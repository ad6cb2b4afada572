/** Every answer of the verifier, from the list of cases that all verifiers share. */
import { expect, test } from '@jest/globals'
import { parsePolicy } from './policy.ts'
import { sha256 } from './sha256.ts'
import { type Scenario, VERDICT_CASES } from './testing/verdict-cases.ts'
import { formatInEnglish } from './testing/verification-setup.ts'
import { type Verification, verify } from './verify.ts'

const NOW = new Date('2026-11-22T11:02:00Z')

async function verifyScenario(scenario: Scenario): Promise<Verification> {
  const { record, document, proofFile, policyText, existenceOnly } = scenario
  return await verify({
    fingerprint: document && sha256(document),
    proofFile: proofFile ?? '',
    policy: policyText === null ? 'none' : parsePolicy(policyText),
    blocks: scenario.hasNode ? { kind: 'node', node: record.node() } : { kind: 'offline' },
    openRecord: () =>
      scenario.isRecordReachable
        ? record.read
        : () => Promise.reject(new Error('the connection was refused')),
    existenceOnly,
    now: NOW,
  })
}

const TIME = String.raw`(today, \d\d:\d\d [AP]M UTC|November 22, 2026 at \d\d:\d\d [AP]M UTC)`

test.each(VERDICT_CASES.map((row) => [row.name, row] as const))(
  'answers for %s',
  async (_name, row) => {
    const verification = await verifyScenario(await row.create(NOW))
    const { verdict, exitCode } = formatInEnglish(verification)
    expect({ code: verdict.code, headline: verdict.headline, exitCode }).toEqual({
      code: row.code,
      headline: row.headline,
      exitCode: row.exitCode,
    })
    const [start, ...parts] = row.context.split('{time}').map(escapePattern)
    expect(verdict.context).toMatch(new RegExp(`^${[start, ...parts].join(TIME)}$`))
  },
)

test('every headline has at most six words and no identifier', () => {
  for (const { headline } of VERDICT_CASES) {
    expect(headline.split(' ').length).toBeLessThanOrEqual(6)
    expect(headline).not.toMatch(/[\d{}]/)
  }
})

test('without required witnesses, no check claims that witnesses confirm the state', async () => {
  const [genuine] = VERDICT_CASES
  const scenario = await (genuine as (typeof VERDICT_CASES)[number]).create(NOW)
  const { steps } = formatInEnglish(await verifyScenario(scenario))
  expect(steps.find(({ id }) => id === 'witnesses')?.title).toBe('No witnesses are required')
})

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
