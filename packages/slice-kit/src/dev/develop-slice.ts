import path from 'node:path'
import { ROOT } from '../release/paths.ts'
import { type DevelopOptions, develop } from './develop.ts'

/** Runs {@link develop} until a signal ends the process, and then `stopped`. */
export async function developSlice(
  options: Omit<DevelopOptions, 'output'>,
  stopped: () => Promise<void> = async () => {},
): Promise<void> {
  const { name, log } = options
  const gateway = new URL(options.gateway).origin
  const output = path.join(ROOT, '.inkproof/dev', name)
  const development = await develop({ ...options, gateway, output })
  log(`${name} from its sources: ${development.origin}; press Ctrl-C to stop`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
      await development.stop()
      await stopped()
      process.exit(0)
    })
  }
}
