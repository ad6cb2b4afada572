/** Runs in the `api` role. Serves the current state of the record, on request or as a stream. */
import { headsCalls } from '@inkproof/protocol/calls/log'
import type { Heads } from '@inkproof/protocol/log'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { createSharedRead } from '@inkproof/service-kit/shared-read'
import { isEmbedded } from '../platform/embedded-chain.ts'
import { apiConfiguration, configuration, runtime, streamsInput } from '../platform/feature.ts'
import { appendFeature } from './append.feature.ts'
import { recordFeature } from './feature.ts'
import { explainStoppedLog, toHeads } from './heads.ts'
import { createHeadsFeed } from './heads-feed.ts'
import { createHeadsStream } from './heads-stream.http.ts'

/** How long the heads are served from memory; shorter than the interval at which streams poll. */
const HEADS_TIMES = { resolvedMs: 500, rejectedMs: 0 }

export const headsFeature = defineFeature({
  name: 'heads',
  needs: {
    ...from(configuration, 'CHAIN_ID', 'LOG_ANCHOR', 'CONFIRMATIONS'),
    ...from(apiConfiguration, 'OPERATOR'),
    ...from(runtime, 'log', 'now'),
    ...from(streamsInput, 'streams'),
    ...from(recordFeature, 'heads'),
    ...from(appendFeature, 'notifications'),
  },
  create: ({ log, now, streams, heads, notifications, ...settings }) => {
    const { CHAIN_ID, LOG_ANCHOR, OPERATOR } = settings
    const embedded = isEmbedded(CHAIN_ID)
    const chain = { id: CHAIN_ID, contract: LOG_ANCHOR, operator: OPERATOR, embedded }
    const constants = { confirmationsWanted: settings.CONFIRMATIONS, chain }
    const startedAtMs = now().getTime()
    const clock = () => ({ nowMs: now().getTime(), listeningSinceMs: startedAtMs })
    const shared = createSharedRead(heads.read, HEADS_TIMES)
    const readHeads = async (): Promise<Heads> => toHeads(await shared.read(), constants, clock())
    const feed = createHeadsFeed(readHeads, log)
    notifications.on('heads', () => {
      shared.expire()
      feed.wake()
    })
    const follow = createHeadsStream(streams, feed)
    const assertRunning = async () => {
      const reason = explainStoppedLog(await heads.read(), clock())
      if (reason !== null) throw new Error(reason)
    }
    return {
      calls: implement(headsCalls, {
        showHeads: readHeads,
        followHeads: ({ req, res }) => follow(req, res),
      }),
      jobs: [{ ...feed, name: 'documents-log', check: assertRunning }],
    }
  },
})
