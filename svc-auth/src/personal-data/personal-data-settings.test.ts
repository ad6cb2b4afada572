import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { parseServiceUrls, personalDataEnv } from './personal-data-settings.ts'

const Env = z.object({ PERSONAL_DATA_SERVICES: personalDataEnv.PERSONAL_DATA_SERVICES })

test('lists services by name, also names with a hyphen', () => {
  const text = 'svc-documents=http://documents-api:3000\n  svc-signing-pdf=https://signing:3000'
  expect(Env.parse({ PERSONAL_DATA_SERVICES: text })).toEqual({ PERSONAL_DATA_SERVICES: text })
  expect([...parseServiceUrls(text)]).toEqual([
    ['svc-documents', 'http://documents-api:3000'],
    ['svc-signing-pdf', 'https://signing:3000'],
  ])
})

test('lists no service by default', () => {
  expect([...parseServiceUrls(Env.parse({}).PERSONAL_DATA_SERVICES)]).toEqual([])
})

test.each([
  'http://documents-api:3000',
  'documents=http://documents-api:3000',
  'svc-=http://documents-api:3000',
  'svc-documents-=http://documents-api:3000',
  'svc-documents=documents-api:3000',
  'svc-documents=http://documents-api:3000 svc-notes',
])('refuses %s', (text) => {
  expect(() => Env.parse({ PERSONAL_DATA_SERVICES: text })).toThrow(
    'expected svc-name=http://host:port for each service',
  )
})
