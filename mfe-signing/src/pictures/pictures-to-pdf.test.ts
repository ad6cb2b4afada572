/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import { afterEach, expect, jest, test } from '@jest/globals'
import { AnsweringWorker } from '../testing/answering-worker.ts'
import { type FromWorker, type Job, picturesToPdf } from './pictures-to-pdf.ts'

const PHOTO = new File(['1'], 'Lease, page 1.final.JPEG')
const SECOND = new File(['2'], 'IMG_2.jpg')
const PDF = new Blob(['%PDF-1.7'])

afterEach(() => void jest.useRealTimers())

function setup(...answers: (FromWorker | 'error')[]) {
  const worker = new AnsweringWorker(
    answers.map((data) =>
      data === 'error' ? new Event('error') : new MessageEvent('message', { data }),
    ),
  )
  const counts: number[] = []
  const run = (first = PHOTO, ...others: File[]) =>
    picturesToPdf([first, ...others], {
      startWorker: () => worker,
      onProgress: (count) => counts.push(count),
    })
  return { worker, counts, run }
}

test('makes one file of all pictures in their order, named after the first', async () => {
  const { worker, counts, run } = setup(
    { type: 'converted', count: 1 },
    { type: 'converted', count: 2 },
    { type: 'done', pdf: PDF, isReduced: true },
  )
  const { file, isReduced } = await run(PHOTO, SECOND)
  expect([file.name, file.type, await file.text()]).toEqual([
    'Lease, page 1.final.pdf',
    'application/pdf',
    '%PDF-1.7',
  ])
  expect([isReduced, counts, worker.isEnded]).toEqual([true, [1, 2], true])
  const [job] = worker.received as [Job]
  expect(job.pictures).toEqual([PHOTO, SECOND])
  expect(job.texts).toEqual({
    title: 'Lease, page 1.final',
    language: 'en',
    descriptions: ['Picture 1 of 2', 'Picture 2 of 2'],
  })
})

test.each([
  ['scan', 'scan.pdf'],
  ['.jpg', '.jpg.pdf'],
  ['Lease no. 5', 'Lease no. 5.pdf'],
  ['Lease.pdf', 'Lease.pdf'],
])('the file of “%s” is “%s”', async (name, expected) => {
  const { run } = setup({ type: 'done', pdf: PDF, isReduced: false })
  expect((await run(new File(['1'], name))).file.name).toBe(expected)
})

test('says which picture is unusable, and ends the worker', async () => {
  const { worker, run } = setup({ type: 'refused', problem: 'animated', fileName: 'IMG_2.jpg' })
  await expect(run(PHOTO, SECOND)).rejects.toMatchObject({
    problem: 'animated',
    fileName: 'IMG_2.jpg',
  })
  expect(worker.isEnded).toBe(true)
})

test('fails if the worker does', async () => {
  const { worker, run } = setup('error')
  await expect(run()).rejects.toMatchObject({ problem: 'failed', fileName: null })
  expect(worker.isEnded).toBe(true)
})

test('fails if a picture takes more than a minute', async () => {
  jest.useFakeTimers()
  const { worker, run } = setup({ type: 'converted', count: 1 })
  const result = expect(run(PHOTO, SECOND)).rejects.toMatchObject({ problem: 'failed' })
  jest.advanceTimersByTime(59_999)
  expect(worker.isEnded).toBe(false)
  jest.advanceTimersByTime(1)
  await result
  expect(worker.isEnded).toBe(true)
})
