/** Who is in the address book of a workspace, and how people are found there, with a real database. */
import { openTestFileStore, type TestFileStore } from '@inkproof/file-storage/testing/file-storage'
import type { KnownPerson } from '@inkproof/protocol/address-book'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { addressBookModel } from './address-book.model.ts'
import { type AddressBook, createAddressBook } from './address-book.ts'

let files: TestFileStore
let addressBook: AddressBook
beforeAll(async () => {
  files = await openTestFileStore()
  const model = addressBookModel(files.mongo.connection)
  await model.createIndexes()
  addressBook = createAddressBook(model)
  await sendTo('w1', PEOPLE)
})
afterAll(() => files.close())

const person = (name: string, email: string): KnownPerson => ({ name, email })
const PEOPLE = [
  person('José Núñez', 'jn@example.com'),
  person('Anna-Maria Archer', 'archer@example.com'),
  person('Bo O’Neil', 'b.oneil@example.org'),
  person('王小明', 'wang@example.net'),
]
let time = 0

/** Each request is sent later than the one before. */
function sendTo(workspaceId: string, people: readonly KnownPerson[], envelopeId = 'e1') {
  time += 1_000
  return addressBook.remember({ workspaceId, envelopeId, at: new Date(time) }, people)
}

async function find(text: string, workspaceId = 'w1'): Promise<string[]> {
  return (await addressBook.search(workspaceId, text)).map(({ email }) => email)
}

test.each<[string, string]>([
  ['jose', 'jn@example.com'],
  ['NUÑ', 'jn@example.com'],
  ['núñez j', 'jn@example.com'],
  ['Jn@Exam', 'jn@example.com'],
  ['mar', 'archer@example.com'],
  ['anna-m arch', 'archer@example.com'],
  ['neil', 'b.oneil@example.org'],
  ['o’n', 'b.oneil@example.org'],
  ['b.oneil@example.org', 'b.oneil@example.org'],
  ['王', 'wang@example.net'],
])('“%s” finds %s', async (text, email) => {
  expect(await find(text)).toEqual([email])
})

test.each(['cher', 'example', 'jose archer', 'jn@example.com.', '.', '.*', '$', '\u0301'])(
  '“%s” finds nobody: it begins no word of a name and no address',
  async (text) => {
    expect(await find(text)).toEqual([])
  },
)

test('an address is there once, with the name as entered last', async () => {
  await sendTo('w2', [person('Ann', 'ann@example.com')])
  await sendTo('w2', [person('Dr. Ann Archer', 'ann@example.com')])
  expect(await addressBook.search('w2', 'a')).toEqual([person('Dr. Ann Archer', 'ann@example.com')])
  expect(await find('dr', 'w2')).toEqual(['ann@example.com'])
})

test('each workspace finds only the people to whom it has sent', async () => {
  for (const workspaceId of ['w3', 'w6'])
    await sendTo(workspaceId, [person('Cy Ng', 'cy@example.com')])
  expect([await find('cy', 'w3'), await find('cy', 'w6')]).toEqual(
    Array(2).fill(['cy@example.com']),
  )
  expect([await find('cy'), await find('jose', 'w3')]).toEqual([[], []])
})

test('returns the eight people who were used last, the last one first', async () => {
  for (let number = 1; number <= 9; number += 1)
    await sendTo('w4', [person(`Dan ${number}`, `dan-${number}@example.com`)])
  await sendTo('w4', [person('Dan 2', 'dan-2@example.com')])
  const expected = [2, 9, 8, 7, 6, 5, 4, 3].map((number) => `dan-${number}@example.com`)
  expect(await find('dan', 'w4')).toEqual(expected)
})

test('an address is removed with the request that used it last, and stays if another did', async () => {
  await sendTo('w5', [person('Eve Elm', 'eve@example.com')], 'e1')
  await sendTo('w5', [person('Eve Elm', 'eve@example.com')], 'e2')
  await addressBook.forgetUse({ workspaceId: 'w5', envelopeId: 'e1' }, 'eve@example.com')
  expect(await find('eve', 'w5')).toEqual(['eve@example.com'])
  await addressBook.forgetUse({ workspaceId: 'w5', envelopeId: 'e2' }, 'eve@example.com')
  expect(await find('eve', 'w5')).toEqual([])
})

test('lists a page at a time, the most recently used first; those used at the same time are on one page only', async () => {
  const people = Array.from({ length: 25 }, (_, number) =>
    person(`Fay ${number}`, `fay-${number}@example.com`),
  )
  await sendTo('w7', people)
  await sendTo('w7', [person('Gus Gray', 'gus@example.com')])
  const first = await addressBook.list('w7', undefined)
  const second = await addressBook.list('w7', first.next ?? '')
  expect(first.entries[0]).toMatchObject({
    ...person('Gus Gray', 'gus@example.com'),
    lastUsedAt: new Date(time).toISOString(),
  })
  expect([first.entries.length, second.entries.length, second.next]).toEqual([20, 6, null])
  const emails = [...first.entries, ...second.entries].map(({ email }) => email)
  expect(new Set(emails).size).toBe(26)
  expect(first.next).not.toContain('@')
  await expect(addressBook.list('w7', 'x')).rejects.toThrow('INVALID_INPUT')
})

test('a person who is removed is found no longer, and stays in other workspaces', async () => {
  for (const workspaceId of ['w8', 'w9'])
    await sendTo(workspaceId, [person('Hal Hill', 'hal@example.com')])
  const [{ id } = { id: '' }] = (await addressBook.list('w8', undefined)).entries
  await addressBook.remove('w9', id)
  expect([await find('hal', 'w8'), await find('hal', 'w9')]).toEqual(
    Array(2).fill(['hal@example.com']),
  )
  await addressBook.remove('w8', id)
  await addressBook.remove('w8', id)
  expect([await find('hal', 'w8'), await find('hal', 'w9')]).toEqual([[], ['hal@example.com']])
})
