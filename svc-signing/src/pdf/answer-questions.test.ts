import { randomBytes } from 'node:crypto'
import { makePki } from '@inkproof/pdf-signing/testing/make-pki'
import { beforeEach, expect, test } from '@jest/globals'
import { answerQuestions } from './answer-questions.ts'
import { type Answer, type Question, toBase64 } from './messages.ts'

const DIGEST = toBase64(randomBytes(32))
const signature = (signer: number, length = 200): Question => ({
  ask: 'signature',
  signer,
  bytes: toBase64(randomBytes(length)),
})

let answer: (question: Question) => Promise<Answer>
beforeEach(async () => {
  const pki = await makePki()
  const at = new Date()
  const [signer, seal] = [await pki.issue('Jane Roe'), await pki.issue('Final')]
  answer = answerQuestions({
    prepared: new Uint8Array(),
    signers: [{ digitalId: signer }],
    seal: { digitalId: seal, signedAt: at },
    timeStamp: pki.timeStamp,
    validationData: async () => ({ certificates: [], crls: await pki.crls(new Date()) }),
  })
})

const unreadable = expect.objectContaining({ name: 'UnusablePdf', code: 'unreadable' })

test('each key signs once, in the order of the signers', async () => {
  expect((await answer(signature(0))).answer).toHaveLength(1)
  expect((await answer(signature(1))).answer).toHaveLength(1)
  await expect(answer(signature(1))).rejects.toEqual(unreadable)
})

test('no key signs before its turn, or a second time', async () => {
  await expect(answer(signature(1))).rejects.toEqual(unreadable)
  await expect(answer(signature(0))).rejects.toEqual(unreadable)
})

test('there is no key after the final signature', async () => {
  await expect(answer(signature(2))).rejects.toEqual(unreadable)
})

test('nothing longer than signed attributes is signed', async () => {
  await expect(answer(signature(0, 1025))).rejects.toEqual(unreadable)
})

test('there is one time-stamp for each signature, and one for the document', async () => {
  const question: Question = { ask: 'time-stamp', digest: DIGEST }
  for (let count = 0; count < 3; count++) expect((await answer(question)).answer).toHaveLength(1)
  await expect(answer(question)).rejects.toEqual(unreadable)
})

test('only a SHA-256 digest is time-stamped', async () => {
  const question: Question = { ask: 'time-stamp', digest: toBase64(randomBytes(31)) }
  await expect(answer(question)).rejects.toEqual(unreadable)
})

test('CRLs are issued when they are asked for', async () => {
  expect((await answer({ ask: 'validation-data' })).crls).toHaveLength(2)
})
