import { expect, test } from '@jest/globals'
import { isPublicAddress, resolvePublicAddress } from './public-address.ts'

test.each([
  ['93.184.216.34', true],
  ['1.1.1.1', true],
  ['172.15.0.1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['2606:4700::1111', true],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:1.1.1.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
])('whether %s is public: %s', async (address, expected) => {
  const family = address.includes(':') ? 6 : 4
  expect(await isPublicAddress({ address, family })).toBe(expected)
})

test('rejects a domain with a private address', async () => {
  await expect(resolvePublicAddress('localhost')).rejects.toThrow('private address')
})
