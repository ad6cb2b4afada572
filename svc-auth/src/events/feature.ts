import { defineFeature, from } from '@inkproof/service-kit/feature'
import { messagesFeature } from '../messages/feature.ts'
import { runtime } from '../platform/feature.ts'
import { type EventEmails, eventTemplates, TRUSTED_EVENT_VALUES } from './event-email.ts'
import { type EventRow, eventModel } from './events.model.ts'
import { createEvents } from './events.ts'
import { createPastEvents } from './past-events.ts'

/** Account events and their notification e-mails. */
export const eventsFeature = defineFeature({
  name: 'events',
  needs: { ...from(runtime, 'connection', 'now'), ...from(messagesFeature, 'messages') },
  create: ({ connection, now, messages }) => {
    const model = eventModel(connection)
    const eventEmails = messages.addCollection<EventRow>({
      model,
      at: 'at',
      values: ({ data }) => data,
      trustedValues: TRUSTED_EVENT_VALUES,
      legacyTemplateOf: ({ kind }) => kind,
    })
    return {
      provides: {
        events: createEvents(model, now, eventEmails.enqueue),
        pastEvents: createPastEvents(model),
        /** The e-mails about events and their delivery state. */
        eventEmails,
        /** Adds the e-mails of a feature. */
        addEventEmails: (emails: EventEmails) => eventEmails.templates.add(eventTemplates(emails)),
      },
    }
  },
})
