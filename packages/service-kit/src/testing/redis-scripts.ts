/** Finds, in the source code, the scripts that run in Redis and the commands that a Cluster could refuse. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Redis } from 'ioredis'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const HELPER = 'packages/service-kit/src/redis-script.ts'

/** Commands with several keys, and `del`, `exists`, `unlink` and `touch` with more than one argument. */
const MULTI_KEY =
  /\.(?:eval|evalsha|mget|mset|msetnx|multi|pipeline|rename|renamenx|copy|smove|lmove|rpoplpush|s(?:inter|union|diff)(?:store)?|z(?:inter|union|diff)(?:store)?|pfmerge|bitop|brpop|blpop|bzpopmin)\(|\.(?:del|exists|unlink|touch)\((?:\.\.\.|\[|[^()]*(?:\([^()]*\)[^()]*)*,)/

type Source = { path: string; text: string }

/** The scripts of a folder of the repository, and where each is defined. By default those of all folders. */
export function listScripts(folder = ''): { name: string; path: string }[] {
  return sources()
    .filter(({ path }) => path.startsWith(folder) && path !== HELPER)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/defineScript\(\s*'([a-z-]+)'/g)].map(([, name = '']) => ({ name, path })),
    )
}

/** Lines of files that use Redis and send such a command without the helper, as `path: line`. */
export function listUnguardedCommands(): string[] {
  const files = sources().filter(({ path, text }) => path !== HELPER && /redis/i.test(text))
  if (files.length < 20) throw new Error(`only ${files.length} files use Redis`)
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => /redis|client/i.test(line) && MULTI_KEY.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
}

/** Collects the names of the scripts that servers run, until `stop`. */
export async function watchScripts(
  clients: readonly Redis[],
): Promise<{ names: ReadonlySet<string>; stop(): void }> {
  const names = new Set<string>()
  const monitors = await Promise.all(clients.map((client) => client.monitor()))
  for (const monitor of monitors) {
    monitor.on('monitor', (_time, [command = '', text = '']: string[]) => {
      // MONITOR writes a line break as \n.
      const name = /^-- ([a-z-]+)\\n/.exec(text)?.[1]
      if (command.toLowerCase() === 'eval' && name) names.add(name)
    })
  }
  const stop = () => {
    for (const monitor of monitors) monitor.disconnect()
  }
  return { names, stop }
}

/** The source files of the services and of the packages that they use, without tests. */
function sources(): Source[] {
  const folders = readdirSync(ROOT).filter((name) => name.startsWith('svc-'))
  return [...folders, 'packages/service-kit', 'packages/messages'].flatMap((name) =>
    walk(join(ROOT, name, 'src')),
  )
}

function walk(folder: string): Source[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : walk(path)
    if (!/(?<!\.test)\.ts$/.test(entry.name)) return []
    return [{ path: relative(ROOT, path), text: readFileSync(path, 'utf8') }]
  })
}
