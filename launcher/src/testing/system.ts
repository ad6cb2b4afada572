/** Starts the whole system for browser tests, on a free port, in a folder that is deleted afterwards. */
import { freePort } from '../process/free-port.ts'
import { startSystem } from '../system/start-system.ts'
import { serveControl } from './control-server.ts'
import { makeTestFolder, removeTestFolder, toolsFolder } from './test-folder.ts'

export type TestSystem = { env: Record<string, string>; stop(): Promise<void> }

export async function startTestSystem(): Promise<TestSystem> {
  const folder = await makeTestFolder('system')
  const report = { note: (line: string) => console.log(line) }
  const port = await freePort()
  const env = {
    // All test visitors share one address, so its rate limit is raised.
    GATEWAY_AUTH_RATE: '200r/s',
    // Prevents failures that are caused only by a slow machine.
    STORE_TIMEOUT_FACTOR: '10',
    GATEWAY_CALL_TIMEOUT: '30s',
    ...process.env,
  }
  const system = await startSystem({ data: folder, port, tools: toolsFolder(), env, report })
  const control = await serveControl(system)
  return {
    env: {
      INKPROOF_TEST_ORIGIN: system.origin,
      INKPROOF_TEST_WWW: system.www,
      INKPROOF_TEST_DATA: system.data,
      INKPROOF_TEST_CONTROL: control.url,
      INKPROOF_TEST_URLS: JSON.stringify(system.urls),
    },
    stop: async () => {
      await control.close()
      await system.stop()
      await removeTestFolder(folder)
    },
  }
}
