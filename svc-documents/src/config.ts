/** The environment of each role. A role reads the keys it needs and no others. */
import { logAnchorAddress } from '@inkproof/contracts/deploy'
import { EMBEDDED_CHAIN_ID } from '@inkproof/proof/policy'
import {
  mongoEnv,
  readConfig,
  redisEnv,
  serverEnv,
  serviceKeysEnv,
  sessionEnv,
} from '@inkproof/service-kit/config'
import { z } from 'zod'

const Address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'expected 0x and 40 hex characters')
  .toLowerCase()

const common = {
  ...serverEnv,
  ...mongoEnv,
  ...redisEnv,
  /** The served files of the log. */
  LOG_DIR: z.string().min(1),
  CHAIN_ID: z.coerce.number().int().positive().default(Number(EMBEDDED_CHAIN_ID)),
  CHAIN_URL: z.url({ protocol: /^https?$/ }),
  /** The contract; where it is not named, the address it has on every chain. */
  LOG_ANCHOR: z.preprocess((given) => given || logAnchorAddress, Address),
  /** Blocks on top of an anchor, its own counted, from which it is taken as final. */
  CONFIRMATIONS: z.coerce.number().int().min(1).max(1_000).default(2),
}

const api = z.object({
  ...common,
  ...sessionEnv,
  ...serviceKeysEnv,
  /** The log's public key: answers are checked with it, and nothing can be signed. */
  CHECKPOINT_VKEY: z.string().min(1),
  /** The account that anchors. */
  OPERATOR: Address,
  /** Makes share links: 32 bytes or more as base64url. */
  SHARE_KEY: z.base64url().min(43),
  /** How many certificates one account may make in a day: an entry of the record stays for ever. */
  CERTIFICATES_A_DAY: z.coerce.number().int().min(1).default(5_000),
  /** The second store, to read from where the served folder is damaged. */
  LOG_COPY_DIR: z.string().min(1).optional(),
})

const log = z.object({
  ...common,
  /** The second store: on another disk, or on another machine. */
  LOG_COPY_DIR: z.string().min(1),
  /** Name of the log; never changes, and does not depend on its address. */
  LOG_ORIGIN: z.string().min(1).optional(),
  CHECKPOINT_KEY: z.string().min(1),
  ANCHOR_KEY: z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'expected 0x and 64 hex characters'),
  /** Longest time between an entry and its anchor. */
  ANCHOR_MS: z.coerce.number().int().min(500).max(86_400_000).default(5_000),
  FEE_CAP_GWEI: z.coerce.number().positive().max(1_000_000).default(100),
})

export type ApiConfig = Readonly<z.output<typeof api>>
export type LogConfig = Readonly<z.output<typeof log>>

type Source = Record<string, string | undefined>

export function readApiConfig(source: Source = process.env): ApiConfig {
  return readConfig('svc-documents api', api, source)
}

export function readLogConfig(source: Source = process.env): LogConfig {
  return readConfig('svc-documents log', log, source)
}
