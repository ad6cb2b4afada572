/** Starts a separate gateway for a test, in front of the given services. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCompose } from '../compose/read-compose.ts'
import { gateway } from '../parts/nginx.ts'
import { startPart } from '../parts/start-part.ts'
import { freePort } from '../process/free-port.ts'
import type { Supervised } from '../process/supervise.ts'
import { loadKeys } from '../system/keys.ts'
import { upstreamVariables } from '../system/services.ts'
import { testContext } from './parts.ts'
import { ROOT } from './test-folder.ts'

/** Nothing listens on the discard port. */
const UNREACHABLE = 'http://127.0.0.1:9'

export type TestGateway = {
  origin: string
  pid(): number | undefined
  stop(): Promise<void>
}

export type TestGatewayOptions = {
  /** Folder of its configuration and access log. */
  folder: string
  /** The folder in which shell and slices are released. */
  www: string
  /** The public files of the log. */
  log: string
  /** `http://host:port` of each service by its name, or of all its instances; omitted services are unreachable. */
  services: Readonly<Record<string, string | readonly string[]>>
  /** The value of CAPTCHA. */
  captcha?: string
  /** The value of GATEWAY_TRUSTED_PROXY. */
  trustedProxy?: string
  /** The value of PUBLIC_ORIGIN; the gateway's own address by default. */
  publicOrigin?: string
  /** The value of GATEWAY_CALL_TIMEOUT. */
  callTimeout?: string
  /** The value of GATEWAY_AUTH_RATE and GATEWAY_API_RATE. */
  rate?: string
}

export async function startTestGateway(options: TestGatewayOptions): Promise<TestGateway> {
  const { folder } = options
  const origin = `http://127.0.0.1:${await freePort()}`
  const values = await templateValues(options, origin)
  const part = gateway({ templates: join(ROOT, 'gateway/templates'), origin, values })
  const prepared = await part.prepare(testContext(folder))
  const folders = { run: join(folder, 'run'), logs: join(folder, 'logs') }
  const running: Supervised[] = []
  await startPart('gateway', prepared, folders, (process) => running.push(process))
  return {
    origin,
    pid: () => running[0]?.pid(),
    stop: async () => {
      for (const process of running) await process.stop()
    },
  }
}

async function templateValues(
  options: TestGatewayOptions,
  origin: string,
): Promise<Record<string, string>> {
  const { folder, www, log, services, captcha = 'altcha' } = options
  const { trustedProxy = '', publicOrigin = origin, callTimeout, rate } = options
  const servers = (urls: string | readonly string[]) =>
    [urls]
      .flat()
      .map((url) => `server ${new URL(url).host} max_fails=0;`)
      .join(' ')
  const variables = {
    ...(await loadKeys(folder)),
    CAPTCHA: captcha,
    PUBLIC_ORIGIN: publicOrigin,
    GATEWAY_TRUSTED_PROXY: trustedProxy,
    ...(callTimeout && { GATEWAY_CALL_TIMEOUT: callTimeout }),
    ...(rate && { GATEWAY_AUTH_RATE: rate, GATEWAY_API_RATE: rate }),
    GATEWAY_LISTEN: `listen ${new URL(origin).host};`,
    GATEWAY_RESOLVER: 'resolver_timeout 5s;',
    ...upstreamVariables(({ name }) => servers(services[name] ?? UNREACHABLE)),
    GATEWAY_WWW: www,
    GATEWAY_LOG: log,
    GATEWAY_STATE: join(folder, 'gateway'),
    GATEWAY_ACCESS_LOG: join(folder, 'logs/access.log'),
  }
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
  return readCompose(compose, variables).get('gateway')?.environment ?? {}
}
