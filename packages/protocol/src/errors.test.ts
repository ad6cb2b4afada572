import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { ACCOUNT_ERRORS } from './errors/account.ts'
import { CALL_ERRORS } from './errors/calls.ts'
import { CERTIFICATE_ERRORS } from './errors/certificates.ts'
import { FILE_ERRORS } from './errors/files.ts'
import { SIGN_IN_ERRORS } from './errors/sign-in.ts'
import { SIGNING_ERRORS } from './errors/signing.ts'
import { WORKSPACE_ERRORS } from './errors/workspaces.ts'
import { ERRORS } from './errors.ts'
import { MAX_PASSKEYS } from './factors.ts'
import { MAX_WALLETS } from './wallets.ts'
import { MAX_MEMBERS, MAX_WORKSPACES } from './workspaces.ts'

const DOCUMENT = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')

test('docs/errors.md lists exactly the codes that exist, with their status and texts', () => {
  const documented = DOCUMENT.split('\n').filter((line) => line.startsWith('| `'))
  const expected = Object.entries(ERRORS).map(
    ([code, { status, title, fix }]) => `| \`${code}\` | ${status} | ${title} | ${fix} |`,
  )
  expect(documented).toEqual(expected)
})

test('no code is defined in two files, where one row would overwrite the other', () => {
  const files = [
    ...[ACCOUNT_ERRORS, CALL_ERRORS, CERTIFICATE_ERRORS],
    ...[FILE_ERRORS, SIGN_IN_ERRORS, SIGNING_ERRORS, WORKSPACE_ERRORS],
  ]
  const codes = files.flatMap((rows) => Object.keys(rows))
  expect([...codes].sort()).toEqual(Object.keys(ERRORS).sort())
})

test('the title and fix of every error are sentences', () => {
  const sentences = Object.values(ERRORS).flatMap(({ title, fix }) => [title, fix])
  expect(sentences.filter((sentence) => !/^[A-Z].*\.$/.test(sentence))).toEqual([])
})

test.each([
  ['TOO_MANY_WALLETS', MAX_WALLETS],
  ['TOO_MANY_PASSKEYS', MAX_PASSKEYS],
  ['WORKSPACE_FULL', MAX_MEMBERS],
  ['TOO_MANY_WORKSPACES', MAX_WORKSPACES],
] as const)('the title of %s contains the enforced limit', (code, limit) => {
  expect(ERRORS[code].title).toContain(` ${limit} `)
})
