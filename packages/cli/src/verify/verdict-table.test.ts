/** Every answer of the command line, as text and as JSON, from the list of cases that all verifiers share. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveRecord } from '@inkproof/proof/testing/serve-record'
import { type Scenario, VERDICT_CASES } from '@inkproof/proof/testing/verdict-cases'
import { afterEach, expect, test } from '@jest/globals'
import { runVerify } from './verify-command.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

/** Writes the files of a scenario and serves its record; returns the arguments. */
async function prepare(scenario: Scenario): Promise<string[]> {
  const { record, document, proofFile, policyText } = scenario
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-verdict-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const write = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const { logUrl, rpcUrl, stop } = await serveRecord(record)
  cleanUps.push(stop)
  return [
    write('document', document ?? ''),
    write('document.tlog-proof', proofFile ?? ''),
    ...(policyText === null ? [] : ['--trust', write('policy.json', policyText)]),
    ...(scenario.hasNode ? ['--rpc', rpcUrl] : []),
    ...['--log', scenario.isRecordReachable ? logUrl : 'http://127.0.0.1:9/log'],
    ...(scenario.existenceOnly ? ['--existence'] : []),
  ]
}

async function run(argv: readonly string[]): Promise<{ code: number; out: string }> {
  let out = ''
  const code = await runVerify(argv, {
    out: (text) => {
      out += `${text}\n`
    },
    err: (text) => {
      throw new Error(text)
    },
  })
  return { code, out }
}

// The command line always has a file.
const cases = VERDICT_CASES.filter(({ name }) => !name.endsWith('without its file'))

test('there is a case for each exit code', () => {
  expect(cases).toHaveLength(13)
  expect(new Set(cases.map(({ exitCode }) => exitCode))).toEqual(new Set([0, 1, 2]))
})

test.each(cases.map((row) => [row.name, row] as const))('answers for %s', async (_name, row) => {
  const argv = await prepare(await row.create(new Date()))
  const { code, out } = await run(argv)
  expect([code, out.split('\n')[0]]).toEqual([row.exitCode, row.headline])
  const [, context = ''] = out.split('\n')
  const parts = row.context.split('{time}').map((part) => part.trim())
  for (const part of parts) expect(context).toContain(part)
  const json = await run([...argv, '--json'])
  const { verdict, exitCode } = JSON.parse(json.out)
  expect(verdict).toMatchObject({ code: row.code, headline: row.headline })
  expect([exitCode, json.code]).toEqual([row.exitCode, row.exitCode])
})
