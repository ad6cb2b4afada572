/** Packs the packages, installs the tarballs in an empty folder, and uses them as others do. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createSampleRecord } from '@inkproof/proof/testing/sample-record'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { copyWorkspace } from './copy-workspace.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'inkproof-published-'))
const packed = join(folder, 'packed')
/** Has nothing but the tarballs and what npm installs for them. */
const consumer = join(folder, 'consumer')

/** Compiling eleven packages and installing four takes up to two minutes beside other tests. */
const PACKING_TIMEOUT_MS = 360_000

beforeAll(async () => {
  await run(process.execPath, [join(ROOT, 'scripts/pack.mjs'), packed])
  mkdirSync(consumer)
  write('package.json', JSON.stringify({ private: true, type: 'module' }))
  // The packages for slices are installed by e2e/slices/own-repository.test.ts.
  const tarballs = readdirSync(packed).filter((name) =>
    /^inkproof(?:-proof|-signing|-pdf-signatures)?-\d.*\.tgz$/.test(name),
  )
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  const files = tarballs.map((name) => join(packed, name))
  await run('npm', ['install', ...options, ...files], { cwd: consumer })
}, PACKING_TIMEOUT_MS)

afterAll(() => rmSync(folder, { recursive: true }))

type Result = { code: number; output: string }

/** Runs a program in the consumer's folder. Returns its exit code and what it printed. */
function tryRun(command: string, args: string[], options: object = {}): Promise<Result> {
  return new Promise((resolvePromise) => {
    execFile(command, args, { cwd: consumer, ...options }, (error, stdout, stderr) =>
      resolvePromise({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

async function run(command: string, args: string[], options: object = {}): Promise<string> {
  const { code, output } = await tryRun(command, args, { cwd: ROOT, ...options })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`)
  return output
}

function write(name: string, text: string | Uint8Array): string {
  writeFileSync(join(consumer, name), text)
  return name
}

/** The installed command. */
const inkproof = (...args: string[]) => tryRun(join(consumer, 'node_modules/.bin/inkproof'), args)

test('the installed command verifies a document', async () => {
  const document = Buffer.from('The rent is due on the first.\n')
  const record = createSampleRecord({ startsAt: new Date(Date.now() - 3_600_000) })
  const index = record.certify(createHash('sha256').update(document).digest(), [])
  const { blockHash } = record.anchor()
  record.mine(12)
  const proof = write('lease.txt.tlog-proof', await record.proofFile(index))
  const trust = ['--trust', write('policy.json', record.policyText()), '--block', blockHash]
  const verified = await inkproof('verify', write('lease.txt', document), proof, ...trust)
  expect(verified.output).toContain('This is the original file.')
  expect(verified.code).toBe(0)
  const changed = await inkproof('verify', write('other.txt', 'other'), proof, ...trust)
  expect(changed.code).toBe(1)
})

test('the installed command has the other commands too', async () => {
  expect((await inkproof('help')).output).toContain('inkproof monitor URL')
  const manifest = readFileSync(join(consumer, 'node_modules/inkproof/package.json'), 'utf8')
  expect(await inkproof('--version')).toEqual({
    code: 0,
    output: `${JSON.parse(manifest).version}\n`,
  })
  const { code, output } = await inkproof('monitor', 'http://127.0.0.1:9')
  expect(output).toMatch(/^--rpc is required/)
  expect(code).toBe(2)
})

test('the installed command checks the signatures of a PDF in its child process', async () => {
  const files = '../../pdf-signatures/src/testing/files'
  const [signed, authority] = ['approval.pdf', 'root.der'].map((name) =>
    join(import.meta.dirname, files, name),
  )
  const { code, output } = await inkproof('signatures', signed ?? '', '--trust', authority ?? '')
  expect(output).toContain('✓ Jane Roe')
  expect(code).toBe(0)
})

test('contains no tests, and no TypeScript sources', () => {
  const names = [
    'inkproof',
    '@inkproof/proof',
    '@inkproof/signing',
    '@inkproof/pdf-signatures',
  ].flatMap((name) =>
    readdirSync(join(consumer, 'node_modules', name), { recursive: true }).map(String),
  )
  const unwanted = names.filter((name) => /test|(?<!\.d)\.ts$/.test(name))
  expect(unwanted).toEqual([])
  expect(names.filter((name) => name.endsWith('.d.ts')).length).toBeGreaterThan(60)
})

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'ES2022',
  skipLibCheck: false,
  typeRoots: [join(ROOT, 'node_modules/@types')],
  types: ['node'],
}

test.each([
  ['NodeNext', { module: 'NodeNext', moduleResolution: 'NodeNext' }],
  ['a bundler', { module: 'preserve', moduleResolution: 'bundler' }],
])('the examples of the readmes compile with the resolution of %s', async (_name, options) => {
  const examples = ['inkproof', '@inkproof/proof'].map((name, i) => {
    const readme = readFileSync(join(consumer, 'node_modules', name, 'README.md'), 'utf8')
    const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
    expect(code).toContain(`from '${name}`)
    return write(`example-${i}.ts`, code)
  })
  const wrong = write(
    'wrong.ts',
    `import { parsePolicy } from '@inkproof/proof/policy'\nparsePolicy(5)\n`,
  )
  const compilerOptions = { ...COMPILER_OPTIONS, ...options }
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: [...examples, wrong] }))
  const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc')
  const { output } = await tryRun(process.execPath, [tsc, '-p', '.', '--pretty', 'false'])
  const errors = output.split('\n').filter((line) => /^\S.*error TS/.test(line))
  expect(errors).toEqual([
    expect.stringMatching(/^wrong\.ts.*'number' is not assignable to parameter of type 'string'/),
  ])
})

test(
  'a build in another folder produces the same bytes',
  async () => {
    const copy = join(folder, 'elsewhere/a copy of the sources')
    copyWorkspace(ROOT, copy)
    const options = { cwd: copy, env: { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'C' } }
    const build = (script: string, to: string) =>
      run('sh', ['-c', `umask 077 && exec node ${script} "$1"`, 'sh', to], options)
    await build('scripts/pack.mjs', join(folder, 'packed again'))
    await build('--import tsx packages/cli/build.ts', join(folder, 'built again'))
    const built = join(folder, 'built')
    await run(process.execPath, ['--import', 'tsx', 'packages/cli/build.ts', built])
    for (const [first, second, files] of [
      [packed, join(folder, 'packed again'), 11],
      [built, join(folder, 'built again'), 2],
    ] as const) {
      const sums = readFileSync(join(first, 'SHA256SUMS'), 'utf8')
      expect(sums.trim().split('\n')).toHaveLength(files)
      expect(readFileSync(join(second, 'SHA256SUMS'), 'utf8')).toBe(sums)
    }
  },
  PACKING_TIMEOUT_MS,
)
