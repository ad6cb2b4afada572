import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { readChosenFile } from './chosen-file.ts'

test('a file that can be attached is copied, named and hashed', async () => {
  const content = '%PDF-1.7 the passport'
  const chosen = await readChosenFile(new File([content], 'pass\u202eport.pdf'))
  expect(chosen).toMatchObject({
    ...{ fileName: 'passport.pdf', size: content.length },
    fingerprint: createHash('sha256').update(content).digest('hex'),
  })
  expect(await chosen.file.text()).toBe(content)
})

test.each([
  ['scan', '\xff\xd8\xff', 'scan.jpg'],
  ['\u202e', '%PDF-1.7', 'Unnamed file.pdf'],
])('a file that is named %j gets the ending of its kind', async (name, content, expected) => {
  const file = new File([Uint8Array.from(content, (letter) => letter.charCodeAt(0))], name)
  expect((await readChosenFile(file)).fileName).toBe(expected)
})

test.each([
  [
    '“passport.pdf” cannot be attached. Choose a PDF document, or a picture of the type PNG, JPEG or WebP.',
    new File(['<html>'], 'pass\u202eport.pdf'),
  ],
  ['“scan.pdf” is larger than 10 MB.', new File([new Uint8Array(10_000_001)], 'scan.pdf')],
])('refuses another one: %s', async (sentence, file) => {
  await expect(readChosenFile(file)).rejects.toThrow(sentence)
})
