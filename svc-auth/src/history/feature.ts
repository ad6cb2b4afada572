import { historyCalls } from '@inkproof/protocol/calls/history'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { eventsFeature } from '../events/feature.ts'
import { createHistory } from './history.ts'

/** The account history shown to the account's owner. */
export const historyFeature = defineFeature({
  name: 'history',
  needs: from(eventsFeature, 'pastEvents'),
  create: ({ pastEvents }) => {
    const history = createHistory(pastEvents)
    return {
      calls: implement(historyCalls, {
        listHistory: ({ session, query }) => history.page(session.accountId, query.before),
      }),
      provides: { historyOf: history.all },
    }
  },
})
