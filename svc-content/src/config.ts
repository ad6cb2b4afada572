import { readConfig, serverEnv } from '@inkproof/service-kit/config'
import { z } from 'zod'

const Env = z.object({
  ...serverEnv,
  /** Folder with `pages/` and `posts/`. */
  CONTENT_DIR: z.string().min(1).default('content'),
})

/** Reads svc-content's configuration. @throws Error naming every invalid variable. */
export function contentConfig(source?: NodeJS.ProcessEnv) {
  return readConfig('svc-content', Env, source)
}
