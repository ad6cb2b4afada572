import { execFileSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { makeTestFolder, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { createLog } from '@inkproof/service-kit/log'
import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createPdfWorker } from '../pdf/pdf-worker.ts'
import { pdfProgram } from '../testing/pdf-program.ts'
import { createConverter, type OfficeConverter } from './converter.ts'
import { findPrograms, type OfficePrograms, type OfficeSettings } from './find-programs.ts'
import { officeFileHandlers } from './office-file-handlers.http.ts'
import { runSandboxed } from './run-sandboxed.ts'
import { conversionArguments } from './sandbox.ts'
import { isRunning, writeProgram } from './testing/office-programs.ts'
import {
  includedText,
  linkedPicture,
  MACRO,
  sampleDocx,
  sampleOdf,
  samplePptx,
  sampleXlsx,
  zip,
} from './testing/office-samples.ts'

/** Processes start slowly on a busy machine. */
const PATIENT = 10
const SECRET = 'Only the service may read this'
const RUNNING = new AbortController().signal

let folder: string
let converter: OfficeConverter
let server: Server
let url: string
const requests: string[] = []
const closing: (() => unknown)[] = []

beforeAll(async () => {
  folder = await makeTestFolder('office-files')
  converter = (await open({})).converter
  server = createServer(({ url: path = '' }, response) => {
    requests.push(path)
    response.end('<p>fetched</p>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const close of closing) await close()
  await new Promise((resolve) => server.close(resolve))
  await removeTestFolder(folder)
})

/** Starts a converter. `lines`: what the operator is told. */
async function open(settings: Partial<OfficeSettings> & { conversionMs?: number }) {
  const lines: string[] = []
  const log = createLog('svc-signing', 'info', { write: (line) => void lines.push(line) })
  const pdf = createPdfWorker(PATIENT, pdfProgram())
  const deps = {
    LIBREOFFICE: '',
    OFFICE_SOCKET: '',
    ...settings,
    STORE_TIMEOUT_FACTOR: PATIENT,
    pdf,
    log,
  }
  const [created, { check, prepare, close }] = createConverter(deps)
  await prepare()
  closing.push(close, pdf.stop)
  return { converter: created, lines, check }
}

const program = (name: string, script: string) => writeProgram(folder, name, script)

const textOf = (pdf: Uint8Array) =>
  execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' })
const convert = async (file: Uint8Array) => textOf(await converter.convert(file, RUNNING))

test.each([
  ['spreadsheet of Excel', () => sampleXlsx('Lease of the workshop')],
  ['presentation of PowerPoint', () => samplePptx('Lease of the workshop')],
  ['text in RTF', () => Buffer.from('{\\rtf1\\ansi Lease of the workshop}')],
])('a %s becomes a PDF with tags', async (_, file) => {
  const pdf = await converter.convert(file(), RUNNING)
  expect(textOf(pdf)).toContain('Lease of the workshop')
  expect(execFileSync('pdfinfo', ['-'], { input: pdf, encoding: 'utf8' })).toMatch(/Tagged: +yes/)
})

test('nothing that a document refers to is loaded, and its macros do not run', async () => {
  const secret = join(folder, 'secret.txt')
  writeFileSync(secret, SECRET)
  const external = {
    a: { type: 'image', target: `${url}/picture.png` },
    b: { type: 'attachedTemplate', target: `${url}/template.dotx` },
  }
  const body = linkedPicture('a') + includedText(`${url}/text.txt`) + includedText(secret)
  expect(await convert(sampleDocx('Word', { body, external }))).toContain('Word')

  const section = (href: string, name: string) =>
    `<text:section text:name="${name}"><text:section-source xlink:href="${href}"/><text:p>old</text:p></text:section>`
  const picture = `<text:p><draw:frame svg:width="1cm" svg:height="1cm"><draw:image xlink:href="${url}/a.png"/></draw:frame></text:p>`
  const sections = section(`file://${secret}`, 'A') + section('file:///etc/passwd', 'B')
  const text = await convert(
    sampleOdf(
      'text',
      `<text:p>Text</text:p>${picture}${sections}${section(`${url}/c`, 'C')}`,
      MACRO,
    ),
  )
  expect(text).toContain('Text')
  const cell = (formula: string) =>
    `<table:table-cell table:formula="of:=${formula}" office:value-type="string"/>`
  const cells = cell(`WEBSERVICE(&quot;${url}/d&quot;)`) + cell(`WEBSERVICE(&quot;${secret}&quot;)`)
  const link =
    cell(`'file://${secret}'#$Sheet1.A1`) +
    cell(`DDE(&quot;soffice&quot;;&quot;${secret}&quot;;&quot;a&quot;)`)
  const table = `<table:table table:name="A"><table:table-row>${cells}${link}<table:table-cell office:value-type="string"><text:p>Sheet</text:p></table:table-cell></table:table-row></table:table>`
  const sheet = await convert(sampleOdf('spreadsheet', table))
  expect(sheet).toContain('Sheet')
  expect(text + sheet).not.toMatch(/Only the service|root:|fetched|Macro/)
  expect(requests).toEqual([])
})

test('a program that takes over LibreOffice sees no network, files, processes or variables', async () => {
  const LIBREOFFICE = program(
    'hostile',
    `{ cat /etc/passwd ${folder}/secret.txt; ls /home /root /work; env; cat /proc/[0-9]*/environ
    tail -n +3 /proc/net/dev; ls -d /proc/[0-9]* | wc -l; echo "uid $(id -u)"; for d in / /usr /dev /dev/shm; do touch $d/x || echo read-only $d; done
    unshare --user true || echo no namespaces; echo "limits $(ulimit -v) $(ulimit -t)"; } >/tmp/found 2>/dev/null
    mkdir /tmp/out; cp /tmp/found /tmp/out/document.pdf`,
  )
  process.env['INKPROOF_TEST_SECRET'] = SECRET
  const { programs } = (await findPrograms({ LIBREOFFICE })) as {
    programs: OfficePrograms
  }
  const type = { extension: 'docx', input: 'a', output: 'b' }
  const run = {
    program: programs.bubblewrap,
    arguments: conversionArguments(programs, type, 60),
    inputs: [new Uint8Array(), ''] as [Uint8Array, string],
    ...{ timeoutMs: 60_000, signal: RUNNING },
  }
  const { output } = await runSandboxed({ ...run, maxOutputBytes: 100_000 })
  delete process.env['INKPROOF_TEST_SECRET']
  const found = Buffer.from(output ?? []).toString()
  const readOnly = ['/', '/usr', '/dev', '/dev/shm'].map((path) => `read-only ${path}\n`).join('')
  expect(found).toContain(`uid 1000\n${readOnly}no namespaces\nlimits 2441406 60\n`)
  expect(found).not.toMatch(/Only the service|root:|INKPROOF|eth|ens|svc-signing/)
  const tooLarge = { output: null, failure: 'too-large' }
  expect(await runSandboxed({ ...run, maxOutputBytes: 10 })).toEqual(tooLarge)
})

describe('refuses', () => {
  const declared = (size: number) => zip({ mimetype: 'a', big: 'x'.repeat(size) })
  const ole = (stream: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(`${stream}\0`, 'utf16le')])
  const encrypted = Buffer.from(sampleDocx('Lease'))
  // The flag of an encrypted entry, in the first record of the directory.
  encrypted[encrypted.indexOf('PK\x01\x02') + 8] = 1
  const understated = Buffer.from(declared(1_000_000))
  understated.writeUInt32LE(10, understated.lastIndexOf('PK\x01\x02') + 24)
  const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`a${index}`, '']))
  const unreadable = Buffer.from(sampleDocx('Lease')).subarray(0, 900)

  test.each<[string, string, () => Uint8Array]>([
    ['a text', 'OFFICE_FILE_WRONG_TYPE', () => Buffer.from('Lease')],
    ['a picture', 'OFFICE_FILE_WRONG_TYPE', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['another archive', 'OFFICE_FILE_WRONG_TYPE', () => zip({ 'word/document.xml': '<a/>' })],
    ['a drawing', 'OFFICE_FILE_WRONG_TYPE', () => zip({ mimetype: `${ODF}graphics` })],
    ['another OLE file', 'OFFICE_FILE_WRONG_TYPE', () => ole('Messages')],
    ['an OLE file with a password', 'OFFICE_FILE_ENCRYPTED', () => ole('EncryptedPackage')],
    ['an encrypted archive', 'OFFICE_FILE_ENCRYPTED', () => encrypted],
    [
      'an encrypted OpenDocument file',
      'OFFICE_FILE_ENCRYPTED',
      () => sampleOdf('text', '', { manifest: '<manifest:encryption-data/>' }),
    ],
    ['an archive that expands a hundredfold', 'OFFICE_FILE_EXPANDS', () => declared(11_000_000)],
    ['too many entries', 'OFFICE_FILE_EXPANDS', () => zip(many)],
    ['an entry larger than it says', 'OFFICE_FILE_UNREADABLE', () => understated],
    ['a truncated file', 'OFFICE_FILE_UNREADABLE', () => unreadable],
    ['a damaged document', 'OFFICE_FILE_UNREADABLE', () => ole('WordDocument')],
  ])('%s: %s', async (_, code, file) => {
    await expect(converter.convert(file(), RUNNING)).rejects.toMatchObject({ code })
  })

  test('a document that takes too long, fills the memory for files, or makes no PDF', async () => {
    const refusal = { code: 'OFFICE_FILE_UNREADABLE' }
    const write = `mkdir /tmp/out && cp ${folder}/sample.pdf /tmp/out/document.pdf`
    const run = async (name: string, script: string, conversionMs?: number) => {
      const LIBREOFFICE = program(name, script.replaceAll(folder, join(folder, name)))
      writeFileSync(join(folder, name, 'sample.pdf'), samplePdf())
      const { converter: stub } = await open({ LIBREOFFICE, ...(conversionMs && { conversionMs }) })
      return stub.convert(sampleDocx('Lease'), RUNNING)
    }
    await Promise.all([
      expect(run('usual', write)).resolves.toBeDefined(),
      expect(run('slow', `sleep 1000; ${write}`, 100)).rejects.toMatchObject(refusal),
      expect(run('full', `${FILL} && ${write}`)).rejects.toMatchObject(refusal),
      expect(run('none', 'true')).rejects.toMatchObject(refusal),
      expect(run('other', WRITE)).rejects.toMatchObject(refusal),
    ])
  })
})

const ODF = 'application/vnd.oasis.opendocument.'
const WRITE = 'mkdir /tmp/out && echo hello >/tmp/out/document.pdf'
const FILL = 'for i in 1 2; do head -c 150000000 /dev/zero >/tmp/fill$i || exit 1; done'

test('one file is converted at a time and two wait; cancelling ends the processes', async () => {
  const mark = `sleep 987${process.pid}`
  const { converter: slow } = await open({ LIBREOFFICE: program('waiting', `exec ${mark}`) })
  const leaving = new AbortController()
  const start = () => slow.convert(sampleDocx('Lease'), leaving.signal)
  const first = start()
  await until(() => isRunning(mark))
  const others = [start(), start(), start()]
  const unavailable = { code: 'UNAVAILABLE' }
  await expect(Promise.race(others)).rejects.toMatchObject(unavailable)
  expect(isRunning(mark)).toBe(true)
  leaving.abort()
  for (const one of [first, ...others]) await expect(one).rejects.toMatchObject(unavailable)
  await until(() => !isRunning(mark))
})

test('the conversion ends when the client leaves', async () => {
  const mark = `sleep 986${process.pid}`
  const { converter: slow } = await open({ LIBREOFFICE: program('leaving', `exec ${mark}`) })
  const { convertOfficeFile } = officeFileHandlers(slow)
  const session = { accountId: 'jane' }
  const handle = async (context: object) => convertOfficeFile({ ...context, session } as never)
  const service = createServer((req, res) => void handle({ req, res }).catch(() => res.end()))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  closing.push(() => service.close())
  const { port } = service.address() as AddressInfo
  const leaving = new AbortController()
  const body = new Uint8Array(sampleDocx('Lease'))
  const init = { method: 'POST', body, signal: leaving.signal }
  const sent = fetch(`http://127.0.0.1:${port}`, init).catch(() => 'left')
  await until(() => isRunning(mark))
  leaving.abort()
  expect(await sent).toBe('left')
  await until(() => !isRunning(mark))
})

test('the files of one account are converted one after the other, so that they leave places to others', async () => {
  let running = 0
  const started: string[] = []
  const ends: (() => void)[] = []
  const busy: OfficeConverter = {
    isOffered: async () => true,
    convert: async (file) => {
      running += 1
      started.push(Buffer.from(file).toString())
      await new Promise<void>((resolve) => ends.push(resolve))
      running -= 1
      return file
    },
  }
  const { convertOfficeFile } = officeFileHandlers(busy)
  const send = async (accountId: string, text: string) => {
    const req = Readable.from([Buffer.from(text)])
    const context = { req, res: new EventEmitter(), session: { accountId } }
    return convertOfficeFile(context as never)
  }
  const janes = ['1', '2', '3', '4'].map((text) => send('jane', text))
  await until(() => running === 1)
  const ann = send('ann', 'ann')
  await until(() => started.includes('ann'))
  expect(started).toEqual(['1', 'ann'])
  const done = Promise.all([...janes, ann])
  for (let ended = 0; ended < 5; ended += 1) {
    await until(() => ends.length > 0)
    ends.shift()?.()
  }
  await done
  expect(started.toSorted()).toEqual(['1', '2', '3', '4', 'ann'])
})

test.each<[string, () => Partial<OfficeSettings>, string | null]>([
  ['is switched off', () => ({ LIBREOFFICE: 'off' }), null],
  ['is not installed', () => ({ programFolders: [folder] }), null],
  ['is not where the setting says', () => ({ LIBREOFFICE: '/none' }), '/none is not a program'],
  [
    'cannot be isolated, because bwrap is missing',
    () => ({ LIBREOFFICE: program('alone', 'true'), programFolders: [folder] }),
    'bwrap (bubblewrap), which isolates LibreOffice, is missing',
  ],
  [
    'cannot be isolated, because bwrap may not',
    () => {
      writeFileSync(join(folder, 'bwrap'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      return { LIBREOFFICE: program('refused', 'true'), programFolders: [folder] }
    },
    'bwrap cannot isolate LibreOffice from network and files',
  ],
])('converts nothing where LibreOffice %s', async (_, settings, problem) => {
  const { check, converter: absent, lines } = await open(settings())
  expect(await absent.isOffered()).toBe(false)
  await expect(absent.convert(sampleDocx('Lease'), RUNNING)).rejects.toMatchObject({
    code: 'OFFICE_FILES_NOT_OFFERED',
  })
  if (problem === null) {
    expect(lines).toEqual([])
    await check()
  } else {
    expect(lines).toEqual([expect.stringContaining(problem)])
    await expect(check()).rejects.toThrow(problem)
  }
})
