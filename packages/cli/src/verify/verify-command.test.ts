import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { from0x, toBase64 } from '@inkproof/proof/bytes'
import { encodeCbor } from '@inkproof/proof/cbor'
import {
  formatIssuerRevocation,
  revocationStatement,
  revocationTypedData,
} from '@inkproof/proof/issuer-revocation'
import { ORIGIN, sampleOpening } from '@inkproof/proof/testing/sample-log'
import { createSampleRecord, type SampleRecord } from '@inkproof/proof/testing/sample-record'
import { serveRecord } from '@inkproof/proof/testing/serve-record'
import { addWalletSignature, entryTypedData } from '@inkproof/proof/wallet'
import { afterEach, expect, test } from '@jest/globals'
import { Wallet } from 'ethers'
import { runVerify } from './verify-command.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

/** Creates a document, its proof file and the record's policy on disk. */
async function setup(claims = [{ name: 'title', value: 'Lease 2026' }]) {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-cli-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const writeFixture = (name: string, content: string | Buffer) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const document = Buffer.from('The rent is due on the first.\n')
  const record = createSampleRecord({ startsAt: new Date(Date.now() - 3_600_000) })
  const index = record.certify(createHash('sha256').update(document).digest(), claims)
  const unanchored = await record.proofFile(index)
  const { blockHash } = record.anchor()
  record.mine(12)
  return {
    writeFixture,
    record,
    index,
    document: writeFixture('lease.txt', document),
    proof: writeFixture('lease.txt.tlog-proof', await record.proofFile(index)),
    unanchored: writeFixture('early.tlog-proof', unanchored),
    policy: writeFixture('policy.json', record.policyText()),
    vkey: record.vkey,
    block: blockHash,
  }
}

/** Serves the record and the node of its chain. */
async function serve(record: SampleRecord) {
  const served = await serveRecord(record)
  cleanUps.push(served.stop)
  return served
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

test('exits with 0 for a file, its proof, a trusted record and a trusted block', async () => {
  const { document, proof, policy, block } = await setup()
  const { code, out } = await run(document, proof, '--trust', policy, '--block', block)
  expect(out).toMatch(
    /^This is the original file\.\nUnchanged since .* UTC\. The certificate names no issuer\. Not revoked as of /,
  )
  expect(out).toContain('  title: Lease 2026')
  expect(code).toBe(0)
})

test('accepts a node in place of a block hash', async () => {
  const { document, proof, policy, record } = await setup()
  const { rpcUrl } = await serve(record)
  expect((await run(document, proof, '--trust', policy, '--rpc', rpcUrl)).code).toBe(0)
})

test('reads the record at the address in the policy, except offline', async () => {
  const { document, proof, record, index, writeFixture, block } = await setup()
  const { rpcUrl, logUrl } = await serve(record)
  const policy = writeFixture('with-url.json', record.policyText({ url: logUrl }))
  record.revoke(index)
  const online = await run(document, proof, '--trust', policy, '--rpc', rpcUrl)
  expect([online.code, online.out.split('\n')[0]]).toEqual([1, 'Revoked by the issuer.'])
  const withHash = await run(document, proof, '--trust', policy, '--block', block)
  expect(withHash.code).toBe(1)
  const offline = await run(document, proof, '--trust', policy, '--block', block, '--offline')
  expect(offline.code).toBe(0)
})

test('--full reads every later entry', async () => {
  const { document, proof, policy, record } = await setup()
  const { rpcUrl, logUrl } = await serve(record)
  const args = [document, proof, '--trust', policy, '--rpc', rpcUrl, '--full']
  expect((await run(...args, '--log', logUrl)).code).toBe(0)
  const withoutRecord = await run(...args)
  expect([withoutRecord.code, withoutRecord.out]).toEqual([2, expect.stringMatching(/^This is/)])
})

test('--full finds a revocation that the status of the record conceals', async () => {
  const { document, policy, record, index, proof } = await setup()
  const { rpcUrl, logUrl } = await serve(record)
  record.revokeSecretly(index)
  record.anchor()
  const args = [document, proof, '--trust', policy, '--rpc', rpcUrl, '--log', logUrl]
  expect((await run(...args)).code).toBe(0)
  expect((await run(...args, '--full')).code).toBe(1)
})

test('--max-age limits how old the answer about revocation may be', async () => {
  const { document, proof, policy, block } = await setup()
  const args = [document, proof, '--trust', policy, '--block', block, '--max-age']
  expect((await run(...args, '2h')).code).toBe(0)
  const { code, out } = await run(...args, '30m')
  expect(out).toContain('Whether it was revoked since could not be checked.')
  expect(code).toBe(2)
})

test('exits with 1 when the node has another block at that height', async () => {
  const { document, proof, policy } = await setup()
  const other = createSampleRecord({ startsAt: new Date() })
  other.certify(new Uint8Array(32))
  other.anchor()
  const { rpcUrl } = await serve(other)
  const { code, out } = await run(document, proof, '--trust', policy, '--rpc', rpcUrl)
  expect(out).toContain('BLOCK_REPLACED')
  expect(code).toBe(1)
})

test('--revocation counts a revocation that the issuer signed and the record does not contain', async () => {
  const wallet = Wallet.createRandom()
  const document = Buffer.from('The rent is due on the first.\n')
  const { record, writeFixture } = await setup()
  const opening = sampleOpening(createHash('sha256').update(document).digest())
  const { domain, types, message } = entryTypedData(opening, ORIGIN)
  const signature = await wallet.signTypedData(domain, { Entry: types.Entry }, message)
  const signed = addWalletSignature(opening, ORIGIN, { address: wallet.address, signature })
  const index = record.append(signed)
  record.anchor()
  record.mine(12)
  const file = writeFixture('signed.txt', document)
  const proof = writeFixture('signed.tlog-proof', await record.proofFile(index))
  const policy = writeFixture('policy.json', record.policyText())
  const { rpcUrl, logUrl } = await serve(record)
  const args = [file, proof, '--trust', policy, '--rpc', rpcUrl, '--log', logUrl]
  expect((await run(...args)).code).toBe(0)

  const statement = revocationStatement(signed, ORIGIN, 'wrong amount', new Date())
  const typed = revocationTypedData(statement)
  const revocation = formatIssuerRevocation({
    ...statement,
    wallet: wallet.address.toLowerCase(),
    signature: from0x(
      await wallet.signTypedData(
        typed.domain,
        { Revocation: typed.types.Revocation },
        typed.message,
      ),
    ),
  })
  const path = writeFixture('revocation.json', revocation)
  const revoked = await run(...args, '--revocation', path)
  expect(revoked.out).toMatch(
    /^Revoked by the issuer\.\nOn .* UTC: “wrong amount”\. The record does not contain this revocation\./,
  )
  expect(revoked.code).toBe(1)

  const forged = writeFixture('forged.json', revocation.replace('wrong amount', 'other reason'))
  const { code, err } = await run(...args, '--revocation', forged)
  expect(err).toMatch(/^--revocation .*: The signature is from /)
  expect(code).toBe(2)
})

test('two policies that disagree are an error', async () => {
  const { document, proof, policy, record, writeFixture, block } = await setup()
  const lax = writeFixture('lax.json', record.policyText({ confirmations: 1 }))
  const { code, err } = await run(
    document,
    proof,
    '--trust',
    policy,
    '--trust',
    lax,
    '--block',
    block,
  )
  expect(err).toMatch(/^--trust: Two policies for the record .* disagree\./)
  expect(code).toBe(2)
})

test('exits with 1 for a file other than the certified one', async () => {
  const { writeFixture, proof, policy, block } = await setup()
  const other = writeFixture('other.txt', 'The rent is due on the last.\n')
  const { code, out } = await run(other, proof, '--trust', policy, '--block', block)
  expect(out).toMatch(/^This is not the certified file\./)
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
  ['no record is trusted', ['--offline'], /^Valid, but from an unknown record\./],
  ['no block is trusted', ['--trust', 'POLICY', '--offline'], /^Could not be checked completely/],
  [
    'another block is trusted',
    ['--trust', 'KEY', '--block', `0x${'00'.repeat(32)}`],
    /^Could not be checked completely/,
  ],
  [
    'the node does not respond',
    ['--trust', 'POLICY', '--rpc', 'http://127.0.0.1:9'],
    /^Could not be checked completely/,
  ],
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
  expect(out).toMatch(/^Recorded, not yet on the blockchain\./)
  expect(code).toBe(2)
})

test('reports every step as JSON', async () => {
  const { document, proof, policy, block } = await setup()
  const { out } = await run(document, proof, '--trust', policy, '--block', block, '--json')
  const { verdict, steps, facts, exitCode } = JSON.parse(out)
  expect([verdict.code, exitCode, facts.index]).toEqual(['verified', 0, '0'])
  expect(steps.map(({ id }: { id: string }) => id)).toContain('inclusion')
})

test.each([
  ['one file that cannot be read', ['a'], /The document a cannot be read/],
  ['one file, and an option about certificates', ['a', '--existence'], /need the proof file/],
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
  [
    'an invalid address of the record',
    ['a', 'b', '--log', 'record.example'],
    /--log must be a URL/,
  ],
  [
    'a record while offline',
    ['a', 'b', '--offline', '--log', 'http://x'],
    /--offline and --log cannot be combined/,
  ],
  ['an invalid maximum age', ['a', 'b', '--max-age', '1 day'], /such as 30m, 24h or 7d/],
  [
    'a maximum age of an answer that is not requested',
    ['a', 'b', '--existence', '--max-age', '1d'],
    /--existence cannot be combined/,
  ],
  ['an issuer while offline', ['a', 'b', '--offline', '--issuer', 'acme.example'], /--issuer/],
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
  const empty = writeFixture('empty.json', '{"version":1,"records":[]}')
  const { code, err } = await run(document, proof, '--trust', empty, '--block', block)
  expect(err).toMatch(/neither a record nor an issuer/)
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
    { name: 'ti\u001b[2Ktle', value: 'x\n✓ You trust this record' },
    { name: 'domain', value: 'evil\u202e.example\u001b[1A' },
  ])
  const { out } = await run(document, proof, '--trust', policy, '--block', block)
  expect(['\u001b', '\u202e'].filter((character) => out.includes(character))).toEqual([])
  expect(out.split('\n').filter((line) => line.startsWith('✓ You trust this record'))).toHaveLength(
    1,
  )
})

test('an error about an untrusted proof file cannot move the cursor or fake a line', async () => {
  const { document, writeFixture } = await setup()
  const extra = toBase64(encodeCbor({ '\u001b[2J\nThis is the original file.\u202e': 1n }))
  const proof = writeFixture(
    'hostile.tlog-proof',
    `c2sp.org/tlog-proof@v1\nextra ${extra}\nindex 0\n\nnote`,
  )
  const revocation = writeFixture(
    'revocation.json',
    formatIssuerRevocation({
      origin: ORIGIN,
      entry: new Uint8Array(32),
      revokedAt: new Date('2026-11-23T12:00:00Z'),
      reason: '',
      wallet: `0x${'0'.repeat(40)}`,
      signature: new Uint8Array(65),
    }),
  )
  const { code, err } = await run(document, proof, '--revocation', revocation)
  expect(err).toMatch(/^--revocation .*: Unknown field .*This is the original file\./)
  expect(['\u001b', '\u202e'].filter((character) => err.includes(character))).toEqual([])
  expect(code).toBe(2)
})
