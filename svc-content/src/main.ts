/** svc-content serves the product's pages and blog from a folder of Markdown files. It has no database. */
import { createLog } from '@inkproof/service-kit/log'
import { startService } from '@inkproof/service-kit/service'
import { stopOnSignals } from '@inkproof/service-kit/stop'
import { contentConfig } from './config.ts'
import { contentFeatures } from './features.ts'
import { readLibrary } from './pages/library.ts'

const config = contentConfig()
const log = createLog('svc-content', config.LOG_LEVEL)
const library = await readLibrary(config.CONTENT_DIR)
const { calls, routes } = contentFeatures({
  library,
  origin: config.PUBLIC_ORIGIN,
  securityContacts: config.SECURITY_CONTACT,
})

const service = startService({
  name: 'svc-content',
  config,
  log,
  dependencies: [],
  calls,
  mounts: routes,
})
stopOnSignals(service, log)
await service
