import { findTypeErrors } from '../release/check-types.ts'
import { startDevServer } from './dev-server.ts'
import { watchSlice } from './watch.ts'

export type DevelopOptions = {
  /** The slice, such as `mfe-documents`. */
  name: string
  /** Origin of the running system, such as `http://localhost:8080`. */
  gateway: string
  /** Port of the development server; 0 selects a free one. */
  port: number
  /** Folder for the output of builds, absolute. */
  output: string
  log: (line: string) => void
}

/** What runs until it is stopped. */
export type Development = { origin: string; stop(): Promise<void> }

/**
 * Serves a running system with one slice from its sources, and rebuilds that slice after each change. A build that fails, and
 * type errors of one that does not, are logged and shown in the open pages.
 *
 * @throws Error if the port is in use, or the slice has no configuration
 */
export async function develop(options: DevelopOptions): Promise<Development> {
  const { name, gateway, port, output, log } = options
  const server = await startDevServer(gateway, port)
  let typeCheck = new AbortController()
  const watching = watchSlice(name, output, {
    started: () => typeCheck.abort(),
    built: (build, tookMs) => {
      server.use(build)
      log(`${name} built in ${tookMs} ms`)
      typeCheck = new AbortController()
      void showTypeErrors(typeCheck.signal)
    },
    failed: (errors) => {
      server.show({ title: `${name} does not build`, text: errors })
      log(`${name} does not build:\n${errors}`)
    },
  })

  const stopWatching = await watching.catch(async (error) => {
    await server.stop()
    throw error
  })

  async function showTypeErrors(signal: AbortSignal): Promise<void> {
    const lines = await findTypeErrors(name, { signal }).catch((error: Error) => [error.message])
    if (signal.aborted) return
    if (lines.length > 0) log(`${name} has type errors:\n${lines.join('\n')}`)
    server.show(
      lines.length === 0 ? null : { title: `${name} has type errors`, text: lines.join('\n') },
    )
  }

  return {
    origin: server.origin,
    stop: async () => {
      typeCheck.abort()
      await stopWatching()
      await server.stop()
    },
  }
}
