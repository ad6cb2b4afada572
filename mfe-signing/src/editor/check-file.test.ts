import { expect, test } from '@jest/globals'
import { checkFile } from './check-file.ts'

const file = (content: string) => new File([content], 'Lease.pdf')

test('accepts a PDF, also if other bytes come first', async () => {
  expect(await checkFile(file('%PDF-1.7'))).toBeNull()
  expect(await checkFile(file(`${' '.repeat(100)}%PDF-1.4`))).toBeNull()
})

test('refuses a file that is empty', async () => {
  expect(await checkFile(file(''))).toContain('is empty')
})

test('refuses a file of another type', async () => {
  expect(await checkFile(file('PK'))).toContain('is not a PDF')
})

test('refuses a file above 50 MB', async () => {
  const large = new File([new Uint8Array(50_000_001)], 'Scan.pdf')
  expect(await checkFile(large)).toBe('“Scan.pdf” is larger than 50 MB. Choose a smaller file.')
})
