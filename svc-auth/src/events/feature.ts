import { defineFeature, from } from '@inkproof/service-kit/feature'
import { mailFieldFeature } from '../mail-field/feature.ts'
import { runtime } from '../platform/feature.ts'
import { eventModel } from './events.model.ts'
import { createEvents } from './events.ts'
import { pastEvents } from './past-events.ts'

/** What happened to accounts. */
export const eventsFeature = defineFeature({
  name: 'events',
  needs: { ...from(runtime, 'connection', 'now'), ...from(mailFieldFeature, 'ring') },
  create: ({ connection, now, ring }) => {
    const model = eventModel(connection)
    return {
      gives: {
        events: createEvents(model, now, ring),
        pastEvents: pastEvents(model),
        eventModel: model,
      },
    }
  },
})
