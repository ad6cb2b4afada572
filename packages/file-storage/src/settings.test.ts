import { readConfig } from '@inkproof/service-kit/config'
import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { fileStorageEnv } from './settings.ts'
import { makeFileKey } from './testing/file-storage.ts'

const Env = z.object(fileStorageEnv)
const read = (env: Record<string, string>) => readConfig('test', Env, env)

test('needs only a key, and stores files in the database by default', async () => {
  const FILE_KEYS = await makeFileKey()
  expect(read({ FILE_KEYS, FILE_STORAGE: '', AWS_ENDPOINT_URL_S3: '' })).toEqual({
    FILE_STORAGE: 'mongodb',
    FILE_KEYS: [FILE_KEYS],
    AWS_REGION: 'us-east-1',
  })
})

test('reads several keys in their order', async () => {
  const keys = [await makeFileKey(), await makeFileKey(), await makeFileKey()]
  expect(read({ FILE_KEYS: keys.join(' ') }).FILE_KEYS).toEqual(keys)
  expect(read({ FILE_KEYS: ` ${keys.join(',\n')} ` }).FILE_KEYS).toEqual(keys)
})

test.each(['mongodb', 's3://bucket', 's3://my.bucket-1/files/signing'])(
  'accepts %s',
  async (address) => {
    expect(read({ FILE_KEYS: await makeFileKey(), FILE_STORAGE: address }).FILE_STORAGE).toBe(
      address,
    )
  },
)

test.each(['s3://', 's3://B', 'gridfs', '/srv/files', 'https://bucket'])(
  'refuses %s as a place for files',
  async (address) => {
    const FILE_KEYS = await makeFileKey()
    expect(() => read({ FILE_KEYS, FILE_STORAGE: address })).toThrow('FILE_STORAGE')
  },
)

test('refuses keys that are none, without printing them', async () => {
  const key = await makeFileKey()
  for (const FILE_KEYS of [' ', 'secret', key.slice(0, -1), `${key} secret`, key.toLowerCase()]) {
    expect(() => read({ FILE_KEYS })).toThrow('FILE_KEYS')
    expect(() => read({ FILE_KEYS })).not.toThrow('secret')
  }
})
