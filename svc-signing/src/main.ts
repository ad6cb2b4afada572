/**
 * svc-signing runs signing requests: it stores their documents, collects signatures, and signs and seals the results. `node main.js
 * office-files` only converts office files for it, in a process without keys.
 */
import { createLog } from '@inkproof/service-kit/log'
import { stopOnSignals } from '@inkproof/service-kit/stop'
import { readConfig, readOfficeProcessConfig } from './config.ts'
import { startOfficeConverter } from './office-files/converter-process.ts'
import { startSigning } from './start.ts'

if (process.argv[2] === 'office-files') {
  const config = readOfficeProcessConfig()
  const log = createLog('office-files', config.LOG_LEVEL)
  const converter = startOfficeConverter(config, log)
  stopOnSignals(converter, log)
  await converter
} else {
  const config = readConfig()
  const log = createLog('svc-signing', config.LOG_LEVEL)
  const service = startSigning(config, log)
  stopOnSignals(service, log)
  await service
}
