import { defineFeature, from } from '@inkproof/service-kit/feature'
import { eventsFeature } from '../events/feature.ts'
import { BASE, platformFeature } from '../platform/feature.ts'
import { historyRoutes } from './history.routes.ts'
import { history } from './history.ts'

/** What happened to an account, as its owner reads it. */
export const historyFeature = defineFeature({
  name: 'history',
  needs: {
    ...from(platformFeature, 'consumeLimit', 'requireSession'),
    ...from(eventsFeature, 'pastEvents'),
  },
  create: ({ pastEvents, ...needs }) => {
    const events = history(pastEvents)
    return {
      routes: [[BASE, historyRoutes({ ...needs, history: events })]],
      gives: { historyOf: events.all },
    }
  },
})
