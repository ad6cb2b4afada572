import { captchaCalls } from '@inkproof/protocol/calls/captcha'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'
import { callersFeature } from '../callers/feature.ts'
import { configuration, runtime } from '../platform/feature.ts'
import { createAltchaVerifier } from './altcha.ts'
import { type CaptchaSettings, requiredCalls } from './captcha-settings.ts'
import { createProviderVerifier } from './provider.ts'
import { createVerification, type Verifier } from './verification.ts'

/** Human verification. Other features check its tokens with `consumeCaptcha`. */
export const captchaFeature = defineFeature({
  name: 'captcha',
  needs: {
    ...from(configuration, 'CAPTCHA', 'CAPTCHA_FOR', 'CAPTCHA_KEY', 'CAPTCHA_SITE_KEY'),
    ...from(configuration, 'CAPTCHA_SECRET', 'CAPTCHA_VERIFY_URL', 'PUBLIC_ORIGIN'),
    ...from(runtime, 'redis', 'now'),
    ...from(callersFeature, 'callerOf'),
  },
  create: ({ redis, now, callerOf, ...settings }) => {
    const captcha = createVerification(
      createVerifier(settings, redis, now),
      requiredCalls(settings),
    )
    return {
      calls: implement(captchaCalls, {
        showCaptcha: ({ req, res }) => captcha.getBrowserConfig(callerOf(req, res).browserId),
      }),
      provides: { consumeCaptcha: captcha.consume, captcha },
    }
  },
})

function createVerifier(
  settings: CaptchaSettings & { PUBLIC_ORIGIN: string },
  redis: RedisClient,
  now: () => Date,
): Verifier | undefined {
  const { CAPTCHA, CAPTCHA_KEY, CAPTCHA_SITE_KEY = '', CAPTCHA_SECRET = '' } = settings
  if (CAPTCHA === 'off') return undefined
  if (CAPTCHA === 'altcha') {
    const consumeOnce = async (key: string, seconds: number) =>
      (await redis.set(`captcha:${key}`, '1', 'EX', seconds, 'NX')) === 'OK'
    return createAltchaVerifier({ secret: CAPTCHA_KEY, now, consumeOnce })
  }
  return createProviderVerifier({
    provider: CAPTCHA,
    siteKey: CAPTCHA_SITE_KEY,
    secret: CAPTCHA_SECRET,
    hostname: new URL(settings.PUBLIC_ORIGIN).hostname,
    verifyUrl: settings.CAPTCHA_VERIFY_URL,
  })
}
