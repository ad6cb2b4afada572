import { expect, test } from '@jest/globals'
import { senderName } from './sender-name.ts'

const JANE = { email: 'jane@example.com', firstName: 'Jane', lastName: 'Roe' }
const NAMELESS = { email: 'jane@example.com', firstName: null, lastName: null }

test.each([
  [
    'a person in a named workspace',
    { ...JANE, workspaceName: 'Roe Workshops' },
    'Jane Roe (Roe Workshops)',
  ],
  [
    'a person in the default workspace',
    { ...JANE, workspaceName: 'Jane Roe’s workspace' },
    'Jane Roe',
  ],
  [
    'a person who entered their name after the workspace was created',
    { ...JANE, workspaceName: 'jane@example.com’s workspace' },
    'Jane Roe',
  ],
  [
    'a named workspace of an account without a name',
    { ...NAMELESS, workspaceName: 'Roe Workshops' },
    'Roe Workshops',
  ],
  [
    'the default workspace of an account without a name',
    { ...NAMELESS, workspaceName: 'jane@example.com’s workspace' },
    'jane@example.com',
  ],
  [
    'an account with neither name nor address',
    { ...NAMELESS, email: null, workspaceName: '0x12…ef’s workspace' },
    '0x12…ef’s workspace',
  ],
  [
    'a person named like this product',
    { ...JANE, firstName: 'Ínkpr0of', lastName: 'Support', workspaceName: 'Roe Workshops' },
    'jane@example.com (Roe Workshops)',
  ],
  [
    'a workspace named like this product',
    { ...JANE, workspaceName: 'Inkproof Security' },
    'Jane Roe',
  ],
])('%s', (_case, sender, shown) => {
  expect(senderName(sender, undefined)).toBe(shown)
})

test('a sender who is a recipient is shown with the name that they entered', () => {
  const sender = { ...NAMELESS, workspaceName: 'Roe Workshops' }
  expect(senderName(sender, 'Jane M. Roe')).toBe('Jane M. Roe (Roe Workshops)')
  expect(senderName(sender, 'The Inkproof Team')).toBe('jane@example.com (Roe Workshops)')
})
