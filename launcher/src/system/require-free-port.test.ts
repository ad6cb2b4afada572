import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from '@jest/globals'
import { freePort } from '../process/free-port.ts'
import { requireFreePort } from './require-free-port.ts'

test('accepts a free port', async () => {
  await expect(requireFreePort(await freePort())).resolves.toBeUndefined()
})

test('names the process that uses the port, and how to choose another port', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    await expect(requireFreePort(port)).rejects.toThrow(
      new RegExp(
        `^Port ${port} is taken by \\S+ \\(process ${process.pid}\\)[\\s\\S]*PORT=${port + 1} npm start`,
      ),
    )
  } finally {
    server.close()
  }
})
