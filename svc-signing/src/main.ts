/** svc-signing runs signing requests: it stores their documents, collects signatures, and signs and seals the results. */
import { createLog } from '@inkproof/service-kit/log'
import { stopOnSignals } from '@inkproof/service-kit/stop'
import { readConfig } from './config.ts'
import { startSigning } from './start.ts'

const config = readConfig()
const log = createLog('svc-signing', config.LOG_LEVEL)
const service = startSigning(config, log)
stopOnSignals(service, log)
await service
