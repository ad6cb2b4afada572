/**
 * `node main.js <role>`: api or log. A process has one role and only that role's keys. `node
 * main.js check` checks all stored data once: exits with 0 when it matches what was signed, 1 when
 * something differs (and logs what), 2 when the check could not be completed.
 */
import { createLog } from '@inkproof/service-kit/log'
import { stopOnSignals } from '@inkproof/service-kit/stop'
import { readApiConfig, readLogConfig } from './config.ts'
import { checkOnce, startApi, startLog } from './roles.ts'

const [role, ...others] = process.argv.slice(2)
const log = createLog('svc-documents')

if (others.length > 0 || !['api', 'log', 'check'].includes(role ?? '')) {
  log.fatal('expected one role: api, log or check')
  process.exit(1)
}

try {
  if (role === 'check') {
    const { findings } = await checkOnce(readLogConfig())
    process.exit(findings.length === 0 ? 0 : 1)
  }
  const starting = role === 'api' ? startApi(readApiConfig()) : startLog(readLogConfig())
  stopOnSignals(starting, log)
  await (await starting).ready
} catch (error) {
  const isCheck = role === 'check'
  log.fatal({ err: error }, isCheck ? 'the check could not be completed' : 'cannot start')
  process.exit(isCheck ? 2 : 1)
}
