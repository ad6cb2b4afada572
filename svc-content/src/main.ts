/** svc-content: the texts of the product. It keeps nothing and needs nothing but its folder. */
import { createLog } from '@inkproof/service-kit/log'
import { startService } from '@inkproof/service-kit/service'
import { stopOnSignals } from '@inkproof/service-kit/stop'
import { contentConfig } from './config.ts'
import { readLibrary } from './pages/library.ts'
import { pagesRoutes } from './pages/pages.routes.ts'
import { searchRoutes } from './search/search.routes.ts'

const config = contentConfig()
const log = createLog('svc-content', config.LOG_LEVEL)
const library = await readLibrary(config.CONTENT_DIR)

const service = await startService({
  name: 'svc-content',
  config,
  log,
  dependencies: [],
  mounts: [
    ['/api/content', pagesRoutes({ library, origin: config.PUBLIC_ORIGIN })],
    ['/api/content', searchRoutes(library)],
  ],
})
stopOnSignals(service, log)
