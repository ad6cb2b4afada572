import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './fixture.ts'

/** A TCP proxy in front of a server, which one test can pause or cut without affecting the others. */
export type TestLink = {
  url: string
  pause(): void
  resume(): void
  cut(): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

/** Opens a proxy to a server; connect to its `url` instead of the server's. */
export async function openLink(target: URL): Promise<TestLink> {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let isPaused = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    if (isPaused) socket.pause()
  }
  const accept = (client: Socket) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      track(from)
      from.on('data', (bytes) => void to.write(bytes)).on('close', () => to.destroy())
    }
  }
  const open = async (): Promise<Server> => {
    const server = createServer(accept).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await open()
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: `${target.protocol}//127.0.0.1:${port}${target.pathname}`,
    pause: () => {
      isPaused = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      isPaused = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    restore: async () => {
      server = await open()
    },
    close: cut,
  }
}
