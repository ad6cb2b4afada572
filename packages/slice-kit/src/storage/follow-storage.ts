import path from 'node:path'
import { follow } from './follow.ts'
import { pull } from './pull.ts'
import { openS3 } from './s3-store.ts'

/**
 * The command `pull`: copies the live release of a bucket to a folder that a gateway serves, once or, with `everySeconds`,
 * until a signal ends the process.
 */
export async function followStorage(
  address: string,
  folder: string,
  everySeconds: number,
  log: (line: string) => void,
): Promise<void> {
  const store = openS3(address)
  const out = path.resolve(folder)
  if (everySeconds === 0) {
    await pull(store, out)
    log(`${out} contains the live release of ${store.name}`)
    return
  }
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => controller.abort())
  await follow(store, out, { intervalMs: everySeconds * 1000, signal: controller.signal, log })
}
