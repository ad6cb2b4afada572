/** Attacks on a policy that requires witnesses. None may lead to exit code 0. */
import { afterAll, expect, test } from '@jest/globals'
import { randomBytes } from './bytes.ts'
import { signCosignature } from './cosignature.ts'
import { generateKey, parsePrivateKey, WITNESS_KEY } from './note.ts'
import { parsePolicy } from './policy.ts'
import { attack, countAttempt, requireAttempts, setup } from './testing/attack-setup.ts'
import { ORIGIN } from './testing/sample-log.ts'
import { createSampleWitness } from './testing/verdict-cases.ts'
import { NOW } from './testing/verify-online.ts'

afterAll(() => requireAttempts(8))

/** A policy that requires both of two witnesses, and a record whose second anchor `cosign` extends. */
async function attackWitnesses(
  cosign: (note: string, witnesses: ReturnType<typeof createSampleWitness>[]) => string,
) {
  const witnesses = [createSampleWitness('one'), createSampleWitness('two')]
  const { document, record, index, ...rest } = setup()
  record.addCosigner((note) => cosign(note, witnesses))
  record.certify(randomBytes(32))
  record.anchor()
  record.mine(12)
  const lines = witnesses.map(({ line }) => line).join('')
  const text = record.policyText({ witnesses: `${lines}group both all one two\nquorum both\n` })
  return await attack({ document, record, index, ...rest }, { policy: parsePolicy(text) })
}

test.each<[string, Parameters<typeof attackWitnesses>[0]]>([
  ['no cosignature', (note) => note],
  ['the cosignature of one witness', (note, [one]) => one?.cosign(note, NOW) ?? note],
  [
    'the cosignature of one witness twice',
    (note, [one]) => one?.cosign(one.cosign(note, NOW), new Date(NOW.getTime() - 1000)) ?? note,
  ],
  [
    'a cosignature of an unknown witness',
    (note, [one]) => createSampleWitness('two').cosign(one?.cosign(note, NOW) ?? note, NOW),
  ],
  [
    'a cosignature from the future',
    (note, [one, two]) =>
      two?.cosign(one?.cosign(note, NOW) ?? note, new Date(NOW.getTime() + 3_600_000)) ?? note,
  ],
])('a record with %s', async (_name, cosign) => {
  const { verdict } = await attackWitnesses(cosign)
  expect(verdict.code).toBe('too-few-witnesses')
})

test('a cosignature of a known witness that does not match', async () => {
  const { verdict } = await attackWitnesses((note, [one, two]) => {
    const ofOtherState = two?.cosign(note.replace(/\n\d+\n/, '\n9999\n'), NOW) ?? ''
    return `${one?.cosign(note, NOW)}${ofOtherState.split('\n').at(-2)}\n`
  })
  expect(verdict.code).toBe('broken')
})

test('the key of one witness under two names', () => {
  countAttempt()
  const { record } = setup()
  const { vkey } = generateKey('one.example', WITNESS_KEY)
  const text = `witness one ${vkey}\nwitness two ${vkey}\ngroup both all one two\nquorum both\n`
  expect(() => parsePolicy(record.policyText({ witnesses: text }))).toThrow(
    expect.objectContaining({ code: 'BAD_POLICY' }),
  )
})

test('a cosignature of the log itself does not count as a witness', async () => {
  const { verdict } = await attackWitnesses((note, [one]) => {
    const { privateKey } = generateKey(ORIGIN, WITNESS_KEY)
    const line = signCosignature(
      `${note.split('\n').slice(0, 3).join('\n')}\n`,
      parsePrivateKey(privateKey, WITNESS_KEY),
      BigInt(NOW.getTime() / 1000),
    )
    return `${one?.cosign(note, NOW)}${line}`
  })
  expect(verdict.code).toBe('too-few-witnesses')
})
