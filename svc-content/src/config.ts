import { readConfig, serverEnv } from '@inkproof/service-kit/config'
import { redisEnv, redisRequirement } from '@inkproof/service-kit/redis-settings'
import { z } from 'zod'

const Env = z
  .object({
    ...serverEnv,
    ...redisEnv,
    /** Folder with `pages/` and `posts/`. */
    CONTENT_DIR: z.string().min(1).default('content'),
    /** The folder that the gateway serves, for its list of released versions. */
    RELEASES_DIR: z.string().min(1),
    /** Where to report vulnerabilities: `mailto:`, `https:` or `tel:` URIs, separated by spaces. */
    SECURITY_CONTACT: z
      .string()
      .regex(/^(?:mailto:|https:\/\/|tel:)[^\s]+(?: (?:mailto:|https:\/\/|tel:)[^\s]+)*$/)
      .transform((contacts) => contacts.split(' '))
      .default([]),
  })
  .refine(...redisRequirement)

export type ContentConfig = ReturnType<typeof contentConfig>

/** Reads svc-content's configuration. @throws Error naming every invalid variable. */
export function contentConfig(source?: NodeJS.ProcessEnv) {
  return readConfig('svc-content', Env, source)
}
