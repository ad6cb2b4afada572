/** For tests of services that store files: keys, settings, and a store with a database of its own. */
import { createLog } from '@inkproof/service-kit/log'
import { createMetrics } from '@inkproof/service-kit/metrics'
import { type MongoDependency, openMongo } from '@inkproof/service-kit/mongo'
import { testDatabase } from '@inkproof/service-kit/testing/fixture'
import { generateX25519Identity } from 'age-encryption'
import { createFileStore, type FileStore, type FileStoreDeps } from '../file-store.ts'

/** Returns a new key in the format of FILE_KEYS. */
export function makeFileKey(): Promise<string> {
  return generateX25519Identity()
}

/** Returns the variables that a service with `fileStorageEnv` needs to start: a new key, and files in its database. */
export async function fileStorageVariables(): Promise<{ FILE_KEYS: string }> {
  return { FILE_KEYS: await makeFileKey() }
}

export type TestFileStore = FileStore & {
  mongo: MongoDependency
  /** Drops the database. */
  close(): Promise<void>
}

/** Opens a file store with a new database, or the one of `url`, and a new key, without its background job. */
export async function openTestFileStore({
  url = testDatabase('files'),
  ...deps
}: Partial<FileStoreDeps> & { url?: string } = {}): Promise<TestFileStore> {
  // Only fault tests need the time limits of production.
  const timeoutFactor = deps.STORE_TIMEOUT_FACTOR ?? 10
  const log = createLog('files', 'silent')
  const mongo = openMongo(url, log, timeoutFactor)
  const store = createFileStore({
    FILE_STORAGE: 'mongodb',
    FILE_KEYS: deps.FILE_KEYS ?? [await makeFileKey()],
    AWS_REGION: 'us-east-1',
    STORE_TIMEOUT_FACTOR: timeoutFactor,
    connection: mongo.connection,
    metrics: createMetrics('files'),
    log,
    now: () => new Date(),
    ...deps,
  })
  await mongo.prepare()
  const close = async () => {
    await store.job.close()
    await mongo.connection.dropDatabase()
    await mongo.close()
  }
  return { ...store, mongo, close }
}
