import { defineFeature, from } from '@inkproof/service-kit/feature'
import { configuration } from '../platform/feature.ts'
import { type CallerOf, callerOf } from './caller.http.ts'
import { createIpLocator } from './locate-ip.ts'

/** Identifies the caller of a request: network, browser and location. */
export const callersFeature = defineFeature({
  name: 'callers',
  needs: from(configuration, 'PUBLIC_ORIGIN'),
  create: ({ PUBLIC_ORIGIN }) => {
    const isSecure = PUBLIC_ORIGIN.startsWith('https:')
    const identify: CallerOf = (req, res) => callerOf(req, res, isSecure)
    return { provides: { callerOf: identify, locateIp: createIpLocator() } }
  },
})
