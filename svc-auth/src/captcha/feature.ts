import { BASE, type Feature, type Kit } from '../kit.ts'
import { altcha } from './altcha.ts'
import { captchaRoutes } from './captcha.routes.ts'
import { provider } from './provider.ts'
import { type Verification, type Verifier, verification } from './verification.ts'

/** The human verification, and the way for others to spend what it gave. */
export function captchaFeature(kit: Kit): Feature & Pick<Verification, 'spend'> {
  const made = verification(verifierOf(kit), kit.config.CAPTCHA_FOR)
  const mounts: Feature['mounts'] = [[BASE, captchaRoutes({ verification: made, take: kit.take })]]
  return { mounts, spend: made.spend }
}

function verifierOf({ config, redis, now }: Kit): Verifier | undefined {
  const { CAPTCHA, CAPTCHA_KEY, CAPTCHA_SITE_KEY = '', CAPTCHA_SECRET = '' } = config
  if (CAPTCHA === 'off') return undefined
  if (CAPTCHA === 'altcha') {
    const spendOnce = async (key: string, seconds: number) =>
      (await redis.set(`captcha:${key}`, '1', 'EX', seconds, 'NX')) === 'OK'
    return altcha({ secret: CAPTCHA_KEY, now, spendOnce })
  }
  return provider({
    provider: CAPTCHA,
    siteKey: CAPTCHA_SITE_KEY,
    secret: CAPTCHA_SECRET,
    hostname: new URL(config.PUBLIC_ORIGIN).hostname,
    verifyUrl: config.CAPTCHA_VERIFY_URL,
  })
}
