import { verificationCalls } from '@inkproof/protocol/calls/verification'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { captchaFeature } from '../captcha/feature.ts'
import { runtime } from '../platform/feature.ts'
import { sessionStoreFeature } from '../session-store/feature.ts'
import { showVerification, verifyPerson } from './verify-person.ts'

/** Verifies accounts, so that they can create certificates on a public origin. */
export const verificationFeature = defineFeature({
  name: 'verification',
  needs: {
    ...from(runtime, 'now'),
    ...from(callersFeature, 'callerOf'),
    ...from(captchaFeature, 'captcha'),
    ...from(accountsFeature, 'accounts'),
    ...from(sessionStoreFeature, 'sessions'),
  },
  create: ({ callerOf, ...deps }) => ({
    calls: implement(verificationCalls, {
      showVerification: ({ session }) => showVerification(deps, session),
      verifyPerson: ({ session, body, req, res }) =>
        verifyPerson(deps, session, body.turnstileToken, callerOf(req, res)),
    }),
  }),
})
