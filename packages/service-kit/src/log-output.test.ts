import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { createLog } from './log.ts'
import { createLogOutput } from './log-output.ts'

test('drops lines while the disk is full', () => {
  // Linux refuses every write to this device as it does on a full disk.
  const full = openSync('/dev/full', 'w')
  const log = createLog('test', 'info', createLogOutput(full))
  for (let count = 0; count < 3; count++) log.info('a line')
  closeSync(full)
})

test('writes every line, of any length, in order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-log-'))
  const path = join(folder, 'log')
  const file = openSync(path, 'w')
  const { write } = createLogOutput(file)
  const lines = ['a\n', `${'é'.repeat(100_000)}\n`, 'b\n']
  for (const line of lines) write(line)
  closeSync(file)
  expect(readFileSync(path, 'utf8')).toBe(lines.join(''))
  rmSync(folder, { recursive: true })
})
