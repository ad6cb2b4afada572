import { createApp } from '@inkproof/service-kit/http'
import { createLog } from '@inkproof/service-kit/log'
import { expect, test } from '@jest/globals'
import request from 'supertest'
import { contentConfig } from '../config.ts'
import { contentFeatures } from '../features.ts'
import { readLibrary } from '../pages/library.ts'
import { testInputs } from '../testing/inputs.ts'

const DAY_MS = 24 * 60 * 60 * 1000

function configWith(contact: string | undefined) {
  return contentConfig({
    PORT: '0',
    REDIS_URL: 'redis://127.0.0.1:1',
    RELEASES_DIR: 'no-such-folder',
    SECURITY_CONTACT: contact,
  })
}

async function get(contact: string | undefined) {
  const { SECURITY_CONTACT } = configWith(contact)
  const library = await readLibrary(new URL('../../content', import.meta.url).pathname)
  const given = { library, origin: 'https://proof.example', securityContacts: SECURITY_CONTACT }
  const { routes } = contentFeatures(testInputs(given))
  const log = createLog('svc-content', 'silent')
  return request(createApp({ log, trustedHops: 0, mounts: routes })).get(
    '/.well-known/security.txt',
  )
}

test('names the contacts in order, its address and a date until which it is valid (RFC 9116)', async () => {
  const response = await get('mailto:security@proof.example https://proof.example/report')
  expect([response.status, response.type]).toEqual([200, 'text/plain'])
  const lines = response.text.split('\n')
  const expires = lines.find((line) => line.startsWith('Expires: ')) ?? ''
  expect(lines).toEqual([
    'Contact: mailto:security@proof.example',
    'Contact: https://proof.example/report',
    expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    'Preferred-Languages: en',
    'Canonical: https://proof.example/.well-known/security.txt',
    '',
  ])
  const days = (Date.parse(expires.slice(9)) - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
})

test('is missing unless the operator names a contact', async () => {
  expect((await get(undefined)).status).toBe(404)
  expect((await get('')).status).toBe(404)
})

test.each([
  'security@proof.example',
  'http://proof.example/report',
  'mailto:a@b\nContact: mailto:x@y',
])('the contact %j is not a mailto:, https: or tel: URI', (contact) => {
  expect(() => configWith(contact)).toThrow('SECURITY_CONTACT')
})
