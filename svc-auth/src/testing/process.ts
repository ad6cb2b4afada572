/** Runs svc-auth as a separate process, for tests that stop or kill it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { buildBeforeTests } from '@inkproof/service-kit/testing/build-service'
import {
  freePort,
  sharedServiceUrl,
  testDatabase,
  until,
} from '@inkproof/service-kit/testing/fixture'
import { makeServiceKeys } from '@inkproof/service-kit/testing/service-identity'
import { makeSessionKey } from '@inkproof/service-kit/testing/session-key'

const build = buildBeforeTests(fileURLToPath(new URL('../..', import.meta.url)))

/** Starts the service with exactly these settings. The caller stops it. */
export function startProcess(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--enable-source-maps', build('main.js')], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => (output.text += bytes))
  return { child, output, exit: once(child, 'exit') }
}

/** Starts the service with all required settings, its own database and its own key. */
export async function startConfiguredProcess(env: Readonly<Record<string, string>> = {}) {
  const services = makeServiceKeys('svc-auth')
  const [key, port, mongoUrl] = [makeSessionKey(), await freePort(), testDatabase('auth-process')]
  const started = startProcess({
    PORT: `${port}`,
    HOST: '127.0.0.1',
    MONGO_URL: mongoUrl,
    SESSION_KEY: key.privateJwk,
    SESSION_KEYS: key.publicJwks,
    SERVICE_KEY: services.keyOf('svc-auth'),
    SERVICE_KEYS: services.publicJwks,
    REDIS_URL: sharedServiceUrl('INKPROOF_TEST_REDIS_URL'),
    SMTP_URL: sharedServiceUrl('INKPROOF_TEST_SMTP_URL'),
    CHAIN_URL: sharedServiceUrl('INKPROOF_TEST_CHAIN_URL'),
    CAPTCHA_KEY: 'a test secret of at least 32 characters',
    AUTH_KEY: Buffer.alloc(32, 7).toString('base64url'),
    ...env,
  })
  return { ...started, key, mongoUrl, origin: `http://127.0.0.1:${port}` }
}

/** Like {@link startConfiguredProcess}, and waits until the service is ready. */
export async function startReadyProcess(env: Readonly<Record<string, string>> = {}) {
  const started = await startConfiguredProcess(env)
  try {
    await until(() => started.output.text.includes('"msg":"ready"'))
  } catch (error) {
    started.child.kill('SIGKILL')
    throw error
  }
  return started
}
