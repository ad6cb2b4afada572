import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProof } from '@inkproof/proof/build'
import { entryBytes } from '@inkproof/proof/leaf'
import {
  CHAIN_ID,
  CONTRACT,
  OPERATOR,
  ORIGIN,
  otherEntries,
  sampleAnchor,
  sampleLog,
  sampleOpening,
} from '@inkproof/proof/testing/sample-log'
import { afterEach, expect, test } from '@jest/globals'
import { runVerify } from './verify-command.ts'

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

/** Creates a document, its proof file and the log's policy on disk. */
async function setup(claims = [{ name: 'title', value: 'Lease 2026' }]) {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-cli-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const writeFixture = (name: string, content: string | Buffer) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const document = Buffer.from('The rent is due on the first.\n')
  const opening = sampleOpening(createHash('sha256').update(document).digest(), claims)
  const log = sampleLog([...otherEntries(2), entryBytes(opening), ...otherEntries(2)])
  const { chain, blockHash } = sampleAnchor(log)
  const buildInput = {
    read: log.read,
    opening,
    index: 2n,
    checkpoint: log.checkpoint,
    logKey: log.vkey,
  }
  const policy = {
    origin: ORIGIN,
    logKey: log.vkey,
    chainId: CHAIN_ID,
    contract: CONTRACT,
    operator: OPERATOR,
    embedded: false,
  }
  return {
    writeFixture,
    document: writeFixture('lease.txt', document),
    proof: writeFixture('lease.txt.tlog-proof', await buildProof({ ...buildInput, chain })),
    unanchored: writeFixture('early.tlog-proof', await buildProof(buildInput)),
    policy: writeFixture('policy.json', JSON.stringify(policy)),
    vkey: log.vkey,
    block: `0x${Buffer.from(blockHash).toString('hex')}`,
  }
}

async function run(...argv: string[]) {
  const printed = { out: '', err: '' }
  const code = await runVerify(argv, {
    out: (text) => {
      printed.out += `${text}\n`
    },
    err: (text) => {
      printed.err += `${text}\n`
    },
  })
  return { code, ...printed }
}

/** Starts a node that reports this hash at every height. */
async function startNode(hash: string): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { id, method } = JSON.parse(body)
      const result =
        method === 'eth_chainId' ? `0x${CHAIN_ID.toString(16)}` : { hash, number: '0xffff' }
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('exits with 0 for a file, its proof, a trusted log and a trusted block', async () => {
  const { document, proof, policy, block } = await setup()
  const { code, out } = await run(document, proof, '--trust', policy, '--block', block)
  expect(out).toMatch(/^Certified: exactly this file existed/)
  expect(out).toContain('  title: Lease 2026')
  expect(code).toBe(0)
})

test('accepts a node in place of a block hash', async () => {
  const { document, proof, policy, block } = await setup()
  const rpc = await startNode(block)
  expect((await run(document, proof, '--trust', policy, '--rpc', rpc)).code).toBe(0)
})

test('exits with 1 when the node has another block at that height', async () => {
  const { document, proof, policy } = await setup()
  const rpc = await startNode(`0x${'ab'.repeat(32)}`)
  const { code, out } = await run(document, proof, '--trust', policy, '--rpc', rpc)
  expect(out).toContain('BLOCK_REPLACED')
  expect(code).toBe(1)
})

test('exits with 1 for a file other than the certified one', async () => {
  const { writeFixture, proof, policy, block } = await setup()
  const other = writeFixture('other.txt', 'The rent is due on the last.\n')
  const { code, out } = await run(other, proof, '--trust', policy, '--block', block)
  expect(out).toMatch(/^Changed:/)
  expect(code).toBe(1)
})

test('exits with 1 for the file with any byte changed, added or removed', async () => {
  const { writeFixture, document, proof, policy, block } = await setup()
  const bytes = readFileSync(document)
  const changed = Array.from(bytes, (byte, i) => Buffer.from(bytes.with(i, byte ^ (1 << (i % 8)))))
  const others = [
    ...changed,
    bytes.subarray(1),
    bytes.subarray(0, -1),
    Buffer.concat([bytes, bytes]),
  ]
  const codes = new Set<number>()
  for (const other of others) {
    const path = writeFixture('other.txt', other)
    codes.add((await run(path, proof, '--trust', policy, '--block', block)).code)
  }
  expect([...codes]).toEqual([1])
})

test('exits with 1 for a damaged proof file', async () => {
  const { writeFixture, document, policy, block } = await setup()
  const broken = writeFixture('broken.tlog-proof', 'c2sp.org/tlog-proof@v1\nnothing\n')
  expect((await run(document, broken, '--trust', policy, '--block', block)).code).toBe(1)
})

test.each([
  ['no log is trusted', ['--offline'], /which you have not chosen to trust/],
  ['no block is trusted', ['--trust', 'POLICY', '--offline'], /^Cannot be checked/],
  ['another block is trusted', ['--trust', 'KEY', '--block', `0x${'00'.repeat(32)}`], /^Cannot/],
  ['the node does not respond', ['--trust', 'POLICY', '--rpc', 'http://127.0.0.1:9'], /^Cannot/],
])('exits with 2 when the file cannot be verified because %s', async (_name, options, sentence) => {
  const { document, proof, policy, vkey } = await setup()
  const names: Record<string, string> = { POLICY: policy, KEY: vkey }
  const { code, out } = await run(
    document,
    proof,
    ...options.map((option) => names[option] ?? option),
  )
  expect(out).toMatch(sentence)
  expect(code).toBe(2)
})

test('exits with 2 and reports a proof that is not yet on the blockchain', async () => {
  const { document, unanchored, policy } = await setup()
  const { code, out } = await run(document, unanchored, '--trust', policy, '--offline')
  expect(out).toMatch(/^Not yet on the blockchain/)
  expect(code).toBe(2)
})

test('reports every step as JSON', async () => {
  const { document, proof, policy, block } = await setup()
  const { out } = await run(document, proof, '--trust', policy, '--block', block, '--json')
  const { verdict, steps, facts, exitCode } = JSON.parse(out)
  expect([verdict.code, exitCode, facts.index]).toEqual(['certified', 0, '2'])
  expect(steps.map(({ id }: { id: string }) => id)).toContain('inclusion')
})

test.each([
  ['one file only', ['a'], /takes two files/],
  ['three files', ['a', 'b', 'c'], /takes two files/],
  ['an unknown option', ['a', 'b', '--force'], /--force/],
  [
    'a node while offline',
    ['a', 'b', '--offline', '--rpc', 'http://x'],
    /--offline and --rpc cannot be combined/,
  ],
  [
    'a node and a block',
    ['a', 'b', '--rpc', 'http://x', '--block', `0x${'0'.repeat(64)}`],
    /--block and --rpc cannot be combined/,
  ],
  ['an invalid node URL', ['a', 'b', '--rpc', 'file:///etc/passwd'], /http:\/\/ or https:/],
  ['an invalid block hash', ['a', 'b', '--block', '0x12'], /64 hex characters/],
  ['trust in a missing file', ['a', 'b', '--trust', '/no/such/file'], /file cannot be read/],
  [
    'trust in an arbitrary word',
    ['a', 'b', '--trust', 'everyone'],
    /is not a key, a domain or a policy file/,
  ],
  [
    'a domain while offline',
    ['a', 'b', '--offline', '--trust', 'proof.example'],
    /--offline forbids/,
  ],
  ['files that do not exist', ['/no/document', '/no/proof'], /cannot be read \(ENOENT\)/],
])('exits with 2 for %s and explains the problem', async (_name, argv, sentence) => {
  const { code, err, out } = await run(...argv)
  expect(err).toMatch(sentence)
  expect([code, out]).toEqual([2, ''])
})

test('an empty policy does not pass', async () => {
  const { writeFixture, document, proof, block } = await setup()
  const empty = writeFixture('empty.json', '[]')
  const { code, err } = await run(document, proof, '--trust', empty, '--block', block)
  expect(err).toMatch(/no log to trust/)
  expect(code).toBe(2)
})

test('JSON output escapes control characters from an untrusted proof', async () => {
  const { document, proof, policy, block } = await setup([
    { name: 'note', value: 'a\u009bb\u202ec\u{e0041}d' },
  ])
  const { out } = await run(document, proof, '--trust', policy, '--block', block, '--json')
  expect(out).toContain('a\\u009bb\\u202ec\\udb40\\udc41d')
  expect(JSON.parse(out).facts.claims[0].value).toBe('a\u009bb\u202ec\u{e0041}d')
})

test('an untrusted proof cannot move the cursor, reverse text or fake a line', async () => {
  const { document, proof, policy, block } = await setup([
    { name: 'ti\u001b[2Ktle', value: 'x\n✓ You trust this log' },
    { name: 'domain', value: 'evil\u202e.example\u001b[1A' },
  ])
  const { out } = await run(document, proof, '--trust', policy, '--block', block)
  expect(['\u001b', '\u202e'].filter((character) => out.includes(character))).toEqual([])
  expect(out.split('\n').filter((line) => line.startsWith('✓ You trust this log'))).toHaveLength(1)
})
