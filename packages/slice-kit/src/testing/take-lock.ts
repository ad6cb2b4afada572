/**
 * A process that takes the lock of a folder again and again and is killed the last time, while it holds it:
 * `take-lock.ts FOLDER TIMES`. It writes `in PID` and `out PID` to the folder's journal.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withLock } from '../lock.ts'

const [folder = '', times = '1'] = process.argv.slice(2)
const note = (what: string) => appendFileSync(join(folder, 'journal'), `${what} ${process.pid}\n`)

for (let left = Number(times); left > 0; left--) {
  await withLock(folder, 60_000, async () => {
    note('in')
    await delay(Math.random() * 3)
    if (left === 1) process.kill(process.pid, 'SIGKILL')
    note('out')
  })
}
