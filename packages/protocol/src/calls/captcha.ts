/** The call that returns the human verification of this installation. */
import { defineCall } from '../call.ts'
import { Captcha } from '../captcha.ts'

export const showCaptcha = defineCall({
  method: 'GET',
  path: '/api/auth/captcha',
  summary: 'Returns the human verification of this installation, and the calls that require it.',
  tag: 'Sign in',
  access: 'anyone',
  limit: {
    name: 'captcha',
    max: 300,
    windowSeconds: 5 * 60,
    whenRedisFails: 'open',
    by: 'ip',
  },
  responses: { 200: Captcha },
})

/** The human verification. */
export const captchaCalls = { showCaptcha }
