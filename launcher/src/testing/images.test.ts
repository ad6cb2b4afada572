/** docker-compose.yml and the Dockerfiles, as far as they can be judged without Docker. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { readCompose } from '../compose/read-compose.ts'
import { parseDockerfile } from './dockerfile.ts'
import { ROOT } from './test-folder.ts'

type Raw = {
  build?: { dockerfile: string }
  image?: string
  command?: string[]
  volumes?: string[]
  restart?: string
  healthcheck?: unknown
}

const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
const raw = parse(text, { merge: true }) as {
  services: Record<string, Raw>
  volumes: Record<string, unknown>
}
const folders = Object.values(raw.services).flatMap(({ build }) => build?.dockerfile ?? [])
const ours = [...new Set(folders)]

test('lists the processes of the system', () => {
  expect(Object.keys(raw.services).sort()).toEqual(
    [
      ...['mongo', 'redis', 'chain', 'mail', 'contracts', 'svc-auth', 'svc-content'],
      ...['documents-api', 'documents-log', 'gateway'],
      ...['shell', 'mfe-auth', 'mfe-documents', 'mfe-content', 'verifier'],
    ].sort(),
  )
})

test('asks for every key, by how to make it, rather than run without', () => {
  expect(() => readCompose(text, {})).toThrow('node launcher/start.mjs keys')
})

test('gives each signing key to one process', () => {
  const keys = ['CHECKPOINT_KEY', 'SESSION_KEY', 'SHARE_KEY', 'AUTH_KEY', 'SERVICE_KEY']
  const values = [
    'LOG_ORIGIN',
    'CHECKPOINT_VKEY',
    'OPERATOR',
    'ANCHOR_KEY',
    'SESSION_KEYS',
    'CAPTCHA_KEY',
    'SERVICE_KEY_AUTH',
    'SERVICE_KEYS',
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
    ['svc-auth'],
    ['documents-api'],
    ['svc-auth'],
    ['svc-auth'],
  ])
})

test('waits for health only where there is a health check', () => {
  const services = readCompose(text, everyVariable())
  for (const { dependsOn } of services.values()) {
    for (const { name, condition } of dependsOn) {
      const { healthcheck, build } = raw.services[name] ?? {}
      const checks = build
        ? stagesOf(build.dockerfile).at(-1)?.steps.some(isHealthCheck)
        : healthcheck
      if (condition === 'service_healthy')
        expect({ name, checks }).not.toEqual({ name, checks: undefined })
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
  const bases = ours.flatMap((file) => stagesOf(file).map(({ image }) => image))
  expect(images.length).toBeGreaterThan(3)
  for (const image of [...images, ...bases]) expect(image).toMatch(/:v?\d+\.\d+\.\d+/)
})

test('has one Dockerfile for each slice, service and tool that is deployed', () => {
  expect(ours).toHaveLength(10)
})

describe.each(ours)('%s', (file) => {
  const stages = stagesOf(file)
  const last = stages.at(-1)

  test('builds in one stage and runs in another', () => {
    expect(stages.length).toBeGreaterThan(1)
  })

  test('does not run as root', () => {
    const user = last?.steps.findLast(({ word }) => word === 'USER')?.text
    expect(user).toMatch(/^(node|nginx)$/)
  })

  test('says whether it is healthy, or that it ends by itself', () => {
    expect(last?.steps.some(({ word }) => word === 'HEALTHCHECK')).toBe(true)
  })

  test('starts a program, not a shell', () => {
    const command = last?.steps.find(({ word }) => word === 'CMD')?.text ?? ''
    expect(JSON.parse(command)).toEqual(expect.arrayContaining([expect.any(String)]))
  })

  test('copies only what exists, and from stages that exist', () => {
    for (const { steps } of stages) {
      for (const { text: copied } of steps.filter(({ word }) => word === 'COPY')) {
        const [first = '', ...rest] = copied.split(' ')
        const from = /^--from=(.+)$/.exec(first)?.[1]
        if (from) expect(stages.map(({ name }) => name)).toContain(from)
        else
          for (const path of [first, ...rest.slice(0, -1)])
            expect(existsSync(join(ROOT, path))).toBe(true)
      }
    }
  })
})

test('starts services by the command of their image, with roles behind it', () => {
  for (const { build, command } of Object.values(raw.services)) {
    const own =
      build &&
      stagesOf(build.dockerfile)
        .at(-1)
        ?.steps.find(({ word }) => word === 'CMD')
    if (own && command) expect(command.slice(0, 2)).toEqual(JSON.parse(own.text).slice(0, 2))
  }
})

function isHealthCheck({ word, text: check }: { word: string; text: string }): boolean {
  return word === 'HEALTHCHECK' && check !== 'NONE'
}

function stagesOf(file: string) {
  return parseDockerfile(readFileSync(join(ROOT, file), 'utf8'))
}

function everyVariable(): Record<string, string> {
  const names = [...text.matchAll(/\$\{([A-Z_]+)/g)].flatMap((match) => match[1] ?? [])
  return Object.fromEntries(names.map((name) => [name, 'x']))
}
