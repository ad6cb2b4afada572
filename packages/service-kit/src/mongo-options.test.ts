/** What the driver makes of connection strings of a single server, a replica set and a sharded cluster. */
import { expect, test } from '@jest/globals'
import mongoose from 'mongoose'
import { mongoOptions } from './mongo.ts'

const effective = (url: string, factor = 1) =>
  new mongoose.mongo.MongoClient(url, mongoOptions(url, factor)).options

test.each([
  ['mongodb://host/auth', false],
  ['mongodb://user:p%40ss,word@host:27017/auth?authSource=admin', false],
  ['mongodb://a,b,c/auth?replicaSet=rs0', true],
  ['mongodb://user:pw@a/auth?replicaSet=rs0&authSource=admin', true],
  ['mongodb://mongos1,mongos2/auth', true],
  ['mongodb://mongos/auth?retryWrites=true', true],
  ['mongodb://a,b,c/auth?replicaSet=rs0&retryWrites=false', false],
])('%s retries: %s', (url, isRetrying) => {
  const { retryWrites, retryReads } = effective(url)
  expect([retryWrites, retryReads]).toEqual([isRetrying, isRetrying])
})

test('a write fails within 3 s: with retries, two responses and the selection of a server', () => {
  const replicaSet = effective('mongodb://a,b/auth?replicaSet=rs0')
  const { socketTimeoutMS, serverSelectionTimeoutMS } = replicaSet
  expect(2 * socketTimeoutMS + serverSelectionTimeoutMS).toBeLessThanOrEqual(3_000)
  expect(effective('mongodb://a/auth').socketTimeoutMS).toBeLessThanOrEqual(3_000)
})

test('a connection string cannot weaken what is acknowledged and read', () => {
  const weak =
    'mongodb://a,b/auth?w=1&journal=false&readConcernLevel=local&readPreference=secondary'
  const { writeConcern, readConcern, readPreference } = effective(weak)
  expect(writeConcern).toMatchObject({ w: 'majority', journal: true })
  expect([readConcern?.level, readPreference.mode]).toEqual(['majority', 'primary'])
})

test('the factor for slow machines applies with and without retries', () => {
  expect(effective('mongodb://a/auth', 2).socketTimeoutMS).toBe(4_400)
  expect(effective('mongodb://a,b/auth', 2).socketTimeoutMS).toBe(2_200)
})
