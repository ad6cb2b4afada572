/**
 * Loads docker-compose.yml, alone and with docker-compose.tls.yml or docker-compose.office.yml, with Compose's own parser, and checks what an
 * operator relies on: networks, limits, log rotation, and everything that follows from PUBLIC_ORIGIN and PORT. Needs
 * Go 1.25 or newer; the parser comes from scripts/compose.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, 'docker-compose.yml')
const TLS_FILE = join(ROOT, 'docker-compose.tls.yml')
const OFFICE_FILE = join(ROOT, 'docker-compose.office.yml')
const MIN_SERVICES = 14
const PATH = `${process.env.PATH}:/usr/local/go/bin`

const folder = mkdtempSync(join(tmpdir(), 'inkproof-compose-'))
const problems = []
const expect = (isTrue, problem) => isTrue || problems.push(problem)

try {
  execFileSync('go', ['build', '-o', join(folder, 'load'), '.'], {
    cwd: join(ROOT, 'scripts/compose'),
    env: { ...process.env, PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const keys = [...readFileSync(FILE, 'utf8').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name)
  writeFileSync(
    join(folder, 'keys.env'),
    keys.map((name) => `${name}=${name.toLowerCase()}\n`).join(''),
  )
  checkDefaults(load({}, FILE))
  checkPublic(load({ PUBLIC_ORIGIN: 'https://proof.example' }, FILE, TLS_FILE))
  checkPort(load({ PORT: '9000' }, FILE))
  checkOffice(load({}, FILE, OFFICE_FILE))
  checkRefusals()
} catch (error) {
  const isGoMissing = error.code === 'ENOENT' && error.path === 'go'
  problems.push(isGoMissing ? 'Go is not installed: see https://go.dev/dl' : error.message)
} finally {
  rmSync(folder, { recursive: true })
}
for (const problem of problems) console.error(problem)
console.log(`docker-compose.yml: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1

function checkDefaults({ services }) {
  const entries = Object.entries(services)
  expect(entries.length >= MIN_SERVICES, `only ${entries.length} services were read`)
  for (const [name, service] of entries) checkService(name, service)
  const members = (network) =>
    entries.filter(([, { networks = {} }]) => network in networks).map(([name]) => name)
  expect(members('edge').join() === 'gateway', `edge contains ${members('edge')}`)
  expect(!members('data').includes('gateway'), 'the gateway reaches the stores')
  for (const store of ['mongo', 'redis'])
    expect(Object.keys(services[store].networks).join() === 'data', `${store} is not only in data`)
  expect(
    services['svc-auth'].environment.MONGO_URL.includes(':mongo_password@'),
    'MongoDB without a password',
  )
  expect(
    services['svc-auth'].environment.REDIS_URL === 'redis://:redis_password@redis:6379',
    'Redis without a password',
  )
}

function checkService(
  name,
  { mem_limit, pids_limit, logging, networks, network_mode, ports = [], cap_drop },
) {
  expect(Number(mem_limit) > 0 && pids_limit > 0, `${name} has no limits`)
  expect(logging?.options?.['max-size'], `${name} does not rotate its log`)
  expect(networks || network_mode === 'none', `${name} is in the default network`)
  expect(!('default' in (networks ?? {})), `${name} is in the default network`)
  expect(cap_drop?.includes('ALL'), `${name} keeps capabilities`)
  for (const { host_ip } of ports)
    expect(host_ip === '127.0.0.1', `${name} publishes a port to the network`)
}

function checkPublic({ services, networks }) {
  const { gateway, tls } = services
  checkService('tls', { ...tls, ports: [] })
  expect(
    gateway.environment.GATEWAY_ORIGIN === 'https://proof.example',
    'the gateway has another origin',
  )
  for (const name of ['svc-auth', 'svc-content', 'svc-signing', 'documents-api'])
    expect(
      services[name].environment.PUBLIC_ORIGIN === 'https://proof.example',
      `${name} has another origin`,
    )
  expect(tls.command.includes('https://proof.example'), 'the proxy has another origin')
  expect(
    gateway.environment.GATEWAY_TRUSTED_PROXY === tls.networks.edge.ipv4_address,
    'the gateway does not trust the proxy',
  )
  expect(networks.data.internal && networks.inside.internal, 'the inner networks have a way out')
}

function checkPort({ services }) {
  const { gateway } = services
  expect(gateway.ports[0].published === '9000', 'PORT does not set the published port')
  expect(gateway.environment.GATEWAY_ORIGIN === 'http://localhost:9000', 'the origin lacks PORT')
}

function checkOffice({ services }) {
  const { 'office-files': converter, 'svc-signing': service } = services
  const { build, environment, security_opt } = converter
  checkService('office-files', converter)
  expect(build.target === 'office' && build.args.PART === 'svc-signing', 'another image is built')
  expect(converter.network_mode === 'none', 'the converter has a network')
  expect(Number(converter.mem_limit) >= 4 * 2 ** 30, 'the converter has too little memory')
  expect(security_opt.includes('no-new-privileges:true'), 'the converter can gain privileges')
  expect(!Object.keys(environment).some((name) => /KEY|TOKEN|AUTHORITY/.test(name)), 'it has a key')
  expect(
    environment.OFFICE_SOCKET === service.environment.OFFICE_SOCKET,
    'svc-signing uses another socket',
  )
  const isShared = ({ volumes }) => volumes.some(({ target }) => target === '/run/office')
  expect(isShared(converter) && isShared(service), 'the socket is not in a shared volume')
  expect(service.security_opt.length === 1, 'svc-signing has fewer restrictions than usual')
}

/** A parser that accepts everything would prove nothing. */
function checkRefusals() {
  const broken = join(folder, 'broken.yml')
  writeFileSync(broken, readFileSync(FILE, 'utf8').replace('cap_drop:', 'cap_dropp:'))
  expect(run({}, broken).status !== 0, 'the parser accepted an unknown key')
  writeFileSync(join(folder, 'keys.env'), '')
  expect(run({}, FILE).stderr.includes('no keys yet'), 'the parser accepted missing keys')
}

function load(env, ...files) {
  const { status, stdout, stderr } = run(env, ...files)
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

function run(env, ...files) {
  return spawnSync(join(folder, 'load'), [join(folder, 'keys.env'), ...files], {
    env,
    encoding: 'utf8',
    cwd: folder,
  })
}
