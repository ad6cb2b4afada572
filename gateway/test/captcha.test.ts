/** Tests from which origins a page may load the CAPTCHA, for each setting. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestGateway } from '@inkproof/launcher/testing/gateway'
import { makeTestFolder, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, beforeAll, expect, test } from '@jest/globals'

const HCAPTCHA = 'https://hcaptcha.com https://*.hcaptcha.com'

let folder = ''
beforeAll(async () => {
  folder = await makeTestFolder('gateway-captcha')
  mkdirSync(join(folder, 'www/shell'), { recursive: true })
  writeFileSync(join(folder, 'www/shell/index.html'), '<!doctype html>')
})
afterAll(() => removeTestFolder(folder))

test.each(['altcha', 'off'])(
  'CAPTCHA=%s does not allow pages to load anything from other origins',
  async (captcha) => {
    expect(await policyWith(captcha)).not.toMatch(/https?:|frame-src/)
  },
)

test('CAPTCHA=turnstile allows only its script and its frame', async () => {
  const policy = await policyWith('turnstile')
  expect(externalDirectives(policy)).toEqual([
    "script-src 'self' https://challenges.cloudflare.com",
    'frame-src https://challenges.cloudflare.com',
  ])
})

test('CAPTCHA=hcaptcha allows only its script, style, requests and frame', async () => {
  const policy = await policyWith('hcaptcha')
  expect(externalDirectives(policy)).toEqual([
    `script-src 'self' ${HCAPTCHA}`,
    expect.stringMatching(
      /^style-src 'self' 'nonce-\w+' https:\/\/hcaptcha\.com https:\/\/\*\.hcaptcha\.com$/,
    ),
    `connect-src 'self' ${HCAPTCHA}`,
    `frame-src ${HCAPTCHA}`,
  ])
})

function externalDirectives(policy: string): string[] {
  return policy.split('; ').filter((directive) => directive.includes('https:'))
}

async function policyWith(captcha: string): Promise<string> {
  const gateway = await startTestGateway({
    captcha,
    folder: join(folder, captcha),
    log: join(folder, 'log'),
    www: join(folder, 'www'),
    services: {},
  })
  const page = await fetch(`${gateway.origin}/verify`)
  await gateway.stop()
  return page.headers.get('content-security-policy') ?? ''
}
