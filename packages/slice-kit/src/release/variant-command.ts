/** Previews and canaries, for `npm run release` and `inkproof-slice release`. */
import path from 'node:path'
import { abortOnSignal } from '../abort-on-signal.ts'
import { runCanary } from './canary.ts'
import { createPreview, endPreview } from './preview.ts'
import type { PublishOptions } from './publish-version.ts'
import { changeTarget } from './release-to.ts'
import type { VariantRequest } from './variant-request.ts'

/** Where and how to publish. */
export type PublishContext = {
  /** A folder, or `s3://bucket/prefix`. */
  target: string
  /** A folder for copies of storage. */
  cache: string
  options: Omit<PublishOptions, 'out'> & { log: (line: string) => void }
}

/**
 * Does what the command asks for. A canary is live for all visitors when this resolves.
 *
 * @throws Error with the reason if the version was refused, or there is no such preview
 */
export async function runVariantCommand(
  request: VariantRequest,
  { target, cache, options }: PublishContext,
): Promise<void> {
  switch (request.kind) {
    case 'end preview':
      await changeTarget(target, cache, (out) => endPreview(request.idOrLink, out))
      options.log('preview ended: browsers that opened it get the live release')
      return
    case 'preview': {
      const { spec, origin } = request
      const link = await changeTarget(target, cache, (out, isFirst) =>
        // What was built and tested for the first attempt is published again.
        createPreview(spec, origin, {
          ...options,
          ...(!isFirst && { build: false, test: false }),
          out,
        }),
      )
      options.log(`${spec} is published but not live; preview link, valid for 7 days: ${link}`)
      return
    }
    case 'canary': {
      const { spec, origin, settings } = request
      const run = { ...settings, origin, signal: abortOnSignal() }
      await runCanary(spec, run, { ...options, out: path.resolve(target) })
    }
  }
}
