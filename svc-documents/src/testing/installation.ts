/**
 * A complete svc-documents installation for a test: its own database, folders, keys and operator,
 * with real components.
 */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDeployed, logAnchorAddress } from '@inkproof/contracts/deploy'
import { from0x } from '@inkproof/proof/bytes'
import { generateKey } from '@inkproof/proof/note'
import { computeOrigin } from '@inkproof/proof/origin'
import { EMBEDDED_CHAIN_ID } from '@inkproof/proof/policy'
import type { SessionRecord } from '@inkproof/protocol/auth'
import { connectRedis, type RedisClient } from '@inkproof/service-kit/redis-connection'
import { redisAddress } from '@inkproof/service-kit/redis-settings'
import { MONITORING_TOKEN } from '@inkproof/service-kit/testing/operator'
import { makeServiceKeys } from '@inkproof/service-kit/testing/service-identity'
import { JsonRpcProvider, Wallet } from 'ethers'
import jwt from 'jsonwebtoken'
import { getOperatorAddress } from '../anchors/operator.ts'
import { type ApiConfig, type LogConfig, readApiConfig, readLogConfig } from '../config.ts'

export type Installation = {
  api: ApiConfig
  log: LogConfig
  /** The environment of each role, for separate processes. */
  env: { api: Record<string, string>; log: Record<string, string> }
  chainUrl: string
  operator: string
  /** The key that signs checkpoints: its verifier key string. */
  vkey: string
  /** Creates a bearer token of a user; by default of a new user with a new workspace. */
  signIn(as?: Partial<SessionRecord>): Promise<string>
  remove(): Promise<void>
}

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const KEY_ID = 'test'
const FUNDS_WEI = 10n ** 18n

/** @param change environment variables that this test overrides */
export async function makeInstallation(change: Record<string, string> = {}): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-documents-'))
  const chainUrl = change['CHAIN_URL'] ?? sharedUrl('CHAIN')
  const { vkey, ...env } = createEnvironment(folder, { ...change, CHAIN_URL: chainUrl })
  const operator = getOperatorAddress(env.log['ANCHOR_KEY'] as string)
  await prepareChain(chainUrl, operator)
  const api = readApiConfig(env.api)
  const isCluster = api.REDIS_CLUSTER !== undefined
  const redis = connectRedis(isCluster ? redisAddress(api) : sharedUrl('REDIS'), {}, true)
  return {
    env,
    api,
    log: readLogConfig(env.log),
    chainUrl,
    operator,
    vkey,
    signIn: (as) => signIn(redis, as),
    remove: async () => {
      await redis.quit()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Deploys the contract if it is missing and funds the operator. */
export async function prepareChain(chainUrl: string, operator: string): Promise<void> {
  const provider = new JsonRpcProvider(chainUrl, undefined, {
    staticNetwork: true,
    batchMaxCount: 1,
  })
  provider.pollingInterval = 50
  const payer = Wallet.createRandom(provider)
  await provider.send('anvil_setBalance', [payer.address, toQuantity(FUNDS_WEI)])
  await ensureDeployed(provider, payer)
  await provider.send('anvil_setBalance', [operator, toQuantity(FUNDS_WEI)])
  provider.destroy()
}

export function toQuantity(value: bigint): string {
  return `0x${value.toString(16)}`
}

function createEnvironment(
  folder: string,
  change: Record<string, string>,
): Installation['env'] & Pick<Installation, 'vkey'> {
  const anchorKey = change['ANCHOR_KEY'] ?? Wallet.createRandom().privateKey
  const origin = computeOrigin({
    chainId: EMBEDDED_CHAIN_ID,
    contract: from0x(logAnchorAddress),
    operator: from0x(getOperatorAddress(anchorKey)),
  })
  const checkpointKey = generateKey(origin)
  const mongo = new URL(sharedUrl('MONGO'))
  mongo.pathname = `/documents-${randomUUID()}`
  const common = {
    PORT: '0',
    HOST: '127.0.0.1',
    MONGO_URL: mongo.href,
    REDIS_URL: sharedUrl('REDIS'),
    // Only the tests of outages need the time limits of production.
    STORE_TIMEOUT_FACTOR: '10',
    LOG_DIR: join(folder, 'log'),
    LOG_ANCHOR: logAnchorAddress,
    MONITORING_TOKEN,
    LOG_LEVEL: process.env['INKPROOF_TEST_LOG'] ?? 'silent',
    SERVICE_KEYS: makeServiceKeys('svc-auth').publicJwks,
    ...change,
  }
  return {
    vkey: checkpointKey.vkey,
    api: {
      ...common,
      SESSION_KEYS: Buffer.from(
        JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID }] }),
      ).toString('base64url'),
      LOG_ORIGIN: origin,
      OPERATOR: getOperatorAddress(anchorKey),
      SHARE_KEY: randomBytes(32).toString('base64url'),
      LOG_COPY_DIR: join(folder, 'log-copy'),
    },
    log: {
      ...common,
      LOG_COPY_DIR: join(folder, 'log-copy'),
      LOG_ORIGIN: origin,
      CHECKPOINT_KEY: checkpointKey.privateKey,
      ANCHOR_KEY: anchorKey,
    },
  }
}

async function signIn(redis: RedisClient, as: Partial<SessionRecord> = {}): Promise<string> {
  const ids = { accountId: randomUUID(), workspaceId: randomUUID() }
  const record = { ...ids, role: 'owner', startedAtMs: Date.now(), ...as }
  const sid = randomUUID()
  await redis.set(`session:{${record.accountId}}:${sid}`, JSON.stringify(record), 'EX', 3_600)
  return jwt.sign({ sub: record.accountId, sid }, privateKey, {
    algorithm: 'ES256',
    keyid: KEY_ID,
    audience: 'inkproof',
    issuer: 'inkproof',
    expiresIn: 3_600,
  })
}

function sharedUrl(name: 'MONGO' | 'REDIS' | 'CHAIN'): string {
  const url = process.env[`INKPROOF_TEST_${name}_URL`]
  if (!url) throw new Error(`INKPROOF_TEST_${name}_URL is not set: run these tests with npm test`)
  return url
}
