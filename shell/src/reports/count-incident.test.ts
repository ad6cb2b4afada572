/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { PublishedSlice } from '@inkproof/slice'
import { expect, test } from '@jest/globals'
import { createCollector } from './collector.ts'
import { countIncident } from './count-incident.ts'
import type { Incident } from './incidents.ts'

const ORIGIN = 'https://proof.example'
const SHELL = { package: 'shell', version: '0.1.0-s' }
const CONTENT = { package: 'mfe-content', version: '0.1.0-c' }
const SLICE = { ...CONTENT, id: 'content' } as PublishedSlice
const SHELL_FILE = `${ORIGIN}/static/shell.1.js`
const SLICE_FILE = `${ORIGIN}/slices/mfe-content/0.1.0-c/slice.js`
const EXTENSION = 'chrome-extension://abc/content.js'

/** Returns what a report contains after one incident. */
function reportOf(incident: Incident) {
  const collector = createCollector()
  const release = { shell: SHELL, slices: [SLICE], origin: ORIGIN }
  const isNewFailure = countIncident(incident, release, collector)
  const [part, ...others] = collector.take()
  expect(others).toEqual([])
  return { isNewFailure, part }
}

const errorAt = (stack: string, message = 'broken') => {
  const error = new Error(message)
  error.stack = `Error: ${message}\n${stack}`
  return error
}
const uncaught = (filename: string, error: unknown = null): Incident => ({
  kind: 'event',
  event: new ErrorEvent('error', { filename, error }),
})
const rejection = (reason: unknown): Incident => ({
  kind: 'event',
  event: Object.assign(new Event('unhandledrejection'), { reason }),
})
const violation = (sourceFile: string, blockedURI: string): Incident => ({
  kind: 'event',
  event: Object.assign(new Event('securitypolicyviolation'), { sourceFile, blockedURI }),
})

test('a slice that is loaded has been visited', () => {
  expect(reportOf({ kind: 'load', slice: SLICE })).toMatchObject({
    isNewFailure: false,
    part: { ...CONTENT, visits: 1, failures: 0 },
  })
})

const OTHER = `at f (${SHELL_FILE}:1:1)`
test.each([
  ['a slice that could not be loaded', { kind: 'failure', sliceId: 'content' }, CONTENT],
  ['a page of the shell that could not be loaded', { kind: 'failure' }, SHELL],
  ['a slice that threw while rendering', crash(`at f (${SLICE_FILE}:1:1)`, ''), CONTENT],
  ['a component of a slice in which React threw', crash(OTHER, `at C (${SLICE_FILE}:1)`), CONTENT],
  ['a component of the shell', crash(OTHER, `at C (${SHELL_FILE}:1)`), SHELL],
  ['a component of an unknown file', crash('', ''), SHELL],
] as const)('counts a failure of %s', (_, incident, part) => {
  expect(reportOf(incident)).toMatchObject({ isNewFailure: true, part: { ...part, failures: 1 } })
})

function crash(stack: string, components: string) {
  return { kind: 'crash', error: errorAt(stack), components } as const
}

test.each([
  ['an uncaught error in a file of a slice', uncaught(SLICE_FILE), CONTENT],
  ['an uncaught error in a file of the shell', uncaught(SHELL_FILE), SHELL],
  [
    'an uncaught error of a shared package that a slice called',
    uncaught(SHELL_FILE, errorAt(`${OTHER}\n at g (${SLICE_FILE}:1:1)`)),
    CONTENT,
  ],
  ['an unhandled rejection', rejection(errorAt(`at f (${SLICE_FILE}:1:1)`)), CONTENT],
  [
    'a rejection whose message contains an address',
    rejection(errorAt(`at f (${SLICE_FILE}:1:1)`, 'no response from https://node.example/')),
    CONTENT,
  ],
])('counts %s', (_, incident, part) => {
  expect(reportOf(incident)).toMatchObject({ isNewFailure: false, part: { ...part, errors: 1 } })
})

test.each([
  ['an error of a browser extension', uncaught(EXTENSION)],
  ['an error of a script of another origin', uncaught('')],
  ['a rejection without an error', rejection('no')],
  ['a rejection without a reason', rejection(undefined)],
  ['a rejection of an extension', rejection(errorAt(`at f (${EXTENSION}:1:1)`))],
  ['a violation of an extension', violation('chrome-extension', 'inline')],
  ['a violation of an unknown source', violation('', 'https://elsewhere.example/a.png')],
])('ignores %s', (_, incident) => {
  expect(reportOf(incident).part).toBeUndefined()
})

test.each([
  ['a slice’s file', violation(SLICE_FILE, 'https://elsewhere.example/a.png'), CONTENT],
  ['the shell’s file', violation(SHELL_FILE, 'eval'), SHELL],
  ['an unknown source, if a slice’s file was blocked', violation('', SLICE_FILE), CONTENT],
])('counts a policy violation by %s', (_, incident, part) => {
  expect(reportOf(incident).part).toMatchObject({ ...part, violations: 1, errors: 0 })
})
