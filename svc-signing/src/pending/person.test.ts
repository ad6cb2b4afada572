import { expect, test } from '@jest/globals'
import type { Contact } from '../envelopes/dependencies.ts'
import { personOf } from './person.ts'

const CONTACT: Contact = {
  email: 'Ann@Example.com',
  isEmailConfirmed: true,
  firstName: null,
  lastName: null,
  language: 'en',
  workspaceName: 'Roe Workshops',
}
const SESSION = { accountId: 'ann', workspaceId: 'roe', role: 'member' } as const

const personWith = (contact: Contact | null, role: 'member' | 'viewer' = 'member') =>
  personOf({ contact: async () => contact }, { ...SESSION, role })

test('an address counts once it is confirmed, as requests contain it', async () => {
  const person = { workspaceId: 'roe', accountId: 'ann', address: 'ann@example.com' }
  expect(await personWith(CONTACT)).toEqual(person)
  expect(await personWith({ ...CONTACT, isEmailConfirmed: false })).toEqual({
    ...person,
    address: null,
  })
})

test.each([
  ['without an address', { ...CONTACT, email: null }],
  ['with an address that no request can contain', { ...CONTACT, email: 'änn@example.com' }],
  ['that is no longer in the workspace', null],
])('an account %s has none', async (_, contact) => {
  expect((await personWith(contact)).address).toBeNull()
})

test('a viewer acts by link only', async () => {
  expect(await personWith(CONTACT, 'viewer')).toMatchObject({
    accountId: null,
    address: 'ann@example.com',
  })
})
