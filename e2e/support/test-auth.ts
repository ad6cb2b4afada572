/**
 * Starts a svc-auth with test-specific settings behind a separate gateway, using the Redis and MongoDB of the running
 * system.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCompose } from '@inkproof/launcher/compose/read-compose'
import { startPart } from '@inkproof/launcher/parts/start-part'
import { freePort } from '@inkproof/launcher/process/free-port'
import type { Supervised } from '@inkproof/launcher/process/supervise'
import { isHttpOk } from '@inkproof/launcher/process/wait'
import { loadKeys } from '@inkproof/launcher/system/keys'
import { databaseUrl } from '@inkproof/launcher/system/variables'
import { runningServices, testSystem } from '@inkproof/launcher/testing/control'
import { startTestGateway } from '@inkproof/launcher/testing/gateway'
import { makeTestFolder, ROOT, removeTestFolder } from '@inkproof/launcher/testing/test-folder'

export type TestAuth = { origin: string; stop(): Promise<void> }

type Settings = Readonly<Record<string, string>>

/**
 * `name` distinguishes the folders and databases of tests; `settings` returns environment variables and receives the
 * origin of the gateway.
 *
 * By default, the service has a separate database: with a shared one, it would send e-mails of the running system with
 * links to the wrong origin.
 */
export async function startTestAuth(
  name: string,
  settings: (origin: string) => Settings | Promise<Settings>,
  captcha = 'altcha',
): Promise<TestAuth> {
  const { www, data } = testSystem()
  const folder = await makeTestFolder(name)
  const port = await freePort()
  const auth = `http://127.0.0.1:${port}`
  const services = { ...runningServices(), auth }
  const gateway = await startTestGateway({
    folder,
    www,
    services,
    captcha,
    log: join(data, 'log'),
  })
  const { origin } = gateway
  const overrides = { PORT: String(port), CAPTCHA: captcha, ...(await settings(origin)) }
  const service = await startService(folder, auth, {
    ...(await environment(name, origin)),
    ...overrides,
  })
  return {
    origin,
    stop: async () => {
      await service.stop()
      await gateway.stop()
      await removeTestFolder(folder)
    },
  }
}

/**
 * The database of the running system, as a setting for a test that needs its accounts. The service then also sends
 * e-mails of the running system, whose links must lead there, so it has the same origin.
 */
export function sharedDatabase(): Settings {
  const { urls, origin } = testSystem()
  return { MONGO_URL: databaseUrl(urls['mongo'] ?? '', 'auth'), PUBLIC_ORIGIN: origin }
}

/** The environment from docker-compose.yml, with the URLs of the running system. */
async function environment(name: string, origin: string): Promise<Record<string, string>> {
  const { data, urls } = testSystem()
  const variables = {
    ...(await loadKeys(data)),
    PUBLIC_ORIGIN: origin,
    SERVICE_HOST: '127.0.0.1',
    MONGO_URL_AUTH: databaseUrl(urls['mongo'] ?? '', `auth-${name}`),
    REDIS_URL: urls['redis'] ?? '',
    CHAIN_URL: urls['chain'] ?? '',
    SMTP_URL: urls['mail'] ?? '',
    URL_DOCUMENTS_API: urls['documents-api'] ?? '',
  }
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
  return readCompose(compose, variables).get('svc-auth')?.environment ?? {}
}

async function startService(
  folder: string,
  url: string,
  env: Record<string, string>,
): Promise<Supervised> {
  let service: Supervised | undefined
  const launch = {
    name: 'test-auth',
    command: process.execPath,
    args: ['dist/main.js'],
    cwd: join(ROOT, 'svc-auth'),
    env: { PATH: process.env['PATH'], ...env },
  }
  const folders = { run: join(folder, 'run'), logs: join(folder, 'logs') }
  const isReady = () => isHttpOk(`${url}/readyz`)
  const prepared = { from: 'dist/main.js', addresses: { url }, launch, isReady }
  await startPart('test-auth', prepared, folders, (started) => {
    service = started
  })
  if (!service) throw new Error('svc-auth was not started')
  return service
}
