/** `node main.js <role>`: api or log. A process has one role, and so only that role's keys. */
import { createLog } from '@inkproof/service-kit/log'
import { stopOnSignals } from '@inkproof/service-kit/stop'
import { startApi } from './api.ts'
import { readApiConfig, readLogConfig } from './config.ts'
import { startLog } from './log-role.ts'

const [role, ...others] = process.argv.slice(2)
const log = createLog('svc-documents')

if (others.length > 0 || (role !== 'api' && role !== 'log')) {
  log.fatal('expected one role: api or log')
  process.exit(1)
}

try {
  const service = role === 'api' ? await startApi(readApiConfig()) : await startLog(readLogConfig())
  stopOnSignals(service, log)
} catch (error) {
  log.fatal({ err: error }, 'cannot start')
  process.exit(1)
}
