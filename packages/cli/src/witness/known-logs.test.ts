import { generateKey, WITNESS_KEY } from '@inkproof/proof/note'
import { expect, test } from '@jest/globals'
import { parseWitnessArguments } from './arguments.ts'
import { parseLogList, readKnownLogs } from './known-logs.ts'

const [FOO, BAR] = ['foo.example/log', 'bar.example/log'].map((name) => generateKey(name).vkey) as [
  string,
  string,
]

test('reads a list of logs as the witness network publishes them', () => {
  const list = `#
# List: 10qps-100klogs
#
logs/v0

# foo's log
vkey ${FOO}
origin none
qpd 86400
bastion https://bastion.foo.example/
contact https://foo.example/contact

vkey ${BAR}
origin go.sum database tree
bastion none
qpd 24
contact sysadmin (at) bar.example
`
  expect(parseLogList(list, 'list').map(({ origin, key }) => [origin, key.name])).toEqual([
    ['foo.example/log', 'foo.example/log'],
    ['go.sum database tree', 'bar.example/log'],
  ])
})

test.each([
  ['no header', `vkey ${FOO}\n`, 'must start with logs/v0'],
  ['no log', 'logs/v0\n# none\n', 'lists no log'],
  ['an origin before a key', 'logs/v0\norigin a\n', 'list, line 2: expected vkey'],
  ['an unknown field', `logs/v0\nvkey ${FOO}\nspeed 5\n`, 'list, line 3: expected vkey'],
  ['an invalid key', 'logs/v0\nvkey a+b+c\n', 'list, line 2: "a\\+b\\+c" is not a log’s key'],
])('refuses a list with %s', (_name, text, sentence) => {
  expect(() => parseLogList(text, 'list')).toThrow(new RegExp(sentence.replace('’', "'")))
})

test('accepts several keys for one origin', async () => {
  const second = generateKey('foo.example/log').vkey
  const logs = await readKnownLogs([FOO, second, BAR], [])
  expect([...logs].map(([origin, keys]) => [origin, keys.length])).toEqual([
    ['foo.example/log', 2],
    ['bar.example/log', 1],
  ])
})

test('refuses a witness’s key and a missing list', async () => {
  const { vkey } = generateKey('w.example', WITNESS_KEY)
  await expect(readKnownLogs([vkey], [])).rejects.toThrow(/not a log's key/)
  await expect(readKnownLogs([], ['/no/such/list'])).rejects.toThrow(/cannot be read \(ENOENT\)/)
})

test.each([
  ['127.0.0.1:7380', { host: '127.0.0.1', port: 7380 }],
  ['[::1]:0', { host: '::1', port: 0 }],
  ['witness.internal:80', { host: 'witness.internal', port: 80 }],
])('listens on %s', (listen, expected) => {
  const args = parseWitnessArguments(['--dir', 'd', '--log', FOO, '--listen', listen])
  expect(args).toMatchObject(expected)
})

test.each([
  ['no folder', ['--log', FOO], /--dir is required/],
  ['no log', ['--dir', 'd'], /at least one log/],
  ['an address without a port', ['--dir', 'd', '--log', FOO, '--listen', 'host'], /HOST:PORT/],
  ['a port above 65535', ['--dir', 'd', '--log', FOO, '--listen', 'h:65536'], /HOST:PORT/],
  ['a URL of another scheme', ['--dir', 'd', '--log', FOO, '--url', 'ftp://x'], /--url must/],
  ['an unknown option', ['--dir', 'd', '--log', FOO, '--force'], /--force/],
])('refuses %s', (_name, argv, sentence) => {
  expect(() => parseWitnessArguments(argv)).toThrow(sentence)
})
