import { expect, test } from '@jest/globals'
import { deviceLabel } from './device-label.ts'
import { createIpLocator } from './locate-ip.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Microsoft Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['', 'unknown'],
  ['\u0000\u0001', 'unknown'],
  ['Your-account-is-locked.example/verify (x; y)', 'unknown'],
  ['curl/8.5.0', 'unknown'],
  ['Mozilla/5.0 (evil.example) Gecko/20100101 Firefox/130.0', 'Firefox'],
])('the user agent %j is labeled %j', (userAgent, label) => {
  expect(deviceLabel(userAgent)).toBe(label)
})

test('an unknown user agent is never copied into the label', () => {
  const label = deviceLabel(`<script>${'x'.repeat(100_000)}`)
  expect(label.length).toBeLessThanOrEqual(60)
  expect(label).not.toContain('<')
})

const locateIp = createIpLocator()

test.each([
  ['127.0.0.1', 'local'],
  ['10.1.2.3', 'local'],
  ['172.31.255.255', 'local'],
  ['172.32.0.1', 'US'],
  ['192.168.1.7', 'local'],
  ['::1', 'local'],
  ['fd00::1', 'local'],
  ['fe80::1', 'local'],
  ['::ffff:10.0.0.1', 'local'],
  ['8.8.8.8', 'US'],
  ['2001:4860:4860::8888', 'US'],
  ['193.99.144.80', 'DE'],
  ['0.0.0.0', 'unknown'],
  ['', 'unknown'],
  ['not an address', 'unknown'],
])('the IP address %j is located in %j', (address, country) => {
  expect(locateIp(address)).toBe(country)
})
