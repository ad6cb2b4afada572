/**
 * Damages files of the record while it is served and while the log runs. They are never served as immutable, `inkproof fsck`
 * names each of them, and the log repairs them from the entries within a minute.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@inkproof/launcher/process/wait'
import { entriesPath, TILE_WIDTH, tilePath } from '@inkproof/proof/tile'
import type { Heads } from '@inkproof/protocol/log'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { MongoClient } from 'mongodb'
import { createCertifyRequest } from '../testing/certify.ts'
import { runInkproof } from './support/audit-files.ts'
import { audit } from './support/auditor.ts'
import { type DocumentsService, startDocuments } from './support/documents-service.ts'
import { createLedger } from './support/ledger.ts'
import { certify } from './support/load.ts'

/** More than one full tile. */
const CERTIFICATES = TILE_WIDTH + 20
const TRUNCATED_BYTES = 40
const REPAIR_LIMIT_MS = 60_000

type Damage = (path: string) => void

const truncated: Damage = (path) => truncateSync(path, TRUNCATED_BYTES)
const deleted: Damage = (path) => rmSync(path)
const changed: Damage = (path) => {
  const bytes = readFileSync(path)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  writeFileSync(path, bytes)
}

let documents: DocumentsService
let size: number
const ledger = createLedger()

beforeAll(async () => {
  documents = await startDocuments()
  documents.startLog()
  await certifyMany()
  await certify(documents, ledger)
  await audit(documents.installation, ledger)
  size = await readSize()
}, 300_000)

afterAll(() => documents?.stop())

test.each([
  ['truncated', 'tile', truncated],
  ['changed', 'tile', changed],
  ['deleted', 'tile', deleted],
  ['truncated', 'bundle', truncated],
  ['changed', 'bundle', changed],
  ['truncated', 'anchor file', truncated],
  ['changed', 'checkpoint', changed],
] as const)('`inkproof fsck` names a %s %s', async (_, kind, damage) => {
  const copy = mkdtempSync(join(tmpdir(), 'inkproof-damaged-'))
  cpSync(documents.installation.stores[1], copy, { recursive: true })
  expect(await runInkproof('fsck', copy)).toMatchObject({ code: 0 })
  const path = pathOf(kind)
  damage(join(copy, path))
  const { code, output } = await runInkproof('fsck', copy)
  const named = output.split('\n').flatMap((line) => /^(\S+): /.exec(line)?.[1] ?? [])
  expect({ code, named }).toEqual({ code: 1, named: [path] })
  rmSync(copy, { recursive: true })
})

test.each([
  ['the served folder', [0]],
  ['both stores', [0, 1]],
] as const)(
  'damaged files in %s are repaired within a minute, and never served as immutable',
  async (where, stores) => {
    const damages: [string, Damage][] = [
      [pathOf('tile'), truncated],
      [pathOf('bundle'), changed],
      [pathOf('partial tile'), deleted],
      [pathOf('partial bundle'), truncated],
    ]
    const files = stores.flatMap((store) =>
      damages.map(([path, damage]) => {
        const file = join(documents.installation.stores[store], path)
        return { file, damage, original: readFileSync(file) }
      }),
    )
    for (const { file, damage } of files) damage(file)
    const startedMs = performance.now()
    for (const [path] of damages) await expectNotImmutable(path)
    const isRepaired = async () =>
      files.every(({ file, original }) => readIfExists(file)?.equals(original))
    await waitFor(isRepaired, { timeoutMs: REPAIR_LIMIT_MS, what: 'the repair' })
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
    console.log(`${files.length} damaged files in ${where} repaired after ${seconds} s`)
    await audit(documents.installation, ledger)
  },
)

test('the auditor reports a certificate that is missing in the database', async () => {
  const client = await MongoClient.connect(documents.installation.documentsUrl)
  const rows = client.db().collection<{ _id: string }>('certificates')
  const row = await rows.findOneAndDelete({ _id: ledger.certificates[0]?.id ?? '' })
  await expect(audit(documents.installation, ledger)).rejects.toThrow(row?._id)
  if (row) await rows.insertOne(row)
  await client.close()
  await audit(documents.installation, ledger)
})

/** Certifies many documents with one request. */
async function certifyMany(): Promise<void> {
  const requests = Array.from({ length: CERTIFICATES }, () => createCertifyRequest())
  const response = await fetch(`${documents.url}/api/v1/certificates/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${documents.token}` },
    body: JSON.stringify({ certificates: requests }),
  })
  expect(response.status).toBe(201)
  const { certificates } = (await response.json()) as {
    certificates: { id: string; index: number }[]
  }
  for (const { id, index } of certificates) {
    const request = requests.find((candidate) => candidate.id === id)
    const fingerprint = request?.opening.fingerprint ?? ''
    ledger.certificates.push({ id, index, fingerprint, token: documents.token })
  }
}

async function readSize(): Promise<number> {
  const response = await fetch(`${documents.url}/api/v1/log/heads`)
  return ((await response.json()) as Heads).checkpoint?.size ?? 0
}

function pathOf(kind: string): string {
  const width = size % TILE_WIDTH
  const paths: Record<string, string> = {
    tile: tilePath(0, 0n),
    bundle: entriesPath(0n),
    'partial tile': tilePath(0, 1n, width),
    'partial bundle': entriesPath(1n, width),
    'anchor file': 'anchor/latest',
    checkpoint: 'checkpoint',
  }
  return paths[kind] as string
}

/** A truncated file must not be stored at all, because its size shows that it is damaged. */
async function expectNotImmutable(path: string): Promise<void> {
  const response = await fetch(`${documents.installation.recordUrl}/${path}`)
  const { byteLength } = await response.arrayBuffer()
  const caching = response.headers.get('cache-control') ?? ''
  expect(caching).not.toContain('immutable')
  // The file may have been repaired by now.
  if (byteLength === TRUNCATED_BYTES) expect(caching).toBe('no-cache')
}

function readIfExists(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
