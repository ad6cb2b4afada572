/** Checks docker-compose.yml and the Dockerfiles without Docker. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { runtimePackages } from '../build/runtime-packages.mjs'
import { readCompose } from '../compose/read-compose.ts'
import { SERVICE_KEY_NAMES } from '../system/service-keys.ts'
import { completeStage, copiedFrom, parseDockerfile, type Step, stagesFor } from './dockerfile.ts'
import { ROOT } from './test-folder.ts'

type Build = { dockerfile?: string; target?: string; args?: { PART?: string } }

type Raw = {
  build?: Build
  image?: string
  command?: string[]
  volumes?: string[]
  restart?: string
  healthcheck?: unknown
}

/** The slices and services; `process` is the entry of a service whose name differs from its folder. */
const PARTS = JSON.parse(readFileSync(join(ROOT, 'parts.json'), 'utf8')) as {
  slices: Record<string, object>
  services: Record<string, { process?: string }>
}
const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
const raw = parse(text, { merge: true, maxAliasCount: -1 }) as {
  services: Record<string, Raw>
  volumes: Record<string, unknown>
}
/** docker-compose.office.yml adds a process of another image. */
const { services: added } = parse(
  readFileSync(join(ROOT, 'docker-compose.office.yml'), 'utf8'),
) as { services: Record<string, Raw> }
const builds = [raw.services, added].flatMap((services) =>
  Object.values(services).flatMap(({ build }) => build ?? []),
)
const uniqueBuilds = [...new Map(builds.map((build) => [JSON.stringify(build), build])).values()]

test('lists the processes of the system', () => {
  expect(Object.keys(raw.services).sort()).toEqual(
    [
      ...['mongo', 'redis', 'chain', 'mail', 'contracts', 'gateway', 'shell', 'verifier'],
      ...Object.keys(PARTS.slices),
      ...Object.entries(PARTS.services).map(([folder, { process = folder }]) => process),
      'documents-log',
    ].sort(),
  )
})

test('requires every key and says how to create it', () => {
  expect(() => readCompose(text, {})).toThrow('node launcher/start.mjs keys')
})

test('gives each secret key to one process', () => {
  const keys = [
    'CHECKPOINT_KEY',
    'PREVIOUS_CHECKPOINT_KEY',
    'SESSION_KEY',
    'SHARE_KEY',
    'AUTH_KEY',
    'SERVICE_KEY',
    'FILE_KEYS',
    'SIGNING_AUTHORITY',
    'INVITATION_KEYS',
  ]
  const values = [
    'LOG_ORIGIN',
    'OPERATOR',
    'ANCHOR_KEY',
    'SESSION_KEYS',
    'CAPTCHA_KEY',
    'MONITORING_TOKEN',
    'MONGO_PASSWORD',
    'REDIS_PASSWORD',
    'MAILBOX_PASSWORD',
    ...SERVICE_KEY_NAMES,
  ]
  const services = readCompose(
    text,
    Object.fromEntries([...keys, ...values].map((name) => [name, name])),
  )
  const holders = keys.map((key) =>
    [...services.values()].filter(({ environment }) => key in environment),
  )
  expect(holders.map((list) => list.map(({ name }) => name))).toEqual([
    ['documents-log'],
    ['documents-log'],
    ['svc-auth'],
    ['documents-api'],
    ['svc-auth'],
    ['svc-auth', 'svc-signing'],
    ['svc-signing'],
    ['svc-signing'],
    ['svc-signing'],
  ])
})

test('a service waits for the health only of services that have a health check', () => {
  const services = readCompose(text, placeholderVariables())
  for (const { dependsOn } of services.values()) {
    for (const { name, condition } of dependsOn) {
      const { healthcheck, build } = raw.services[name] ?? {}
      const checks = build
        ? isHealthCheck(lastInstruction(build, 'HEALTHCHECK'))
        : healthcheck !== undefined
      if (condition === 'service_healthy') expect({ name, checks }).toEqual({ name, checks: true })
    }
  }
})

test('declares every volume it uses', () => {
  const used = Object.values(raw.services).flatMap(({ volumes = [] }) => volumes)
  const names = used.map((volume) => volume.split(':')[0])
  expect([...new Set(names)].sort()).toEqual(Object.keys(raw.volumes).sort())
})

test('pins every image to a version', () => {
  const images = Object.values(raw.services).flatMap(({ image }) => image ?? [])
  const bases = uniqueBuilds.flatMap((build) => {
    const stages = stagesOf(build)
    const names = stages.map(({ name }) => name)
    return stages.map(({ image }) => image).filter((image) => !names.includes(image))
  })
  expect(images.length).toBeGreaterThan(3)
  expect(bases.length).toBeGreaterThan(uniqueBuilds.length)
  for (const image of [...images, ...bases]) expect(image).toMatch(/:v?\d+\.\d+\.\d+/)
})

test('has one image for each slice, service and tool that is deployed', () => {
  const listed = [...Object.keys(PARTS.slices), ...Object.keys(PARTS.services)]
  const folders = uniqueBuilds.map(({ args, dockerfile = '' }) => args?.PART ?? dirname(dockerfile))
  expect([...new Set(folders)].sort()).toEqual(
    [...listed, 'contracts', 'gateway', 'packages/cli', 'shell'].sort(),
  )
})

test('uses each stage of the Dockerfile in an image', () => {
  const used = uniqueBuilds.flatMap((build) => stagesOf(build).map(({ name }) => name))
  const stages = parseDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
  expect(used).toEqual(expect.arrayContaining(stages.map(({ name }) => name)))
})

/** Two images can be of the same part. */
function nameOf({ args, dockerfile, target }: Build): string | undefined {
  return target === 'office' ? `${args?.PART} with LibreOffice` : (args?.PART ?? dockerfile)
}

describe.each(uniqueBuilds.map((build) => [nameOf(build), build] as const))(
  'the image of %s',
  (_, build) => {
    test('is built in a separate stage', () => {
      expect(imageSteps(build).some(isCopyOfStage)).toBe(true)
    })

    test('does not run as root', () => {
      expect(lastInstruction(build, 'USER')).toMatch(/^(node|nginx)$/)
    })

    test('declares a health check, or explicitly none', () => {
      expect(lastInstruction(build, 'HEALTHCHECK')).toBeDefined()
    })

    test('starts its program without a shell', () => {
      const command = lastInstruction(build, 'CMD') ?? ''
      expect(JSON.parse(command)).toEqual(expect.arrayContaining([expect.any(String)]))
    })

    test('copies only existing files, from existing stages', () => {
      const stages = stagesOf(build)
      const copies = stages
        .flatMap(({ steps }) => steps)
        .filter(({ keyword }) => keyword === 'COPY')
      for (const { text: copied } of copies) {
        const from = copiedFrom(copied)
        if (from) expect(stages.map(({ name }) => name)).toContain(from)
        else
          for (const path of copied.split(' ').slice(0, -1))
            expect(existsSync(join(ROOT, path))).toBe(true)
      }
    })
  },
)

const COMPILERS =
  /(?:^|\/)(?:@swc\/core|@babel\/core|@rspack\/core|@esbuild\/.+|esbuild|typescript|tsx|solc|node-gyp|lightningcss|jest)$/

test.each([...Object.keys(PARTS.services), 'contracts'])(
  'the image of %s contains the packages it needs, and no compiler',
  (part) => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    const needed = [...runtimePackages(packages, part)]
    expect(needed.length).toBeGreaterThan(5)
    expect(needed.filter((folder) => COMPILERS.test(folder))).toEqual([])
    const steps = stagesFor(
      parseDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')),
      'service',
    )
      .find(({ name }) => name === 'packages')
      ?.steps.map(({ text: step }) => step)
    expect(steps?.at(-1)).toContain('node launcher/src/build/runtime-packages.mjs $PART')
  },
)

test.each([
  ['http://localhost:8080', 'localhost 127.0.0.1'],
  ['https://proof.example', 'localhost 127.0.0.1 proof.example'],
  ['https://proof.example:8443/', 'localhost 127.0.0.1 proof.example'],
  ['http://[2001:db8::1]:8080', 'localhost 127.0.0.1 [2001:db8::1]'],
  ['http://[2001:db8::1]', 'localhost 127.0.0.1 [2001:db8::1]'],
])('the image of the gateway accepts the host of the origin %s', (origin, names) => {
  const script = `. ${join(ROOT, 'gateway/17-names.envsh')} && printf %s "$GATEWAY_NAMES"`
  const env = { GATEWAY_ORIGIN: origin, GATEWAY_NAMES: 'localhost 127.0.0.1' }
  expect(execFileSync('/bin/sh', ['-euc', script], { env, encoding: 'utf8' })).toBe(names)
})

test('starts each service with the command of its image, followed by its role', () => {
  for (const { build, command } of Object.values(raw.services)) {
    const own = build && lastInstruction(build, 'CMD')
    if (own && command) expect(command.slice(0, 2)).toEqual(JSON.parse(own).slice(0, 2))
  }
})

test('restarts the container of each service that no longer responds', () => {
  const ours = Object.entries(raw.services).flatMap(([name, { build }]) =>
    build?.target === 'service' ? [[name, lastInstruction(build, 'ENTRYPOINT')]] : [],
  )
  const processes = Object.entries(PARTS.services).map(([folder, { process = folder }]) => process)
  expect(Object.fromEntries(ours)).toEqual(
    Object.fromEntries(
      [...processes, 'documents-log'].map((name) => [name, '["node", "dist/entry.js"]']),
    ),
  )
})

function isCopyOfStage({ keyword, text: copied }: Step): boolean {
  return keyword === 'COPY' && copiedFrom(copied) !== undefined
}

function isHealthCheck(check: string | undefined): boolean {
  return check !== undefined && check !== 'NONE'
}

/** Returns every stage of an image, the final one last. */
function stagesOf({ dockerfile = 'Dockerfile', target = 'last' }: Build) {
  return stagesFor(parseDockerfile(readFileSync(join(ROOT, dockerfile), 'utf8')), target)
}

/** Returns the steps of the final stage and of the stages it is based on. */
function imageSteps(build: Build): Step[] {
  const stages = stagesOf(build)
  const last = stages.at(-1)
  return last ? completeStage(stages, last).steps : []
}

function lastInstruction(build: Build, instruction: string): string | undefined {
  return imageSteps(build).findLast(({ keyword }) => keyword === instruction)?.text
}

function placeholderVariables(): Record<string, string> {
  const names = [...text.matchAll(/\$\{([A-Z_]+)/g)].flatMap((match) => match[1] ?? [])
  return Object.fromEntries(names.map((name) => [name, 'x']))
}
