/**
 * `npm start`. Plain JavaScript, because it runs before anything is installed: checks the version of Node, installs
 * the locked packages if they are missing or outdated, and then runs src/start.ts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const OLDEST_NODE = [20, 19]

needNode()
if (!isInstalled()) await install()
const { register } = await import('tsx/esm/api')
register()
await import('./src/start.ts')

function needNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  console.error(
    `Inkproof needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.\n` +
      '  To fix this: install a current Node from https://nodejs.org, or start it in containers: docker compose up',
  )
  process.exit(1)
}

/** Compares the packages npm installed last with the lock file. */
function isInstalled() {
  const wanted = readPackages(join(ROOT, 'package-lock.json'))
  const present = readPackages(join(ROOT, 'node_modules', '.package-lock.json'))
  return Object.entries(wanted).every(([path, { version, link, optional }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    const found = present[path]
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
  console.log('installing the locked npm packages: one to three minutes, at the first start')
  const startedMs = Date.now()
  const env = { ...process.env, MONGOMS_DISABLE_POSTINSTALL: '1', SCARF_ANALYTICS: 'false' }
  const flags = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const stopCounting = countSeconds(startedMs)
  const npm = spawn('npm', ['ci', ...flags], { cwd: ROOT, env, stdio: 'inherit' })
  const { status, error } = await once(npm, 'exit').then(
    ([code]) => ({ status: code }),
    (failure) => ({ error: failure }),
  )
  stopCounting()
  if (status === 0) {
    console.log(`npm packages installed in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`)
    return
  }
  console.error(
    `The npm packages cannot be installed: ${error ? `npm does not start (${error.message})` : 'npm ci failed, see the output above'}.\n` +
      `  To fix this: npm ci in ${ROOT}, with access to the npm registry`,
  )
  process.exit(1)
}

/** On a terminal, a line that counts the seconds, so that nobody mistakes a long step for a failure. */
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
