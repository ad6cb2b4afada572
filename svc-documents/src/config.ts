/** The environment of each role. A role reads only the variables that it needs. */
import { logAnchorAddress } from '@inkproof/contracts/deploy'
import { EMBEDDED_CHAIN_ID } from '@inkproof/proof/policy'
import {
  mongoEnv,
  readConfig,
  serverEnv,
  serviceKeysEnv,
  sessionEnv,
} from '@inkproof/service-kit/config'
import { redisEnv, redisRequirement } from '@inkproof/service-kit/redis-settings'
import { z } from 'zod'
import { witnessesEnv } from './witnesses/witness-settings.ts'

const Address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'expected 0x and 40 hex characters')
  .toLowerCase()

const common = {
  ...serverEnv,
  ...mongoEnv,
  ...redisEnv,
  /** Folder of the log's served files. */
  LOG_DIR: z.string().min(1),
  CHAIN_ID: z.coerce.number().int().positive().default(Number(EMBEDDED_CHAIN_ID)),
  CHAIN_URL: z.url({ protocol: /^https?$/ }),
  /** Address of the contract; defaults to its deterministic address, the same on every chain. */
  LOG_ANCHOR: z.preprocess((value) => value || logAnchorAddress, Address),
  /** Blocks required before an anchor counts as final, including the anchor's own block. */
  CONFIRMATIONS: z.coerce.number().int().min(1).max(1_000).default(2),
}

const api = z.object({
  ...common,
  ...sessionEnv,
  ...serviceKeysEnv,
  /** Name of the log. */
  LOG_ORIGIN: z.string().min(1),
  /** Address of the account that sends the anchors. */
  OPERATOR: Address,
  /** Key from which share links are derived: at least 32 bytes as base64url. */
  SHARE_KEY: z.base64url().min(43),
  /** Certificates that an account may create per day, because log entries are permanent. */
  CERTIFICATES_A_DAY: z.coerce.number().int().min(1).default(10_000),
  /** On a public origin: certificates that all accounts together may create per day from one IPv4 address or IPv6 /64. */
  CERTIFICATES_A_DAY_FROM_ADDRESS: z.coerce.number().int().min(1).default(20_000),
  /** The second store, read if the served folder is damaged. */
  LOG_COPY_DIR: z.string().min(1).optional(),
})

const log = z.object({
  ...common,
  /** The second store: on another disk, or on another machine. */
  LOG_COPY_DIR: z.string().min(1),
  /** Name of the log; permanent and independent of its URL. */
  LOG_ORIGIN: z.string().min(1).optional(),
  CHECKPOINT_KEY: z.string().min(1),
  /** The key before `CHECKPOINT_KEY`, from its replacement until the first anchor after that is final. */
  PREVIOUS_CHECKPOINT_KEY: z.string().optional(),
  /** Whether the account that anchors signs the replacement of the key, because the key before is lost. */
  LOST_CHECKPOINT_KEY: z.stringbool().default(false),
  ANCHOR_KEY: z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'expected 0x and 64 hex characters'),
  /** Address of the account that sent the first anchor, if the log was handed over since. */
  FIRST_OPERATOR: z.preprocess((value) => value || undefined, Address.optional()),
  /** Intended maximum time between an entry and its anchor, in milliseconds. */
  ANCHOR_MS: z.coerce.number().int().min(500).max(86_400_000).default(5_000),
  /** Hours from a request to revoke to the deadline in its receipt. */
  REVOCATION_DEADLINE_HOURS: z.coerce.number().int().min(1).max(720).default(24),
  FEE_CAP_GWEI: z.coerce.number().positive().max(1_000_000).default(100),
  ...witnessesEnv,
})

/** Settings of every role. The second store is optional for roles that only read it. */
export type CommonConfig = Readonly<
  z.output<z.ZodObject<typeof common>> & { LOG_COPY_DIR?: string | undefined }
>
export type ApiConfig = Readonly<z.output<typeof api>>
export type LogConfig = Readonly<z.output<typeof log>>

type Source = Record<string, string | undefined>

export function readApiConfig(source: Source = process.env): ApiConfig {
  return readConfig('svc-documents api', api.refine(...redisRequirement), source)
}

export function readLogConfig(source: Source = process.env): LogConfig {
  return readConfig('svc-documents log', log.refine(...redisRequirement), source)
}
