import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const PACKAGE = join(import.meta.dirname, '..')

function inkproof(...args: string[]): string {
  return execFileSync(process.execPath, [join(PACKAGE, 'bin/inkproof.mjs'), ...args], {
    encoding: 'utf8',
  })
}

test('`inkproof --version` prints the version of the package, and --help lists it', () => {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  expect(inkproof('--version')).toBe(`${version}\n`)
  expect(inkproof('--help')).toContain('inkproof --version')
})
