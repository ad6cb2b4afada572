import type { Row } from '../row.ts'
import { startSessionCheckService } from '../support/session-check-service.ts'
import { median } from '../support/statistics.ts'

const LIMIT_MS = 2
const CALLS = { quick: 300, full: 3_000 }
const WARM_UP = 200

export const sessionCheck: Row = {
  name: 'session check: overhead per service call',
  target: '< 2 ms',
  async measure(context) {
    const { system } = await context.system()
    const service = await startSessionCheckService(system.urls['redis'] ?? '')
    const times = { empty: [] as number[], checked: [] as number[] }
    try {
      for (let call = 0; call < WARM_UP; call++) {
        await service.call('empty')
        await service.call('checked')
      }
      // Alternates both calls, so that other load affects them equally.
      for (let call = 0; call < (context.isQuick ? CALLS.quick : CALLS.full); call++) {
        times.empty.push(await measureMs(() => service.call('empty')))
        times.checked.push(await measureMs(() => service.call('checked')))
      }
    } finally {
      await service.stop()
    }
    const [checked, empty] = [median(times.checked), median(times.empty)]
    const ours = checked - empty
    return {
      ours,
      peers: [{ name: 'the same call without the check', value: empty }],
      unit: 'ms',
      isMet: ours < LIMIT_MS,
      note: `Medians over HTTP, one call at a time, alternating: ${checked.toFixed(2)} ms with the check, which verifies the token’s signature, reads the session in Redis and extends its expiry.`,
    }
  },
}

async function measureMs(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
