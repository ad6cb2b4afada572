/** Controls the running system from a browser test. Names are those of docker-compose.yml. */
import { SERVICES } from '../system/services.ts'

/** Returns origin, folders and addresses of the running system. @throws Error outside the e2e project */
export function testSystem() {
  const read = (name: string) => {
    const value = process.env[name]
    if (!value) throw new Error(`${name} is not set: run this test in the "e2e" project`)
    return value
  }
  return {
    origin: read('INKPROOF_TEST_ORIGIN'),
    www: read('INKPROOF_TEST_WWW'),
    data: read('INKPROOF_TEST_DATA'),
    urls: JSON.parse(read('INKPROOF_TEST_URLS')) as Record<string, string>,
    control: read('INKPROOF_TEST_CONTROL'),
  }
}

/** Returns the URL of each running service by its name at the gateway, as `startTestGateway` expects them. */
export function runningServices(): Record<string, string> {
  const { urls } = testSystem()
  return Object.fromEntries(SERVICES.map(({ name, process }) => [name, urls[process] ?? '']))
}

/** Stops a process until `restart`. */
export const halt = (name: string) => send('halt', name)

/** Stops a process gracefully if it is running, starts it and waits until it responds. */
export const restart = (name: string) => send('restart', name)

async function send(action: string, name: string): Promise<unknown> {
  const response = await fetch(`${testSystem().control}/${action}/${name}`, { method: 'POST' })
  if (!response.ok) throw new Error(`${action} ${name}: ${await response.text()}`)
  return await response.json()
}
