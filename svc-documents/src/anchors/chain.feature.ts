/** For the `api` role: the installation's node, for read-only calls about the record. */
import { chainCalls } from '@inkproof/protocol/calls/log'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { configuration } from '../platform/feature.ts'
import { askChain, chainMethod, chainParams } from './chain-proxy.ts'
import { createNodeClient } from './node.ts'

/** Short, because a person waits for it and can retry. */
const PROXY_TIMEOUT_MS = 2_000

export const chainFeature = defineFeature({
  name: 'chain',
  needs: from(configuration, 'CHAIN_URL', 'LOG_ANCHOR'),
  create: ({ CHAIN_URL, LOG_ANCHOR }) => {
    const rpc = createNodeClient(CHAIN_URL, PROXY_TIMEOUT_MS)
    return {
      calls: implement(chainCalls, {
        askChain: async ({ body }) => {
          const method = chainMethod(body.method)
          const params = chainParams(method, body.params ?? [], LOG_ANCHOR)
          const response = await askChain(rpc, method, params)
          return { jsonrpc: '2.0' as const, id: body.id, ...response }
        },
      }),
    }
  },
})
