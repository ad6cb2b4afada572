import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex, utf8 } from '@inkproof/proof/bytes'
import { cosignatureTimes } from '@inkproof/proof/cosignature'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import {
  formatSignature,
  formatVkey,
  generateKey,
  openNote,
  parseNote,
  parsePrivateKey,
  signNote,
} from '@inkproof/proof/note'
import { signWithRandomNonce } from '@inkproof/proof/testing/sign-with-random-nonce'
import { afterEach, expect, test } from '@jest/globals'
import { growingLog } from '../testing/growing-log.ts'
import { type AddCheckpointDeps, addCheckpoint } from './add-checkpoint.ts'
import { openEvidence } from './evidence.ts'
import { readKnownLogs } from './known-logs.ts'
import { createSerialize } from './serialize.ts'
import { openState } from './state.ts'
import { openKey } from './witness-key.ts'

const LOG = growingLog()
/** The same log with another history from entry 4. */
const FORK = growingLog({ privateKey: LOG.privateKey, history: ' (changed)', forkAt: 4 })
const NOW = new Date('2026-11-23T12:00:00Z')
const EMPTY_ROOT = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Creates a witness that has cosigned `size` entries. */
async function setup(size = 0) {
  const dir = mkdtempSync(join(tmpdir(), 'inkproof-witness-'))
  folders.push(dir)
  const { key } = await openKey(dir, 'witness.example')
  const deps: AddCheckpointDeps = {
    key,
    logs: await readKnownLogs([LOG.vkey], []),
    state: await openState(dir, key),
    serialize: createSerialize(64),
    now: () => NOW,
    keepEvidence: openEvidence(dir).keep,
  }
  const submit = (body: string) => addCheckpoint(deps, body)
  if (size > 0) expect(await submit(LOG.body(0, size))).toMatchObject({ status: 200 })
  return { dir, key, deps, submit }
}

test('cosigns growing checkpoints, and the same one again with a new time', async () => {
  const { key, deps, submit } = await setup(3)
  expect((await submit(LOG.body(3, 8))).status).toBe(200)
  expect((await submit(LOG.body(8, 300))).status).toBe(200)
  deps.now = () => new Date(NOW.getTime() + 3_600_000)
  const { status, body } = await submit(LOG.body(300, 300))
  expect(status).toBe(200)
  expect(cosignatureTimes(parseNote(LOG.note(300) + body), key)).toEqual([
    BigInt(NOW.getTime() / 1000 + 3_600),
  ])
  expect(deps.state.latest(LOG.origin)?.note).toBe(LOG.note(300) + body)
})

test('stores one signature per key, so that a log with many signatures cannot retire the witness', async () => {
  const { dir, key, deps, submit } = await setup()
  const message = utf8(LOG.text(3))
  const line = () => formatSignature(LOG.key, signWithRandomNonce(LOG.key, message))
  const lines = Array.from({ length: 64 }, line)
  expect(new Set(lines).size).toBe(64)
  const note = `${LOG.text(3)}\n${lines.join('')}`
  expect((await submit(`old 0\n\n${note}`)).status).toBe(200)
  expect(parseNote(deps.state.latest(LOG.origin)?.note ?? '').signatures).toHaveLength(2)
  expect((await openState(dir, key)).latest(LOG.origin)?.size).toBe(3n)
})

test('cosigns an empty log, whose root is the hash of no bytes', async () => {
  const { submit } = await setup()
  const body = (root: string) => `old 0\n\n${signNote(`${LOG.origin}\n0\n${root}\n`, [LOG.key])}`
  expect(await submit(body('BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU='))).toMatchObject({
    status: 422,
  })
  expect((await submit(body(EMPTY_ROOT))).status).toBe(200)
  expect((await submit(LOG.body(0, 5))).status).toBe(200)
})

test('follows a log whose key was replaced: first by the note of both keys, then by the new key', async () => {
  const { deps, submit } = await setup(3)
  const newKey = parsePrivateKey(generateKey(LOG.origin).privateKey)
  const body = (from: number, to: number, ...keys: (typeof newKey)[]) =>
    [`old ${from}`, ...LOG.proof(from, to), '', signNote(LOG.text(to), keys)].join('\n')
  expect((await submit(body(3, 8, LOG.key, newKey))).status).toBe(200)
  expect(await submit(body(8, 20, newKey))).toMatchObject({
    status: 403,
    body: 'no signature by a known key of this log\n',
  })
  deps.logs = await readKnownLogs([LOG.vkey, formatVkey(newKey)], [])
  expect((await submit(body(8, 20, newKey))).status).toBe(200)
  expect((await submit(body(20, 30, LOG.key, newKey))).status).toBe(200)
  const [, forged = ''] = signNote(LOG.text(31), [newKey]).split('\n\n')
  const mixed = `${body(30, 40, LOG.key)}${forged}`
  expect(await submit(mixed)).toMatchObject({ status: 403, body: 'invalid signature\n' })
})

test('cosigns a checkpoint with extension lines', async () => {
  const { key, submit } = await setup()
  const note = signNote(`${LOG.text(4)}an extension\n`, [LOG.key])
  const { body } = await submit(`old 0\n\n${note}`)
  expect(cosignatureTimes(parseNote(note + body), key)).toHaveLength(1)
})

test('ignores signatures by other keys, and does not store them', async () => {
  const { deps, submit } = await setup()
  const other = parsePrivateKey(generateKey('other.example').privateKey)
  const note = signNote(LOG.text(4), [other, LOG.key])
  expect((await submit(`old 0\n\n${note}`)).status).toBe(200)
  expect(deps.state.latest(LOG.origin)?.note).not.toContain('other.example')
})

const NOTE = LOG.note(9)
const PROOF = LOG.proof(5, 9)
const STRANGER = growingLog({ origin: LOG.origin })
const HASH = PROOF[0] as string

test.each([
  ['no old size', `${PROOF.join('\n')}\n\n${NOTE}`, 400, 'old size'],
  ['an old size with a leading zero', `old 05\n${PROOF.join('\n')}\n\n${NOTE}`, 400, 'decimal'],
  ['no note', 'old 0\n\n', 400, 'note'],
  ['no empty line', 'old 0\n', 400, 'invalid request'],
  ['an empty body', '', 400, 'invalid request'],
  ['a hash of 31 bytes', `old 5\n${HASH.slice(0, 40)}\n\n${NOTE}`, 400, '32 bytes'],
  ['64 hashes', `old 5\n${`${HASH}\n`.repeat(64)}\n${NOTE}`, 400, '63 hashes'],
  ['an old size above the checkpoint', `old 10\n\n${NOTE}`, 400, 'larger than the checkpoint'],
  ['a text that is no checkpoint', `old 0\n\n${signNote('text\n', [LOG.key])}`, 400, 'three lines'],
  ['a short root', `old 0\n\n${signNote(`${LOG.origin}\n1\nBQUF\n`, [LOG.key])}`, 400, '32 bytes'],
  ['an unknown log', growingLog({ origin: 'else.example' }).body(0, 9), 403, 'unknown log'],
  ['another key of that name', STRANGER.body(5, 9), 403, 'no signature by a known key'],
  [
    'a valid and an invalid signature of the log',
    `${LOG.body(5, 9)}${formatSignature(LOG.key, new Uint8Array(64))}`,
    403,
    'invalid signature',
  ],
  ['no proof', `old 5\n\n${NOTE}`, 422, 'consistency proof'],
  ['a hash too many', `old 5\n${PROOF.join('\n')}\n${HASH}\n\n${NOTE}`, 422, 'consistency proof'],
  ['the other history', FORK.body(5, 9), 422, 'consistency proof'],
  ['a proof for the same size', `old 5\n${HASH}\n\n${LOG.note(5)}`, 422, 'consistency proof'],
])('refuses %s and keeps its state', async (_name, body, status, sentence) => {
  const { deps, submit } = await setup(5)
  expect(await submit(body)).toEqual({ status, body: expect.stringContaining(sentence) })
  expect(deps.state.latest(LOG.origin)?.size).toBe(5n)
})

test('refuses a proof from an empty log', async () => {
  const { submit } = await setup()
  expect(await submit(`old 0\n${HASH}\n\n${NOTE}`)).toMatchObject({ status: 422 })
})

test.each([
  ['a smaller size', LOG.body(3, 4)],
  ['the same size from an older one', LOG.body(3, 5)],
  ['a larger size from an older one', LOG.body(3, 9)],
  ['a larger size from a newer one', LOG.body(7, 9)],
  ['a larger size from nothing', LOG.body(0, 9)],
])('answers its size to %s', async (_name, body) => {
  const { submit } = await setup(5)
  expect(await submit(body)).toEqual({
    status: 409,
    body: '5\n',
    contentType: 'text/x.tlog.size',
  })
})

test('refuses another root at the same size, and keeps both signed notes', async () => {
  const { dir, key, deps, submit } = await setup(5)
  for (const body of [FORK.body(5, 5), FORK.body(0, 5)])
    expect(await submit(body)).toMatchObject({ status: 409, body: '5\n' })
  expect(deps.state.latest(LOG.origin)?.note).toContain(LOG.text(5))
  const folder = join(dir, 'evidence', toHex(nodeSha256(utf8(LOG.origin))))
  const kept = readdirSync(folder)
  expect(kept).toHaveLength(1)
  const read = (name: string) => readFileSync(join(folder, kept[0] as string, name), 'utf8')
  expect(openNote(read('cosigned.note'), LOG.key)).toBe(LOG.text(5))
  expect(cosignatureTimes(parseNote(read('cosigned.note')), key)).toHaveLength(1)
  expect(openNote(read('submitted.note'), LOG.key)).toBe(FORK.text(5))
})

test('keeps a limited number of contradictions', async () => {
  const { dir, submit } = await setup(5)
  for (let i = 0; i < 103; i++) {
    const fork = { ...LOG, root: i }
    const root = Buffer.alloc(32, fork.root + 1).toString('base64')
    const note = signNote(`${LOG.origin}\n5\n${root}\n`, [LOG.key])
    expect((await submit(`old 5\n\n${note}`)).status).toBe(409)
  }
  expect(readdirSync(join(dir, 'evidence', toHex(nodeSha256(utf8(LOG.origin)))))).toHaveLength(100)
})

test('of concurrent requests for one log, one is cosigned', async () => {
  const { deps, submit } = await setup()
  const sizes = Array.from({ length: 20 }, (_, i) => i + 1)
  const answers = await Promise.all(sizes.map((size) => submit(LOG.body(0, size))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  const signed = sizes[answers.findIndex(({ status }) => status === 200)]
  expect(deps.state.latest(LOG.origin)?.size).toBe(BigInt(signed as number))
})
