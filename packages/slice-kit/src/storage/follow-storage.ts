import path from 'node:path'
import { abortOnSignal } from '../abort-on-signal.ts'
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
  const out = path.resolve(folder)
  if (everySeconds === 0) {
    const store = openS3(address)
    await pull(store, out)
    log(`${out} contains the live release of ${store.name}`)
    return
  }
  const signal = abortOnSignal()
  await follow(openS3(address, { signal }), out, { intervalMs: everySeconds * 1000, signal, log })
}
