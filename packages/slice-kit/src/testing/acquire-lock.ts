/**
 * A process that acquires the lock of a folder the given number of times and is killed while holding it the last time:
 * `acquire-lock.ts FOLDER TIMES`. It writes `in PID` and `out PID` to the folder's journal.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withLock } from '../lock.ts'

const [folder = '', times = '1'] = process.argv.slice(2)
const writeJournal = (event: string) =>
  appendFileSync(join(folder, 'journal'), `${event} ${process.pid}\n`)

for (let remaining = Number(times); remaining > 0; remaining--) {
  await withLock(folder, 60_000, async () => {
    writeJournal('in')
    await delay(Math.random() * 3)
    if (remaining === 1) process.kill(process.pid, 'SIGKILL')
    writeJournal('out')
  })
}
