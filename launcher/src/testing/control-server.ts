/** Lets tests, which jest runs in separate processes, control the running system. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { System } from '../system/start-system.ts'

export type Control = { url: string; close(): Promise<void> }

type Action = (system: System, name: string) => unknown

const ACTIONS: Readonly<Record<string, Action>> = {
  halt: (system, name) => system.halt(name),
  restart: (system, name) => system.restart(name),
  ready: (system, name) => system.isReady(name),
}

/** Serves `POST /<action>/<process>`, such as `/halt/redis`; the response body is the action's result as JSON. */
export async function serveControl(system: System): Promise<Control> {
  const server = createServer(async (request, response) => {
    const [, action = '', name = ''] = (request.url ?? '').split('/')
    try {
      const found = ACTIONS[action]
      if (!found) throw new Error(`unknown action ${action}`)
      const result = await found(system, name)
      response.end(JSON.stringify(result ?? null))
    } catch (error) {
      response.writeHead(400).end((error as Error).message)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
