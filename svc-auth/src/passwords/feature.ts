import { passwordCalls } from '@inkproof/protocol/calls/passwords'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { runtime } from '../platform/feature.ts'
import { sessionsFeature } from '../sessions/feature.ts'
import { passwordEmails } from './emails.ts'
import { setPassword } from './set-password.ts'

/** Sets and changes passwords. Registration and password resets use the same rules (check-new-password.ts). */
export const passwordsFeature = defineFeature({
  name: 'passwords',
  needs: {
    ...from(runtime, 'now'),
    ...from(callersFeature, 'callerOf'),
    ...from(accountsFeature, 'accounts'),
    ...from(eventsFeature, 'addEventEmails'),
    ...from(sessionsFeature, 'finalizeAccountChange'),
  },
  create: ({ addEventEmails, ...needs }) => {
    addEventEmails(passwordEmails)
    return {
      calls: implement(passwordCalls, {
        setPassword: ({ session, body, req, res }) =>
          setPassword(needs, session, body, needs.callerOf(req, res)),
      }),
    }
  },
})
