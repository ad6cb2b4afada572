/** Tests which release a visitor gets: the live one, that of a preview, or that of a canary. */
import { readFileSync } from 'node:fs'
import { mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startTestGateway, type TestGateway } from '@inkproof/launcher/testing/gateway'
import { makeTestFolder, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { fill, readTable, send, unmetExpectations } from './request-table.ts'

const PREVIEW = '0123456789abcdef0123456789abcdef'
const CANARY = 'c'.repeat(32)
const SLOT_MS = 10_000
const GROUPS = Array.from({ length: 100 }, (_, group) => String(group).padStart(2, '0'))
const PAGE = `<!--# include virtual="/early/$seg.html" --><!--# include virtual="/slices.json" -->
<div id="root"><!--# include virtual="/first/$page.html" --></div>`

let folder: string
let www: string
let gateway: TestGateway

beforeAll(async () => {
  folder = await makeTestFolder('gateway-variants')
  www = join(folder, 'www')
  await write('shell/index.html', PAGE)
  await write('shell/service-worker.js', 'released=<!--# include virtual="/slices.json" -->')
  await writeRelease('', 'live', ['certify', 'removed'])
  await writeRelease(`variants/${PREVIEW}`, 'preview', ['certify'])
  await write(`variants/${PREVIEW}/variant.json`, '{}')
  await writeRelease(`variants/${CANARY}`, 'canary', ['certify'])
  gateway = await startTestGateway({
    ...{ folder, www, log: join(folder, 'log'), services: {} },
    trustedProxy: '127.0.0.1',
  })
})
afterEach(() => rm(join(www, 'canary'), { recursive: true, force: true }))
afterAll(async () => {
  await gateway.stop()
  await removeTestFolder(folder)
})

describe('gateway/test/variants.txt', () => {
  const table = readTable(readFileSync(join(import.meta.dirname, 'variants.txt'), 'utf8'))

  test.each(table.map((row) => [row.name, row] as const))('%s', async (_, row) => {
    const values = {
      ...{ preview: PREVIEW, ended: 'f'.repeat(32) },
      'list-time': (await stat(join(www, 'slices.json'))).mtime.toUTCString(),
    }
    const filled = (lines: string[]) => lines.map((line) => fill(line, values))
    const response = await send(gateway.origin, filled(row.request))
    const unmet = unmetExpectations(response, filled(row.expected))
    expect({ ...response, unmet }).toMatchObject({ unmet: [] })
  })
})

test('on an https origin, the cookie of a preview is sent only over https', async () => {
  const secure = await startTestGateway({
    ...{ folder: join(folder, 'secure'), www, log: join(folder, 'log'), services: {} },
    publicOrigin: 'https://proof.example',
  })
  const request = [`GET /?preview=${PREVIEW} HTTP/1.1`, 'Host: localhost']
  const { headers } = await send(secure.origin, request)
  await secure.stop()
  expect(headers['location']).toBe('/')
  expect(headers['set-cookie']).toMatch(/; HttpOnly; SameSite=Lax; Secure$/)
})

test('serves a canary to its share of visitors, in every part of the page and with every request', async () => {
  await startCanary(GROUPS.slice(0, 30), slotsAround(0))
  const clients = Array.from({ length: 400 }, (_, index) => `198.51.${index % 7}.${index % 251}`)
  const distinct = [...new Set(clients)]
  const pages = await Promise.all(distinct.map((client) => get('/certify', client)))
  const inCanary = distinct.filter((_, index) => pages[index]?.includes('list of canary'))
  expect(inCanary.length / distinct.length).toBeGreaterThan(0.24)
  expect(inCanary.length / distinct.length).toBeLessThan(0.36)
  for (const page of pages)
    expect(page).toMatch(/preload of (live|canary)\s.*list of \1\s.*first screen of \1\s/s)
  const [first = ''] = inCanary
  for (const path of ['/', '/slices.json', '/service-worker.js'])
    expect(await get(path, first)).toContain('list of canary')
})

test('a canary does not change a single byte for visitors of other groups', async () => {
  const before = await get('/certify', '198.51.100.1')
  await startCanary([], slotsAround(0))
  expect(await get('/certify', '198.51.100.1')).toBe(before)
})

test('visitors who share an address are in different groups if their browsers differ', async () => {
  await startCanary(GROUPS.slice(0, 50), slotsAround(0))
  const agents = Array.from({ length: 40 }, (_, index) => `Browser/${index}`)
  const pages = await Promise.all(agents.map((agent) => get('/', '198.51.100.1', agent)))
  expect(new Set(pages.map((page) => page.includes('list of canary')))).toEqual(
    new Set([true, false]),
  )
})

test('a preview takes precedence over a canary', async () => {
  await startCanary(GROUPS, slotsAround(0))
  const cookie = `Cookie: inkproof_preview=${PREVIEW}`
  const { body } = await send(gateway.origin, ['GET / HTTP/1.1', 'Host: localhost', cookie])
  expect(body).toContain('list of preview')
})

test.each([
  ['past', -100],
  ['future', 100],
])('ignores a canary with only %s time slots', async (_, offset) => {
  await startCanary(GROUPS, slotsAround(offset))
  expect(await get('/', '198.51.100.1')).toContain('list of live')
})

test('a canary whose variant was removed is the live release', async () => {
  await startCanary(GROUPS, slotsAround(0), 'd'.repeat(32))
  expect(await get('/', '198.51.100.1')).toContain('list of live')
})

test('the files of a canary are not served by their path', async () => {
  const slots = slotsAround(0)
  await startCanary(GROUPS, slots)
  for (const path of [`/canary/${slots[2]}/00/slices.json`, `/canary/${CANARY}/00/slices.json`])
    expect(await get(path, '198.51.100.1')).toContain('There is nothing at this address')
})

async function get(path: string, client: string, agent = 'Browser/1'): Promise<string> {
  const headers = ['Host: localhost', `X-Forwarded-For: ${client}`, `User-Agent: ${agent}`]
  return (await send(gateway.origin, [`GET ${path} HTTP/1.1`, ...headers])).body
}

/** The slot of the current time and those around it, so that a test may take some time. */
function slotsAround(offset: number): number[] {
  const slot = Math.floor(Date.now() / SLOT_MS) + offset
  return [-2, -1, 0, 1, 2, 3, 4, 5, 6].map((difference) => slot + difference)
}

/** Creates the files of a canary, as slice-kit does, for these groups of visitors and times. */
async function startCanary(groups: string[], slots: number[], variant = CANARY): Promise<void> {
  await mkdir(join(www, 'canary', CANARY), { recursive: true })
  for (const group of groups)
    await symlink(join('../../variants', variant), join(www, 'canary', CANARY, group))
  for (const slot of slots) await symlink(CANARY, join(www, 'canary', `${slot}`))
}

/** Writes the files of a release that pages include. */
async function writeRelease(path: string, name: string, pages: string[]): Promise<void> {
  await write(join(path, 'slices.json'), `list of ${name}`)
  for (const page of pages) {
    await write(join(path, `early/${page}.html`), `preload of ${name}`)
    await write(join(path, `first/${page}.html`), `first screen of ${name}`)
  }
  await write(join(path, 'early/none.html'), `no preload of ${name}`)
  await write(join(path, 'first/none.html'), `no first screen of ${name}`)
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(www, path)), { recursive: true })
  await writeFile(join(www, path), text)
}
