/** Tests how service tests load npm packages: by Node.js itself, in the same realm as the tests. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import * as ethers from 'ethers'
import * as mongodb from 'mongodb'

const nativeRequire = Reflect.get(globalThis, Symbol.for('inkproof.nativeRequire'))
const pathOf = (specifier: string) => fileURLToPath(import.meta.resolve(specifier))

test('a CommonJS package is the one that Node.js loads', () => {
  expect(mongodb.MongoClient).toBe(nativeRequire('mongodb').MongoClient)
  expect(createRequire(import.meta.url)('mongodb')).toBe(nativeRequire('mongodb'))
})

test('an ES module is the one that Node.js loads, with the same exports', () => {
  const native = nativeRequire(pathOf('ethers'))
  expect(Object.keys(ethers)).toEqual(Object.keys(native))
  expect(ethers.Wallet).toBe(native.Wallet)
})

test("an error of Node.js is an instance of the tests' Error", async () => {
  await expect(readFile('/missing')).rejects.toBeInstanceOf(Error)
})

test('restores the environment variables after a test file', async () => {
  const { PATH } = process.env
  const { default: MainRealmEnvironment } = nativeRequire(pathOf('./main-realm-environment.mjs'))
  const environment = new MainRealmEnvironment({ projectConfig: {} })
  Object.assign(process.env, { PATH: '/changed', INKPROOF_TEST_ADDED: 'added' })
  await environment.teardown()
  expect([process.env['PATH'], process.env['INKPROOF_TEST_ADDED']]).toEqual([PATH, undefined])
})

test('removes the global symbols in which jest stores its state after a test file', async () => {
  const { default: MainRealmEnvironment } = nativeRequire(pathOf('./main-realm-environment.mjs'))
  const environment = new MainRealmEnvironment({ projectConfig: {} })
  const symbol = Symbol('event handlers')
  Reflect.set(globalThis, symbol, [])
  await environment.teardown()
  expect(symbol in globalThis).toBe(false)
})
