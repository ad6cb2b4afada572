import { hash, verify } from '@node-rs/argon2'
import type { Row } from '../row.ts'
import { registerPeople, signInSteadily } from '../support/sign-ins.ts'
import { median, quantile } from '../support/statistics.ts'

const PER_SECOND = 50
const LIMIT_MS = 50
const PEOPLE = 100
/** As svc-auth hashes (svc-auth/src/accounts/password.ts). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const login: Row = {
  name: 'login, 50 a second: what the slowest twentieth waits beyond the hash',
  target: 'p95 < 50 ms beyond the password hash’s own time',
  async measure(context) {
    const { system } = await context.system()
    const service = system.urls['svc-auth'] ?? ''
    const people = await registerPeople(service, PEOPLE)
    const ownMs = await hashTime()
    await signInSteadily(service, people, { perSecond: PER_SECOND, seconds: 2 })
    const seconds = context.isQuick ? 4 : 20
    const times = await signInSteadily(service, people, { perSecond: PER_SECOND, seconds })
    const ours = quantile(times, 0.95) - ownMs
    return {
      ours,
      peers: [{ name: 'the hash alone, median', value: ownMs }],
      unit: 'ms',
      met: ours < LIMIT_MS,
      note: `${times.length} sign-ins of ${PEOPLE} accounts, each in a browser it knows, begun on time at ${PER_SECOND} a second, straight at svc-auth; median ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, hash included. Its verification is switched off for this run: it is the visitor’s work.`,
    }
  },
}

/** One at a time, on a machine that does nothing else of ours. */
async function hashTime(): Promise<number> {
  const password = 'Blotting-paper-42'
  const known = await hash(password, COST)
  const times: number[] = []
  for (let run = 0; run < 40; run++) {
    const started = performance.now()
    await verify(known, password)
    times.push(performance.now() - started)
  }
  return median(times)
}
