import { expect, test } from '@jest/globals'
import { waitFor } from './wait.ts'
import { waitingLines } from './waiting-lines.ts'

function screen(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, write: (text: string) => written.push(text), text: () => written.join('') }
}

test('on a terminal the last line counts, and messages appear above it', async () => {
  const terminal = screen(true)
  let seconds = 7
  const lines = waitingLines(terminal, () => seconds++ * 1000, 1)
  lines.say('building svc-auth')
  await waitFor(async () => terminal.text().includes('… 9 s'), { timeoutMs: 5000, what: 'count' })
  lines.end()
  expect(terminal.text().startsWith('\r\x1b[Kbuilding svc-auth\n')).toBe(true)
  expect(terminal.text().endsWith('\r\x1b[K')).toBe(true)
})

test('a file gets plain lines without redrawing', () => {
  const file = screen(false)
  const lines = waitingLines(file, () => 1000, 1)
  lines.say('building svc-auth')
  lines.end()
  expect(file.text()).toBe('building svc-auth\n')
})
