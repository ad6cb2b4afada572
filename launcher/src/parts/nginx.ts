/** The gateway: nginx with the templates of gateway/templates, filled in. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryRun } from '../process/run.ts'
import { isHttpOk } from '../process/wait.ts'
import { unpackedRoot } from './debian.ts'
import type { Part, PartContext, Prepared } from './part.ts'
import { type Program, type ProgramSpec, requireProgram } from './programs.ts'

export type GatewaySettings = {
  templates: string
  /** The public origin, such as `http://localhost:8080`. */
  origin: string
  /** GATEWAY_* variables as set in docker-compose.yml. */
  values: Record<string, string>
}

const NGINX: ProgramSpec = {
  command: 'nginx',
  packages: {
    debian: ['nginx', 'libnginx-mod-http-brotli-static'],
    brew: 'nginx',
    dnf: 'nginx',
    pacman: 'nginx',
    apk: 'nginx',
  },
}

const BROTLI = 'ngx_http_brotli_static_module.so'
const SUFFIX = '.template'

/** Creates the gateway part for these settings. */
export function gateway(settings: GatewaySettings): Part {
  return { name: 'gateway', prepare: (context) => prepare(context, settings) }
}

/** Finds nginx, or installs it if possible. */
export function requireNginx(context: PartContext): Promise<Program> {
  return requireProgram(context, NGINX)
}

async function prepare(context: PartContext, settings: GatewaySettings): Promise<Prepared> {
  const program = await requireNginx(context)
  const folder = join(context.data, 'gateway')
  mkdirSync(folder, { recursive: true })
  const brotli = await findBrotliModule(program, context.tools, folder)
  const values = {
    ...settings.values,
    ...platformValues(brotli, settings.values),
    GATEWAY_REAL_IP: realIpDirectives(settings.values['GATEWAY_TRUSTED_PROXY']),
  }
  renderTemplates(settings.templates, folder, values)
  const config = join(folder, 'nginx.conf')
  return {
    from: `${program.from}${brotli ? ' with brotli' : ''}`,
    addresses: { url: settings.origin },
    launch: {
      name: 'gateway',
      command: program.path,
      args: [...nginxArguments(folder, config), '-g', 'daemon off;'],
      cwd: folder,
      env: program.env,
      // On SIGQUIT, nginx finishes its responses first; worker_shutdown_timeout limits how long.
      stopSignal: 'SIGQUIT',
    },
    isReady: () => isHttpOk(`${settings.origin}/healthz`),
  }
}

/** Replaces `${GATEWAY_NAME}` and leaves nginx's own variables unchanged, as the nginx image does. */
export function renderTemplates(
  templates: string,
  folder: string,
  values: Record<string, string>,
): void {
  for (const file of readdirSync(templates).filter((name) => name.endsWith(SUFFIX))) {
    const text = readFileSync(join(templates, file), 'utf8')
    const rendered = text.replaceAll(/\$\{(GATEWAY_[A-Z_]+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined)
        throw new Error(`gateway/templates/${file} uses ${name}, which is not set`)
      return value
    })
    writeFileSync(join(folder, file.slice(0, -SUFFIX.length)), rendered)
  }
}

function platformValues(
  brotli: string | undefined,
  { GATEWAY_PRECOMPRESSED: precompressed = '' }: Record<string, string>,
): Record<string, string> {
  // Only the owner can read the data folder, so nginx must not switch its user when started by root.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return {
    GATEWAY_MAIN: [user, brotli && `load_module ${brotli};`].filter(Boolean).join('\n'),
    GATEWAY_PRECOMPRESSED: brotli ? `${precompressed} brotli_static on;` : precompressed,
  }
}

/**
 * Returns the directives that trust these proxies, and no others, to report the client's address. Addresses and
 * networks are separated by spaces or commas, as in gateway/16-trusted-proxy.envsh for the image.
 */
export function realIpDirectives(trustedProxies = ''): string {
  const proxies = trustedProxies.split(/[\s,]+/).filter(Boolean)
  if (proxies.length === 0) return ''
  const trusted = proxies.map((proxy) => `set_real_ip_from ${proxy};`)
  return [...trusted, 'real_ip_header X-Forwarded-For;', 'real_ip_recursive on;'].join(' ')
}

/** Returns the path of the module that serves .br files, if this nginx can load it. */
async function findBrotliModule(
  program: Program,
  tools: string,
  folder: string,
): Promise<string | undefined> {
  const folders = ['/usr/lib/nginx/modules', join(unpackedRoot(tools), 'usr/lib/nginx/modules')]
  for (const path of folders.map((modules) => join(modules, BROTLI))) {
    const trial = join(folder, 'module-trial.conf')
    const trialState = `pid ${join(folder, 'trial.pid')};`
    writeFileSync(trial, `load_module ${path};\n${trialState}\nevents {}\n`)
    const loads = await tryRun(program.path, [...nginxArguments(folder, trial), '-t'], program)
    if (loads !== undefined) return path
  }
  return undefined
}

/** Sets the prefix to `folder`, so that nginx reads no files in system folders. */
function nginxArguments(folder: string, config: string): string[] {
  return ['-p', folder, '-c', config, '-e', 'stderr']
}
