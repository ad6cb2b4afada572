/** Which collections of the service identify accounts. */
import { fileStorageVariables } from '@inkproof/file-storage/testing/file-storage'
import { createInstallationAuthority } from '@inkproof/pdf-signing/installation-authority'
import { createLog } from '@inkproof/service-kit/log'
import { createMetrics } from '@inkproof/service-kit/metrics'
import { makeServiceKeys } from '@inkproof/service-kit/testing/service-identity'
import { makeSessionKey } from '@inkproof/service-kit/testing/session-key'
import { expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { readConfig } from '../config.ts'
import { composeSigning } from '../features.ts'
import { newInvitationKey } from '../testing/signing-service.ts'

/**
 * For each model, the field with an account's ID; null if none identifies a person. When you add a model with such a field,
 * also change personal-data-store.ts. An `Envelope` also has `recipients.accountId`.
 */
const ACCOUNT_ID_FIELDS = new Map<string, string | null>([
  ['AddressBookEntry', null],
  ['Envelope', 'accountId'],
  ['SigningMail', 'accountId'],
  ['StoredFile', null],
])

test('ACCOUNT_ID_FIELDS lists all models and their fields with account IDs', async () => {
  const keys = makeServiceKeys('svc-signing')
  const url = 'https://sign.example.com/api/v1/signing-authority/root.crl'
  const { authority } = await createInstallationAuthority('Inkproof', url, new Date())
  const config = readConfig({
    ...{ PORT: '0', MONGO_URL: 'mongodb://localhost/signing', REDIS_URL: 'redis://localhost' },
    SESSION_KEYS: makeSessionKey().publicJwks,
    SERVICE_KEY: keys.keyOf('svc-signing'),
    SERVICE_KEYS: keys.publicJwks,
    ...{ URL_SVC_AUTH: 'http://localhost', URL_SVC_DOCUMENTS: 'http://localhost' },
    SIGNING_AUTHORITY: authority,
    SMTP_URL: 'smtp://localhost',
    INVITATION_KEYS: newInvitationKey(),
    ...(await fileStorageVariables()),
  })
  const connection = mongoose.createConnection()
  const redis = new Redis({ lazyConnect: true })
  const log = createLog('test', 'silent')
  composeSigning(config, { connection, redis, log, metrics: createMetrics('test') })
  const fields = Object.values(connection.models).map(({ modelName, schema }) => {
    const found = Object.keys(schema.paths).find((path) => /(^|\.)accountId$/.test(path))
    return [modelName, found ?? null] as const
  })
  expect(new Map(fields)).toEqual(ACCOUNT_ID_FIELDS)
})
