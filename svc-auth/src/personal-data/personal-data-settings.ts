import { serviceIdentityEnv } from '@inkproof/service-kit/config'
import type { ServiceUrls } from '@inkproof/service-kit/service-client'
import { z } from 'zod'

/** `name=http://host:port` for each service, separated by white space. */
const ENTRY = /^(svc-[a-z]+(?:-[a-z]+)*)=(https?:\/\/\S+)$/

const splitEntries = (text: string) => text.split(/\s+/).filter(Boolean)

/** Environment variables: the key that signs this service's calls, and the services that store data about people. */
export const personalDataEnv = {
  ...serviceIdentityEnv,
  PERSONAL_DATA_SERVICES: z
    .string()
    .refine((text) => splitEntries(text).every((entry) => ENTRY.test(entry)), {
      error: 'expected svc-name=http://host:port for each service',
    })
    .default(''),
}

/** Returns the base URL of each service in PERSONAL_DATA_SERVICES, by name. */
export function parseServiceUrls(text: string): ServiceUrls {
  return new Map(
    splitEntries(text).map((entry) => {
      const [, name = '', url = ''] = ENTRY.exec(entry) ?? []
      return [name, url]
    }),
  )
}
