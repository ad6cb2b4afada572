import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a server, which a test can pause or cut without affecting other tests. */
export type TcpProxy = {
  url: string
  pause(): void
  resume(): void
  /** Closes all connections and each new one. The proxy keeps its port. */
  cut(): void
  restore(): void
  /**
   * Lets the server process the next request that contains all these words, but closes the connection instead of
   * forwarding the response.
   */
  loseResponseTo(...words: string[]): void
  /** Delays the response to the next request that contains the word. */
  delayResponseTo(word: string, delayMs: number): void
  close(): Promise<void>
}

/** Starts a proxy to a server; connect to its `url` instead of the server's. */
export async function startTcpProxy(target: URL): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isPaused = false
  let isCut = false
  let lostWords: string[] | undefined
  let delayed: { word: string; delayMs: number } | undefined
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    if (isPaused) socket.pause()
  }
  const accept = (client: Socket) => {
    if (isCut) {
      client.destroy()
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    let isResponseLost = false
    let delayMs = 0
    for (const socket of [client, upstream]) track(socket)
    client
      .on('close', () => upstream.destroy())
      .on('data', (request) => {
        if (lostWords?.every((word) => request.includes(word))) {
          lostWords = undefined
          isResponseLost = true
        }
        delayMs = 0
        if (delayed && request.includes(delayed.word)) {
          delayMs = delayed.delayMs
          delayed = undefined
        }
        upstream.write(request)
      })
    upstream
      .on('close', () => client.destroy())
      .on('data', (response) => {
        if (isResponseLost) client.destroy()
        else if (delayMs > 0) setTimeout(() => client.write(response), delayMs)
        else client.write(response)
      })
  }
  const server = createServer(accept).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  const credentials = target.username && `${target.username}:${target.password}@`
  return {
    url: `${target.protocol}//${credentials}127.0.0.1:${port}${target.pathname}${target.search}`,
    pause: () => {
      isPaused = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      isPaused = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    restore: () => {
      isCut = false
    },
    loseResponseTo: (...words) => {
      lostWords = words
    },
    delayResponseTo: (word, delayMs) => {
      delayed = { word, delayMs }
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
}
