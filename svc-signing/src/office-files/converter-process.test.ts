/** Office files that another process converts, over a socket. */
import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { makeTestFolder, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { MAX_OFFICE_BYTES } from '@inkproof/protocol/office-files'
import { createLog } from '@inkproof/service-kit/log'
import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readOfficeProcessConfig } from '../config.ts'
import { createPdfWorker } from '../pdf/pdf-worker.ts'
import { pdfProgram } from '../testing/pdf-program.ts'
import { createConverter } from './converter.ts'
import { startOfficeConverter } from './converter-process.ts'
import { isRunning, writeProgram } from './testing/office-programs.ts'
import { sampleDocx } from './testing/office-samples.ts'

const PATIENT = 10
const RUNNING = new AbortController().signal
const SILENT = createLog('office-files', 'silent')

let folder: string
const closing: (() => unknown)[] = []
beforeAll(async () => {
  folder = await makeTestFolder('converter')
})
afterAll(async () => {
  for (const close of closing) await close()
  await removeTestFolder(folder)
})

const socketOf = (name: string) => join(folder, `${name}.sock`)

/** Starts the process that converts. */
async function startProcess(name: string, LIBREOFFICE = '') {
  const settings = { OFFICE_SOCKET: socketOf(name), STORE_TIMEOUT_FACTOR: String(PATIENT) }
  const config = readOfficeProcessConfig({ ...settings, LIBREOFFICE })
  const running = await startOfficeConverter(config, SILENT)
  closing.push(running.stop)
  return running
}

/** What svc-signing does with the process. `lines`: what the operator is told. */
async function connect(name: string) {
  const lines: string[] = []
  const log = createLog('svc-signing', 'info', { write: (line) => void lines.push(line) })
  const pdf = createPdfWorker(PATIENT, pdfProgram())
  const deps = { LIBREOFFICE: 'off', OFFICE_SOCKET: socketOf(name), STORE_TIMEOUT_FACTOR: PATIENT }
  const [converter, dependency] = createConverter({ ...deps, pdf, log })
  await dependency.prepare()
  closing.push(dependency.close, pdf.stop)
  return { converter, lines, check: dependency.check }
}

test('LibreOffice converts files in the other process', async () => {
  await startProcess('real')
  const { check, converter, lines } = await connect('real')
  expect(lines).toEqual([expect.stringMatching(/LibreOffice \d.*office files are converted/)])
  await check()
  const pdf = await converter.convert(sampleDocx('Lease of the workshop'), RUNNING)
  const text = execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' })
  expect(text).toContain('Lease of the workshop')
  const refused = converter.convert(Buffer.from('hello'), RUNNING)
  await expect(refused).rejects.toMatchObject({ code: 'OFFICE_FILE_WRONG_TYPE' })
})

test('the other process can be stopped and started at any time', async () => {
  const { check, converter, lines } = await connect('later')
  expect(lines).toEqual([expect.stringContaining('office files are not converted')])
  expect(await converter.isOffered()).toBe(false)
  await expect(check()).rejects.toThrow('ENOENT')
  // A process that was killed leaves its socket.
  writeFileSync(socketOf('later'), '')
  const { stop } = await startProcess('later', writeProgram(folder, 'empty', 'true'))
  await until(converter.isOffered)
  await check()
  await stop()
  const failed = converter.convert(sampleDocx('Lease'), RUNNING)
  await expect(failed).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await until(async () => !(await converter.isOffered()))
})

test('a process that stops leaves the socket to the one that was started in its place', async () => {
  const program = writeProgram(folder, 'next', 'true')
  const first = await startProcess('next', program)
  await startProcess('next', program)
  await first.stop()
  const { check } = await connect('next')
  await check()
  expect(readdirSync(folder).filter((name) => name.startsWith('next.sock'))).toEqual(['next.sock'])
})

test('without a usable LibreOffice, the other process says so', async () => {
  await startProcess('off', 'off')
  const { check, converter } = await connect('off')
  await expect(check()).rejects.toThrow('has no usable LibreOffice')
  expect(await converter.isOffered()).toBe(false)
})

test('a failed conversion is the same as on this machine, and a cancelled one ends there', async () => {
  const mark = `sleep 985${process.pid}`
  const script = `grep -q fail /tmp/in/document.rtf && exit 1\nexec ${mark}`
  await startProcess('stub', writeProgram(folder, 'stub', script))
  const { converter } = await connect('stub')
  const failed = converter.convert(Buffer.from('{\\rtf1 fail}'), RUNNING)
  await expect(failed).rejects.toMatchObject({ code: 'OFFICE_FILE_UNREADABLE' })
  const leaving = new AbortController()
  const slow = converter.convert(Buffer.from('{\\rtf1 wait}'), leaving.signal)
  await Promise.race([slow, until(() => isRunning(mark))])
  leaving.abort()
  await expect(slow).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await until(() => !isRunning(mark))
})

test.each<[string, string, Uint8Array, number]>([
  ['a type that is not converted', '/exe', Buffer.from('x'), 404],
  ['a file that is too large', '/rtf', Buffer.alloc(MAX_OFFICE_BYTES + 1), 413],
])('the other process refuses %s', async (_, path, body, expected) => {
  const name = path.slice(1)
  await startProcess(name, writeProgram(folder, name, 'true'))
  const status = await new Promise((resolve, reject) => {
    const sent = request({ socketPath: socketOf(name), method: 'POST', path }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject)
    sent.end(body)
  })
  expect(status).toBe(expected)
})

test.each([
  ['no socket', {}],
  ['a relative path', { OFFICE_SOCKET: 'office.sock' }],
])('its configuration is refused with %s', (_, settings) => {
  expect(() => readOfficeProcessConfig(settings)).toThrow('OFFICE_SOCKET')
})
