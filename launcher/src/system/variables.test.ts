import { expect, test } from '@jest/globals'
import { databaseUrl } from './variables.ts'

test.each([
  ['mongodb://127.0.0.1:27017', 'mongodb://127.0.0.1:27017/auth'],
  ['mongodb://127.0.0.1:27017/', 'mongodb://127.0.0.1:27017/auth'],
  ['mongodb://me:pw@a,b:1/old?replicaSet=r', 'mongodb://me:pw@a,b:1/auth?replicaSet=r'],
  ['mongodb+srv://me:pw@x.example?tls=true', 'mongodb+srv://me:pw@x.example/auth?tls=true'],
])('puts the database name into %s', (base, expected) => {
  expect(databaseUrl(base, 'auth')).toBe(expected)
})

test('refuses an invalid database address without revealing it', () => {
  expect(() => databaseUrl('secret', 'auth')).toThrow('MONGODB_URI is not of the form')
})
