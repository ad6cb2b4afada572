import { readConfig, serverEnv } from '@inkproof/service-kit/config'
import { z } from 'zod'

const Env = z.object({
  ...serverEnv,
  /** Folder with `pages/` and `posts/`. */
  CONTENT_DIR: z.string().min(1).default('content'),
  /** Where to report vulnerabilities: `mailto:`, `https:` or `tel:` URIs, separated by spaces. */
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:|https:\/\/|tel:)[^\s]+(?: (?:mailto:|https:\/\/|tel:)[^\s]+)*$/)
    .transform((contacts) => contacts.split(' '))
    .default([]),
})

/** Reads svc-content's configuration. @throws Error naming every invalid variable. */
export function contentConfig(source?: NodeJS.ProcessEnv) {
  return readConfig('svc-content', Env, source)
}
