import { defineFeature, from } from '@inkproof/service-kit/feature'
import { eventsFeature } from '../events/feature.ts'
import { signInMethodEmails } from './emails.ts'

/** The sign-in methods of an account: their functions are imported, their e-mails are added here. */
export const waysFeature = defineFeature({
  name: 'ways',
  needs: from(eventsFeature, 'addEventEmails'),
  create: ({ addEventEmails }) => {
    addEventEmails(signInMethodEmails)
    return {}
  },
})
