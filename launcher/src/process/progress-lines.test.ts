import { expect, test } from '@jest/globals'
import { createProgressLines } from './progress-lines.ts'
import { waitFor } from './wait.ts'

function screen(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, write: (text: string) => written.push(text), text: () => written.join('') }
}

test('counts the seconds in the last line of a terminal, below the messages', async () => {
  const terminal = screen(true)
  let seconds = 7
  const lines = createProgressLines(terminal, () => seconds++ * 1000, 1)
  lines.print('building svc-auth')
  await waitFor(async () => terminal.text().includes('… 9 s'), { timeoutMs: 5000, what: 'count' })
  lines.end()
  expect(terminal.text().startsWith('\r\x1b[Kbuilding svc-auth\n')).toBe(true)
  expect(terminal.text().endsWith('\r\x1b[K')).toBe(true)
})

test('writes plain lines to a file without redrawing', () => {
  const file = screen(false)
  const lines = createProgressLines(file, () => 1000, 1)
  lines.print('building svc-auth')
  lines.end()
  expect(file.text()).toBe('building svc-auth\n')
})
