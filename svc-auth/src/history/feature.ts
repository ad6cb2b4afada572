import { historyCalls } from '@inkproof/protocol/calls/history'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { eventsFeature } from '../events/feature.ts'
import { history } from './history.ts'

/** The history of an account, as its owner reads it. */
export const historyFeature = defineFeature({
  name: 'history',
  needs: from(eventsFeature, 'pastEvents'),
  create: ({ pastEvents }) => {
    const events = history(pastEvents)
    return {
      calls: implement(historyCalls, {
        listHistory: ({ session, query }) => events.page(session.accountId, query.before),
      }),
      gives: { historyOf: events.all },
    }
  },
})
