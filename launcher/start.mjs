/**
 * `npm start`. Plain JavaScript, because it runs before anything is installed: checks the version of Node, installs
 * the locked packages if they are missing or outdated, and then runs src/start.ts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const MIN_NODE_VERSION = [20, 19]
/** Older versions get no security fixes anymore. */
const MIN_MAINTAINED_MAJOR = 22
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

requireNode()
if (!isInstalled()) await install()
const { register } = await import('tsx/esm/api')
register()
await import('./src/start.ts')

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (
    major > MIN_NODE_VERSION[0] ||
    (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1])
  ) {
    if (major < MIN_MAINTAINED_MAJOR)
      console.warn(
        `Node ${major} gets no security fixes anymore. Install Node 24 from https://nodejs.org`,
      )
    return
  }
  console.error(
    `Inkproof needs Node ${MIN_NODE_VERSION.join('.')} or newer; this is ${process.versions.node}.\n` +
      '  To fix this: install a current Node from https://nodejs.org, or use Docker: docker compose up',
  )
  process.exit(1)
}

/** Compares the installed npm packages with the lock file. */
function isInstalled() {
  const locked = readPackages(join(ROOT, 'package-lock.json'))
  const installed = readPackages(join(ROOT, 'node_modules', '.package-lock.json'))
  return Object.entries(locked).every(([path, { version, link, optional }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    const found = installed[path]
    // Packages for other platforms are in the lock file and are never installed.
    if (found === undefined) return optional === true
    return link === true || found.version === version
  })
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

async function install() {
  console.log('installing the locked npm packages: this takes one to three minutes')
  const startedMs = Date.now()
  const env = { ...process.env, MONGOMS_DISABLE_POSTINSTALL: '1', SCARF_ANALYTICS: 'false' }
  const flags = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const stopCounting = countSeconds(startedMs)
  const npm = spawn('npm', ['ci', ...flags], { cwd: ROOT, env, stdio: 'inherit' })
  const stopForwarding = forwardStopSignals(npm)
  const { status, error } = await once(npm, 'exit').then(
    ([code]) => ({ status: code }),
    (failure) => ({ error: failure }),
  )
  stopCounting()
  if (stopForwarding()) {
    console.log('\nstopped')
    process.exit(0)
  }
  if (status === 0) {
    console.log(`npm packages installed in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`)
    return
  }
  console.error(
    `The npm packages could not be installed: ${error ? `npm could not be started (${error.message})` : 'npm ci failed, see the output above'}.\n` +
      `  To fix this: run npm ci in ${ROOT}, with access to the npm registry`,
  )
  process.exit(1)
}

/**
 * Makes this process stop npm on a signal instead of exiting before it. Returns the function that ends this, which returns
 * whether a signal was received.
 */
function forwardStopSignals(npm) {
  let isStopping = false
  const forward = (signal) => {
    isStopping = true
    npm.kill(signal)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, forward)
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, forward)
    return isStopping
  }
}

/** Counts the seconds in a line on a terminal, so that a long step is not mistaken for a failure. */
function countSeconds(startedMs) {
  if (!process.stdout.isTTY) return () => undefined
  const count = () => {
    process.stdout.write(`\r  … ${Math.round((Date.now() - startedMs) / 1000)} s`)
  }
  const timer = setInterval(count, 1000)
  return () => {
    clearInterval(timer)
    process.stdout.write('\r\x1b[K')
  }
}
