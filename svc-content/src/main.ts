/**
 * svc-content serves the product's pages and blog from a folder of Markdown files, and counts browser reports. It has
 * no database.
 */
import { createLog } from '@inkproof/service-kit/log'
import { stopOnSignals } from '@inkproof/service-kit/stop'
import { contentConfig } from './config.ts'
import { startContent } from './start.ts'

const config = contentConfig()
const log = createLog('svc-content', config.LOG_LEVEL)
const service = startContent(config, log)
stopOnSignals(service, log)
await service
