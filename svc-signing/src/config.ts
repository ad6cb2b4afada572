/** The configuration of svc-signing, read once. No other file of the service reads process.env. */
import { fileStorageEnv } from '@inkproof/file-storage/settings'
import { mailEnv } from '@inkproof/messages/settings'
import {
  mongoEnv,
  readConfig as read,
  serverEnv,
  serviceIdentityEnv,
  sessionEnv,
  storeTimeoutEnv,
} from '@inkproof/service-kit/config'
import { redisEnv, redisRequirement } from '@inkproof/service-kit/redis-settings'
import { z } from 'zod'
import {
  sealingEnv,
  sealingRequirement,
  serviceRequirement,
  tokenRequirement,
} from './authority/sealing-settings.ts'
import { linkSecretsEnv } from './link-secrets/link-secrets-settings.ts'
import { officeEnv, officeProcessEnv } from './office-files/office-settings.ts'

const ServiceUrl = z.url({ protocol: /^https?$/ })

const Env = z.object({
  ...serverEnv,
  ...mongoEnv,
  ...redisEnv,
  ...sessionEnv,
  ...serviceIdentityEnv,
  ...fileStorageEnv,
  ...mailEnv,
  ...linkSecretsEnv,
  URL_SVC_AUTH: ServiceUrl,
  URL_SVC_DOCUMENTS: ServiceUrl,
  /** Certificates and keys with which this installation issues digital IDs, seals and time-stamps: base64url of JSON. */
  SIGNING_AUTHORITY: z.base64url().min(1),
  /** Time-stamp authorities (RFC 3161), in the order they are asked; without them, the installation's own is used. */
  TIME_STAMP_URLS: z
    .string()
    .default('')
    .transform((urls) => urls.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.url({ protocol: /^https?$/ }))),
  ...sealingEnv,
  ...officeEnv,
  /** Signing requests that an account may start per day, because entries of the record are permanent. */
  ENVELOPES_A_DAY: z.coerce.number().int().min(1).default(200),
  /** People to whom an account may send signing requests per day, because nobody asked for these e-mails. */
  MAILED_RECIPIENTS_A_DAY: z.coerce.number().int().min(1).default(500),
})

export type Config = ReturnType<typeof readConfig>

/** Reads svc-signing's configuration. @throws Error naming every invalid variable. */
export function readConfig(source?: Record<string, string | undefined>) {
  return read(
    'svc-signing',
    Env.refine(...redisRequirement)
      .refine(...sealingRequirement)
      .refine(...serviceRequirement)
      .refine(...tokenRequirement),
    source,
  )
}

const OfficeProcessEnv = z.object({
  LOG_LEVEL: serverEnv.LOG_LEVEL,
  ...storeTimeoutEnv,
  ...officeProcessEnv,
})

export type OfficeProcessConfig = ReturnType<typeof readOfficeProcessConfig>

/** Reads the configuration of the process `office-files`, which has no keys. @throws Error naming every invalid variable. */
export function readOfficeProcessConfig(source?: Record<string, string | undefined>) {
  return read('office-files', OfficeProcessEnv, source)
}
