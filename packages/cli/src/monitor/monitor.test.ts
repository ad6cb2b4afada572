import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { from0x } from '@inkproof/proof/bytes'
import { generateKey } from '@inkproof/proof/note'
import { computeOrigin } from '@inkproof/proof/origin'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { runMonitor } from './monitor-command.ts'
import { createMonitor } from './testing/run-monitor.ts'
import { setupRecord } from './testing/setup.ts'
import {
  encodeNameSuccessor,
  encodeTakeOver,
  startTestChain,
  type TestChain,
} from './testing/test-chain.ts'
import { policyFile, startTestRecord } from './testing/test-record.ts'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.stop())

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

const setup = (options?: Parameters<typeof setupRecord>[2]) => setupRecord(chain, cleanUps, options)

test('reports what was compared, and continues where it ended', async () => {
  const { record, run } = await setup()
  const first = await run()
  expect(first.lines.map(({ type }) => type)).toEqual(['pinned', 'checked'])
  expect(first.last).toMatchObject({ size: 302, entries: 302, tiles: 3, anchors: 1 })
  expect(first.last).toMatchObject({ anchoredSize: 302 })
  record.certify(10)
  record.publish()
  record.requests.length = 0
  const second = await run()
  expect([first.code, second.code]).toEqual([0, 0])
  expect(second.last).toMatchObject({ type: 'checked', size: 312, entries: 10, tiles: 2 })
  expect(record.requests).not.toContain('tile/entries/000')
})

test('accepts an empty record, of which nothing is anchored', async () => {
  const record = await startTestRecord(chain)
  const monitor = createMonitor(record, chain)
  cleanUps.push(record.close, monitor.remove)
  record.publish()
  expect(await monitor.run('--once')).toMatchObject({ code: 0, last: { size: 0, entries: 0 } })
})

test('reads the full file where a partial one was deleted', async () => {
  const { record, run } = await setup({ count: 600 })
  const checkpoint = record.files.get('checkpoint') as Uint8Array
  record.certify(200)
  record.publish()
  record.files.set('checkpoint', checkpoint)
  record.files.delete('tile/0/002.p/90')
  record.files.delete('tile/entries/002.p/90')
  expect(await run()).toMatchObject({ code: 0, last: { size: 602 } })
})

test('follows a record until its first contradiction', async () => {
  const { record, monitor } = await setup()
  const running = monitor.run('--interval', '1s')
  await monitor.line((line) => line.type === 'checked')
  record.files.set('checkpoint', Buffer.from('nothing'))
  const { code, last } = await running
  expect([code, last?.code]).toEqual([1, 'CHECKPOINT_INVALID'])
})

test('ends without an error when it is interrupted', async () => {
  const controller = new AbortController()
  const { monitor } = await setup({ context: { signal: controller.signal } })
  const running = monitor.run()
  await monitor.line((line) => line.type === 'checked')
  controller.abort()
  expect((await running).code).toBe(0)
})

test('follows a record that was handed over to another operator', async () => {
  const { record, run } = await setup()
  const successor = await chain.createOperator()
  await chain.send(record.operator(), encodeNameSuccessor(successor))
  const { size, root } = record.anchored()
  await chain.send(successor, encodeTakeOver(record.operator(), size, root))
  record.changeOperator(successor)
  record.certify(5)
  record.addStatus()
  record.publish()
  await record.anchor()
  expect(await run()).toMatchObject({ code: 0, last: { anchors: 3, anchoredSize: 308 } })
})

test('uses the policy of the first check, and reports when the published one changes', async () => {
  const { record, run } = await setup()
  const first = await run()
  expect(first.lines[0]).toMatchObject({ type: 'pinned', record: { origin: record.policy.origin } })
  const operators = [`0x${'ab'.repeat(20)}`]
  record.files.set('policy.json', policyFile(record.policy, { operators }))
  const { code, last } = await run()
  expect([code, last?.code]).toEqual([1, 'POLICY_CHANGED'])
  const [expected, found] = [record.policy.operators, operators].map((list) => JSON.stringify(list))
  expect(last).toMatchObject({ expected, found })
})

test('uses a policy file without asking the record', async () => {
  const { record, monitor, run } = await setup()
  const policy = join(monitor.folder, 'policy.json')
  writeFileSync(policy, policyFile(record.policy))
  record.files.delete('policy.json')
  const { code, lines } = await run('--trust', policy)
  expect(lines.map(({ type }) => type)).toEqual(['warning', 'checked'])
  expect(code).toBe(0)
})

test('replaces the stored policy with one that the reader gives for the same record', async () => {
  const { record, monitor, run } = await setup()
  await run()
  record.files.set(
    'policy.json',
    policyFile(record.policy, { logKeys: [{ ...record.policy.logKeys[0], toSize: 400 }] }),
  )
  expect((await run()).last?.code).toBe('POLICY_CHANGED')
  const policy = join(monitor.folder, 'policy.json')
  writeFileSync(policy, record.files.get('policy.json') as Uint8Array)
  expect([(await run('--trust', policy)).code, (await run()).code]).toEqual([0, 0])
  record.certify(200)
  record.publish()
  expect((await run()).last?.code).toBe('CHECKPOINT_INVALID')
})

test('rejects a policy whose origin commits to another operator', async () => {
  const { record, monitor, run } = await setup()
  const [chainId, contract] = [BigInt(record.policy.chainId), from0x(record.policy.contract)]
  const policyOf = (operator: string) => {
    const origin = computeOrigin({ chainId, contract, operator: from0x(operator) })
    const logKeys = [{ key: generateKey(origin).vkey }]
    const policy = join(monitor.folder, 'policy.json')
    writeFileSync(policy, policyFile(record.policy, { origin, logKeys }))
    return policy
  }
  const rejected = await run('--trust', policyOf(`0x${'ab'.repeat(20)}`))
  expect(rejected.errors).toMatch(/origin is not that of its chain, contract and first operator/)
  const accepted = await run('--trust', policyOf(record.operator()))
  expect([rejected.code, accepted.last?.code]).toEqual([2, 'CHECKPOINT_INVALID'])
})

test('keeps every contradiction, with the signed notes that prove it', async () => {
  const { record, monitor, run } = await setup()
  await run()
  const before = Buffer.from(record.files.get('checkpoint') ?? []).toString()
  record.publish(301)
  await run()
  const [line = ''] = readFileSync(`${monitor.state}.contradictions`, 'utf8').split('\n')
  const { code, evidence } = JSON.parse(line)
  expect([code, evidence.before]).toEqual(['CHECKPOINT_SHRANK', before])
  expect(evidence.now).toContain('\n301\n')
})

test.each(['LEAF_REPEATED', 'STATUS_WITHHELD'])(
  'continues after a contradiction of kind %s that was accepted',
  async (kind) => {
    const { record, run } = await setup()
    if (kind === 'LEAF_REPEATED') record.entries.push(record.entries[0] as Uint8Array)
    else record.certify(1)
    if (kind === 'LEAF_REPEATED') record.addStatus()
    record.publish()
    await record.anchor()
    // Anchors in blocks that are not final would be compared again.
    await chain.mine(3)
    const refused = await run()
    expect([refused.code, refused.last?.code]).toEqual([1, kind])
    const { code, lines } = await run('--accept', `${kind}:${refused.last?.['index']}`)
    expect(lines.map(({ type }) => type)).toEqual(['pinned', 'accepted', 'checked'])
    expect([code, (await run()).code]).toEqual([0, 0])
  },
)

test('repeats a request that failed', async () => {
  const { record, run } = await setup()
  record.failNext(3, 503)
  expect((await run()).code).toBe(0)
})

test.each(['record', 'node'])('exits with 2 when the %s does not respond', async (name) => {
  const { record, run } = await setup()
  if (name === 'record') record.close()
  const { code, last } = await run(...(name === 'node' ? ['--rpc', 'http://127.0.0.1:9'] : []))
  expect([code, last?.type]).toEqual([2, 'unavailable'])
})

test('reports a record that has not answered for longer than the maximum age', async () => {
  let laterMs = 0
  const { record, run } = await setup({ context: { now: () => Date.now() + laterMs } })
  expect((await run('--max-age', '1h')).code).toBe(0)
  record.close()
  expect((await run('--max-age', '1h')).code).toBe(2)
  laterMs = 3_700_000
  const { code, last } = await run('--max-age', '1h')
  expect([code, last?.code]).toEqual([1, 'NOT_CHECKED'])
})

test('does not take a node that is behind for a contradiction', async () => {
  const { run } = await setup()
  await chain.mine(10)
  await run()
  const behind = await startTestChain()
  cleanUps.push(() => void behind.stop())
  expect(await run('--rpc', behind.url)).toMatchObject({ code: 2, last: { type: 'unavailable' } })
})

test.each([
  ['is not JSON', (path: string) => writeFileSync(path, '{'), /is damaged/],
  [
    'has another root',
    (path: string) => {
      const state = JSON.parse(readFileSync(path, 'utf8'))
      writeFileSync(path, JSON.stringify({ ...state, root: '00'.repeat(32) }))
    },
    /do not match its root/,
  ],
  ['lacks its leaf hashes', (path: string) => rmSync(`${path}.leaves`), /is shorter/],
])('exits with 2 when the state file %s', async (_name, damage, sentence) => {
  const { monitor, run } = await setup()
  await run()
  damage(monitor.state)
  const { code, errors } = await run()
  expect(errors).toMatch(sentence)
  expect(code).toBe(2)
})

test('exits with 2 when the state file belongs to another record', async () => {
  const { record, monitor, run } = await setup()
  await run()
  const { vkey } = generateKey('inkproof.example/log-2')
  const policy = join(monitor.folder, 'policy.json')
  const change = { origin: 'inkproof.example/log-2', logKeys: [{ key: vkey }] }
  writeFileSync(policy, policyFile(record.policy, change))
  const { code, errors } = await run('--trust', policy)
  expect(errors).toMatch(/belongs to another record/)
  expect(code).toBe(2)
})

test.each([
  ['no address', ['--rpc', 'http://x'], /one address/],
  ['no node', ['http://x'], /--rpc is required/],
  ['an address without a scheme', ['proof.example', '--rpc', 'http://x'], /must be a URL/],
  ['an invalid interval', ['http://x', '--rpc', 'http://x', '--interval', '0s'], /--interval/],
  ['an invalid age', ['http://x', '--rpc', 'http://x', '--max-age', '24'], /--max-age/],
  ['an unknown option', ['http://x', '--rpc', 'http://x', '--force'], /--force/],
  [
    'a contradiction that cannot be accepted',
    ['http://x', '--rpc', 'http://x', '--accept', 'CHECKPOINT_FORKED:1'],
    /cannot be used/,
  ],
  [
    'a policy that cannot be read',
    ['http://x', '--rpc', 'http://x', '--trust', '/no/file'],
    /--trust/,
  ],
])('exits with 2 for %s and explains the problem', async (_name, argv, sentence) => {
  let errors = ''
  const err = (text: string) => {
    errors += text
  }
  expect(await runMonitor(argv, { out: () => undefined, err })).toBe(2)
  expect(errors).toMatch(sentence)
})

test('a record cannot move the cursor or fake a line of the terminal', async () => {
  const { record, monitor } = await setup()
  record.files.set('anchor/latest', Buffer.from('\u001b[2K\u202eevil'))
  const texts: string[] = []
  const argv = [record.url, '--rpc', chain.url, '--once', '--state', monitor.state]
  const out = (text: string) => texts.push(text)
  expect(await runMonitor(argv, { out, err: out, retryDelayMs: 1 })).toBe(1)
  expect(texts.at(-1)).toMatch(/CONTRADICTION ANCHOR_FILE_DIFFERS: .*evil/)
  expect(['\u001b', '\u202e'].filter((character) => texts.join('').includes(character))).toEqual([])
})
