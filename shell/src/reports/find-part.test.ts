import { expect, test } from '@jest/globals'
import { findPart } from './find-part.ts'

const ORIGIN = 'https://proof.example'
const SHELL = { package: 'shell', version: '0.1.0-s' }
const CONTENT = { package: 'mfe-content', version: '0.1.0-c' }
const SHELL_FILE = `${ORIGIN}/static/shell.1.js`
const SLICE_FILE = `${ORIGIN}/slices/mfe-content/0.1.0-c/slice.js`

test.each([
  ['the slice whose file threw (Chromium)', `at f (${SLICE_FILE}:1:2)`, CONTENT],
  ['the slice whose file threw (Firefox)', `f@${SLICE_FILE}:1:2`, CONTENT],
  [
    'the slice that called a shared package',
    `at r (${SHELL_FILE}:1:2)\n at f (${SLICE_FILE}:3:4)`,
    CONTENT,
  ],
  ['the shell, if no slice is involved', `at r (${SHELL_FILE}:1:2)`, SHELL],
  ['the part after native code', `at Array.map (<anonymous>)\n at f (${SLICE_FILE}:1:2)`, CONTENT],
  [
    'no part for an extension, even if it calls our code',
    `at x (chrome-extension://abc/content.js:1:1)\n at f (${SLICE_FILE}:1:2)`,
    null,
  ],
  ['no part for a masked address of Safari', 'x@webkit-masked-url://hidden/:1:1', null],
  ['no part for a script of another origin', `at x (https://other.example/static/a.js:1:1)`, null],
  [
    'no part for an origin that begins with ours',
    `at x (${ORIGIN}.evil.example/static/a.js)`,
    null,
  ],
  ['no part for the page itself', `at ${ORIGIN}/verify:1:1`, null],
  ['no part for a stack without addresses', 'at <anonymous>', null],
  ['no part for an empty text', '', null],
])('finds %s', (_, text, expected) => {
  expect(findPart(text, SHELL, ORIGIN)).toEqual(expected)
})
