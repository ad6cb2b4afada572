/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import 'fake-indexeddb/auto'
import { expect, test } from '@jest/globals'
import { readEnteredFor, removeEnteredFor, writeEnteredFor } from './entered-db.ts'

const entered = (text: string) => ({
  link: 'link',
  values: { rent: { kind: 'text' as const, text } },
  code: null,
})

test('what is removed while it is being stored does not come back', async () => {
  const writes = ['1', '12', '120'].map((text) => writeEnteredFor(entered(text)))
  await removeEnteredFor('link')
  await Promise.all(writes)
  expect(await readEnteredFor('link')).toEqual({ link: 'link', values: {}, code: null })
})

test('the newest value is read while older ones are being stored', async () => {
  await Promise.all(['1', '12'].map((text) => writeEnteredFor(entered(text))))
  expect(await readEnteredFor('link')).toEqual(entered('12'))
})
