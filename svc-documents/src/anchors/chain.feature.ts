/** Runs in the `api` role. Forwards read-only calls about the record to the installation's node. */
import { chainCalls } from '@inkproof/protocol/calls/log'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { configuration } from '../platform/feature.ts'
import { buildChainParams, parseChainMethod, proxyChainRequest } from './chain-proxy.ts'
import { createNodeClient } from './node.ts'

/** Short, because a user is waiting and can retry. */
const PROXY_TIMEOUT_MS = 2_000

export const chainFeature = defineFeature({
  name: 'chain',
  needs: from(configuration, 'CHAIN_URL', 'LOG_ANCHOR'),
  create: ({ CHAIN_URL, LOG_ANCHOR }) => {
    const rpc = createNodeClient(CHAIN_URL, PROXY_TIMEOUT_MS)
    return {
      calls: implement(chainCalls, {
        askChain: async ({ body }) => {
          const method = parseChainMethod(body.method)
          const params = buildChainParams(method, body.params ?? [], LOG_ANCHOR)
          const response = await proxyChainRequest(rpc, method, params)
          return { jsonrpc: '2.0' as const, id: body.id, ...response }
        },
      }),
    }
  },
})
