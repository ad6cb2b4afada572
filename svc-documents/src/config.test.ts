import { expect, test } from '@jest/globals'
import { readApiConfig, readLogConfig } from './config.ts'

const COMMON = {
  PORT: '4002',
  MONGO_URL: 'mongodb://localhost/documents',
  REDIS_URL: 'redis://localhost',
  LOG_DIR: '/srv/log',
  CHAIN_URL: 'http://localhost:8545',
}
const API = {
  ...COMMON,
  SESSION_KEYS: 'e30',
  SERVICE_KEYS: 'e30',
  LOG_ORIGIN: 'example',
  OPERATOR: `0x${'Ab'.repeat(20)}`,
  SHARE_KEY: 'A'.repeat(43),
}
const LOG = {
  ...COMMON,
  LOG_COPY_DIR: '/srv/log-copy',
  CHECKPOINT_KEY: 'PRIVATE+KEY+example',
  ANCHOR_KEY: `0x${'12'.repeat(32)}`,
}

test('the `api` role never receives a signing key, even if the environment contains one', () => {
  const config = readApiConfig({ ...API, ...LOG })
  expect(JSON.stringify(config)).not.toMatch(/PRIVATE|1212/)
})

test.each(['CHECKPOINT_KEY', 'ANCHOR_KEY', 'LOG_COPY_DIR'])(
  'the `log` role does not start without %s',
  (name) => {
    expect(() => readLogConfig({ ...LOG, [name]: undefined })).toThrow(name)
  },
)

test.each(['SHARE_KEY', 'SESSION_KEYS', 'LOG_ORIGIN'])(
  'the `api` role does not start without %s',
  (name) => {
    expect(() => readApiConfig({ ...API, [name]: undefined })).toThrow(name)
  },
)

test('names every invalid variable but none of their values', () => {
  const faulty = { ...LOG, ANCHOR_KEY: 'hunter2', CHAIN_URL: 'swordfish' }
  expect(() => readLogConfig(faulty)).toThrow(/CHAIN_URL[\s\S]*ANCHOR_KEY/)
  expect(() => readLogConfig(faulty)).not.toThrow(/hunter2|swordfish/)
})

test("uses the contract's deterministic address if none is configured", () => {
  const { LOG_ANCHOR } = readLogConfig(LOG)
  expect(LOG_ANCHOR).toMatch(/^0x[0-9a-f]{40}$/)
  expect(readLogConfig({ ...LOG, LOG_ANCHOR: '' }).LOG_ANCHOR).toBe(LOG_ANCHOR)
  expect(readApiConfig(API)).toMatchObject({ LOG_ANCHOR, OPERATOR: `0x${'ab'.repeat(20)}` })
})
