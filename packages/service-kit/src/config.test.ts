import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { mongoEnv, readConfig, serverEnv, sessionEnv } from './config.ts'
import { redisEnv, redisRequirement } from './redis-settings.ts'

const Env = z
  .object({ ...serverEnv, ...mongoEnv, ...redisEnv, ...sessionEnv })
  .refine(...redisRequirement)
const GOOD = {
  PORT: '4001',
  MONGO_URL: 'mongodb://localhost/auth',
  REDIS_URL: 'redis://localhost',
  SESSION_KEYS: 'e30',
}

test('the error lists all invalid variables without their values', () => {
  const bad = { ...GOOD, PORT: '99999', MONGO_URL: 'hunter2', REDIS_URL: undefined }
  expect(() => readConfig('svc-x', Env, bad)).toThrow(
    /svc-x[\s\S]*PORT[\s\S]*MONGO_URL[\s\S]*REDIS_URL/,
  )
  expect(() => readConfig('svc-x', Env, bad)).not.toThrow(/hunter2/)
})

test('applies defaults and freezes the result', () => {
  const config = readConfig('svc-x', Env, GOOD)
  expect(config).toMatchObject({
    PORT: 4001,
    HOST: '0.0.0.0',
    TRUSTED_HOPS: 1,
    PUBLIC_ORIGIN: 'http://localhost:8080',
  })
  expect(Object.isFrozen(config)).toBe(true)
})

test('treats an empty variable as unset', () => {
  expect(readConfig('svc-x', Env, { ...GOOD, LOG_LEVEL: '' }).LOG_LEVEL).toBe('info')
  expect(() => readConfig('svc-x', Env, { ...GOOD, PORT: '' })).toThrow(/PORT/)
})
