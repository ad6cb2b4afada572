import { defineFeature, from } from '@inkproof/service-kit/feature'
import { eventsFeature } from '../events/feature.ts'
import { signInMethodEmails } from './emails.ts'

/** E-mails about sign-in methods. Other features import the functions of this folder directly. */
export const signInMethodsFeature = defineFeature({
  name: 'sign-in-methods',
  needs: from(eventsFeature, 'addEventEmails'),
  create: ({ addEventEmails }) => {
    addEventEmails(signInMethodEmails)
    return {}
  },
})
