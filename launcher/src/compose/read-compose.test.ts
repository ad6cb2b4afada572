import { expect, test } from '@jest/globals'
import { readCompose } from './read-compose.ts'

const FILE = `
x-variables: &variables
  PORT: 3000
  ORIGIN: \${ORIGIN:-http://localhost}
services:
  redis:
    image: redis:7
    command: ["redis-server", "--save", ""]
  svc:
    build: { context: ., target: service, args: { PART: svc } }
    command: ["node", "main.js", "api"]
    environment:
      <<: *variables
      KEY: \${KEY:?no keys}
      OPTIONAL:
    depends_on:
      redis: { condition: service_healthy }
`

test('reads images and builds with their command, variables and dependencies', () => {
  const services = readCompose(FILE, { KEY: 'k' })
  expect(services.get('redis')).toEqual({
    name: 'redis',
    image: 'redis:7',
    command: [],
    environment: {},
    dependsOn: [],
  })
  expect(services.get('svc')).toEqual({
    name: 'svc',
    folder: 'svc',
    command: ['node', 'main.js', 'api'],
    environment: { PORT: '3000', ORIGIN: 'http://localhost', KEY: 'k' },
    dependsOn: [{ name: 'redis', condition: 'service_healthy' }],
  })
})

test('passes on a variable without a value if it is set', () => {
  const services = readCompose(FILE, { KEY: 'k', OPTIONAL: 'set' })
  expect(services.get('svc')?.environment['OPTIONAL']).toBe('set')
})

test('refuses a required variable that is missing, naming the service', () => {
  expect(() => readCompose(FILE, {})).toThrow('svc needs KEY: no keys')
})

test('refuses a service that depends on one that does not exist', () => {
  expect(() => readCompose(FILE.replace('redis: {', 'mongo: {'), { KEY: 'k' })).toThrow(
    'svc depends on mongo, which does not exist',
  )
})

test('refuses services that depend on each other', () => {
  const cycle = `${FILE}
  other:
    image: x
    depends_on: { last: { condition: service_started } }
  last:
    image: x
    depends_on: { other: { condition: service_started } }
`
  expect(() => readCompose(cycle, { KEY: 'k' })).toThrow('other waits for last waits for other')
})

test('refuses a service with neither image nor build', () => {
  expect(() => readCompose('services: { x: { command: ["a"] } }', {})).toThrow(
    'x needs either an image or a build',
  )
})

test('finds the folder of a service that has its own Dockerfile', () => {
  const build = '{ context: ., dockerfile: edge/Dockerfile }'
  const edge = readCompose(`services: { edge: { build: ${build} } }`, {}).get('edge')
  expect(edge?.folder).toBe('edge')
})

test.each([
  '{ context: . }',
  '{ context: ., dockerfile: a/b/Dockerfile }',
  '{ context: .., args: { PART: svc } }',
])('refuses a build without a folder of the repository: %s', (build) => {
  expect(() => readCompose(`services: { x: { build: ${build} } }`, {})).toThrow('with a PART')
})

test('reads more aliases than the parser allows by default', () => {
  const names = Array.from({ length: 150 }, (_, index) => `svc-${index}`)
  const entry = 'image: x, environment: { <<: *variables }'
  const many = names.map((name) => `  ${name}: { ${entry} }\n`).join('')
  expect(readCompose(`${FILE}${many}`, { KEY: 'k' }).get('svc-149')?.environment['PORT']).toBe(
    '3000',
  )
})

test('refuses a condition that does not exist', () => {
  const text = FILE.replace('service_healthy', 'service_happy')
  expect(() => readCompose(text, { KEY: 'k' })).toThrow('svc depends on redis with an unknown')
})

test('refuses a file without services', () => {
  expect(() => readCompose('volumes: {}', {})).toThrow('lists no services')
})
