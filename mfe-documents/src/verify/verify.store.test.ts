/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { Verification } from '@inkproof/proof/verify'
import { wordVerdict } from '@inkproof/proof/wording'
import { pageTexts } from '@inkproof/texts/text'
import { afterEach, expect, test } from '@jest/globals'
import { sampleInstallation } from '../testing/installation.ts'
import { nodeFile } from '../testing/node-file.ts'
import { type Answer, startService } from '../testing/service.ts'
import { checkAgain, startOver, useVerify, verifyFiles, verifyPasted } from './verify.store.ts'
import { pair } from './verify-entries.ts'
import { setVerifyOptions } from './verify-options.store.ts'

const OTHER = 'e'.repeat(64)

/** The page asks for the policy of its installation once, so all tests are at the same one. */
const HERE = await sampleInstallation()

let stop: () => Promise<unknown>

afterEach(async () => {
  startOver()
  setVerifyOptions({ trustedKey: null, otherPolicy: '', node: { kind: 'installation' } })
  await stop()
})

test('a file with its proof file is certified once the reader trusts the log', async () => {
  const { fingerprint, vkey, proofFile } = await setup()
  setVerifyOptions({ trustedKey: null, otherPolicy: vkey, node: { kind: 'installation' } })
  await verifyFiles([named('lease.pdf'), proofFile()], async () => fingerprint)
  expect((await verdicts(1))[0]).toMatchObject({ code: 'certified' })
})

test('without a trusted log, the verdict says whose record it is', async () => {
  const { fingerprint, proofFile } = await setup()
  await verifyFiles([named('lease.pdf'), proofFile()], async () => fingerprint)
  const [verdict] = await verdicts(1)
  expect(verdict?.code).toBe('untrusted')
  expect(worded(verdict)).toContain('which you have not chosen to trust')
})

test('a different file with that proof file is reported as changed', async () => {
  const { proofFile } = await setup()
  await verifyFiles([named('lease.pdf'), proofFile()], async () => OTHER)
  expect((await verdicts(1))[0]).toMatchObject({ code: 'changed' })
})

test('a proof file alone says that the file is missing', async () => {
  const { proofFile } = await setup()
  await verifyFiles([proofFile()], async () => OTHER)
  const [verdict] = await verdicts(1)
  expect(verdict?.code).toBe('cannot-be-checked')
  expect(worded(verdict)).toContain('The file is missing')
})

test('offline, checks everything except the block', async () => {
  const { fingerprint, vkey, proofFile, requests } = await setup()
  setVerifyOptions({ otherPolicy: vkey, node: { kind: 'offline' } })
  await verifyFiles([named('lease.pdf'), proofFile()], async () => fingerprint)
  expect((await verdicts(1))[0]).toMatchObject({ code: 'cannot-be-checked' })
  expect(requests.some(({ path }) => path === '/api/v1/chain')).toBe(false)
})

test('looks up a file without a proof file and verifies it with the proof found', async () => {
  const { fingerprint, vkey } = await setup()
  setVerifyOptions({ otherPolicy: vkey })
  await verifyFiles([named('lease.pdf')], async () => fingerprint)
  expect((await verdicts(1))[0]).toMatchObject({ code: 'certified' })
})

test('a file that was never certified is not found', async () => {
  await setup()
  await verifyFiles([named('other.pdf')], async () => OTHER)
  expect(await answers(1)).toEqual([{ step: 'not-found' }])
})

test('completes a proof file that was saved before its anchor from the public record', async () => {
  const { fingerprint, vkey, unanchored, proof } = await setup()
  setVerifyOptions({ otherPolicy: vkey })
  const early = nodeFile(unanchored, 'lease.pdf.tlog-proof')
  await verifyFiles([named('lease.pdf'), early], async () => fingerprint)
  const [answer] = await answers(1)
  expect(answer).toMatchObject({
    isCompleted: true,
    proofText: proof,
    verification: { verdict: { code: 'certified' } },
  })
})

test('reports a revoked certificate', async () => {
  const { fingerprint, vkey, proofFile } = await setup(await sampleInstallation({ invalid: [2n] }))
  setVerifyOptions({ otherPolicy: vkey })
  await verifyFiles([named('lease.pdf'), proofFile()], async () => fingerprint)
  const [verdict] = await verdicts(1)
  expect(verdict?.code).not.toBe('certified')
})

test.each(['as it is', 'with 0x and capitals'])('looks up a pasted fingerprint %s', async (how) => {
  const { fingerprint, vkey } = await setup()
  setVerifyOptions({ otherPolicy: vkey })
  await verifyPasted(how === 'as it is' ? ` ${fingerprint}\n` : `0x${fingerprint.toUpperCase()}`)
  expect((await verdicts(1))[0]).toMatchObject({ code: 'certified' })
})

test('a pasted share link loads its proof, and the file added afterwards completes it', async () => {
  const { fingerprint, vkey } = await setup()
  setVerifyOptions({ otherPolicy: vkey })
  await verifyPasted('https://proofs.example/share/link-12345?from=mail')
  expect((await verdicts(1))[0]).toMatchObject({ code: 'cannot-be-checked' })
  await verifyFiles([named('lease.pdf')], async () => fingerprint)
  expect((await verdicts(1))[0]).toMatchObject({ code: 'certified' })
})

test('rejects input that is neither a fingerprint nor a link, with an explanation', async () => {
  await setup()
  await expect(verifyPasted('hello there')).rejects.toThrow(/neither a fingerprint/)
})

test('a result for earlier choices never overwrites a newer one', async () => {
  const { fingerprint, vkey, proofFile, hold } = await setup()
  const release = hold('/api/v1/chain')
  await verifyFiles([named('lease.pdf'), proofFile()], async () => fingerprint)
  setVerifyOptions({ otherPolicy: vkey, node: { kind: 'offline' } })
  checkAgain()
  expect((await verdicts(1))[0]).toMatchObject({ code: 'cannot-be-checked' })
  release()
  setVerifyOptions({ node: { kind: 'installation' } })
  checkAgain()
  expect((await verdicts(1))[0]).toMatchObject({ code: 'certified' })
})

test('if the installation does not respond, runs the checks that need no network', async () => {
  const { fingerprint, vkey, proofFile, breakDown } = await setup()
  breakDown()
  setVerifyOptions({ otherPolicy: vkey })
  await verifyFiles([named('lease.pdf'), proofFile()], async () => fingerprint)
  expect((await verdicts(1))[0]).toMatchObject({ code: 'cannot-be-checked' })
})

// A finished lookup hands its slot to one that waits. Whether a new file can slip in between depends on the
// microtask in which it arrives, so every one of them is tried.
test('never has more than six lookups under way, whenever another file arrives', async () => {
  await setup()
  const lookups = holdLookups()
  for (let microtasks = 0; microtasks < 40; microtasks += 1) {
    lookups.hold()
    for (let file = 0; file < 8; file += 1) await verifyPasted(fingerprintNo(file))
    await lookups.waiting(6)
    lookups.answerOne()
    for (let passed = 0; passed < microtasks; passed += 1) await undefined
    await verifyPasted(fingerprintNo(8))
    lookups.answerAll()
    expect(await answers(9)).toEqual(Array(9).fill({ step: 'not-found' }))
    startOver()
  }
  expect(lookups.mostAtOnce()).toBe(6)
})

test('asks again when the service says how long to wait', async () => {
  await setup()
  const busy = { status: 429, body: 'Too many questions.', headers: { 'retry-after': '0' } }
  const given: Answer[] = [busy, busy, { body: { certificates: [] } }]
  const service = await startService(() => given.shift())
  await verifyPasted(OTHER)
  expect(await answers(1)).toEqual([{ step: 'not-found' }])
  expect(service.requests).toHaveLength(3)
  await service.stop()
})

test('fails instead of waiting longer than 90 seconds', async () => {
  await setup()
  const busy = { status: 429, body: 'Too many questions.', headers: { 'retry-after': '3600' } }
  const service = await startService(() => busy)
  await verifyPasted(OTHER)
  expect(await answers(1)).toEqual([{ step: 'failed', reason: 'Too many questions.' }])
  await service.stop()
})

/** Replaces the network by answers that come on command, within microtasks: a real one is never so exact. */
function holdLookups() {
  const { fetch } = globalThis
  const stopService = stop
  stop = async () => {
    globalThis.fetch = fetch
    await stopService()
  }
  const held: (() => void)[] = []
  let most = 0
  let isHolding = false
  globalThis.fetch = async () => {
    const answered = new Promise<void>((resolve) => held.push(resolve))
    most = Math.max(most, held.length)
    if (!isHolding) held.shift()?.()
    await answered
    return {
      ok: true,
      status: 200,
      json: async () => ({ certificates: [] }),
    } as unknown as Response
  }
  return {
    hold: () => {
      isHolding = true
    },
    waiting: async (count: number) => {
      while (held.length < count) await new Promise((resolve) => setTimeout(resolve))
    },
    answerOne: () => held.shift()?.(),
    answerAll: () => {
      isHolding = false
      for (const answer of held.splice(0)) answer()
    },
    mostAtOnce: () => most,
  }
}

function fingerprintNo(file: number): string {
  return file.toString(16).padStart(64, '0')
}

async function setup(installation = HERE) {
  let isDown = false
  const held = new Map<string, Promise<void>>()
  const service = await startService(async (request): Promise<Answer> => {
    await held.get(request.path)
    if (isDown)
      return { status: 503, body: 'A service needed for this is not responding right now.' }
    return installation.handler(request)
  })
  stop = service.stop
  function hold(path: string): () => void {
    let release = () => {}
    held.set(
      path,
      new Promise((resolve) => {
        release = resolve
      }),
    )
    return () => {
      held.delete(path)
      release()
    }
  }
  const proofFile = () => nodeFile(installation.proof, 'lease.pdf.tlog-proof')
  const breakDown = () => {
    isDown = true
  }
  return { ...installation, requests: service.requests, proofFile, hold, breakDown }
}

/** The answers once all rows have one. */
async function answers(count: number) {
  const done = () => {
    const { files, proofs, answers: given } = useVerify.getState()
    const all = pair(files, proofs).map(({ key }) => given[key])
    return all.length === count && all.every((one) => one && one.step !== 'checking') ? all : null
  }
  return new Promise<NonNullable<ReturnType<typeof done>>>((resolve) => {
    const look = () => {
      const all = done()
      if (all !== null) resolve(all)
      return all !== null
    }
    if (look()) return
    const unsubscribe = useVerify.subscribe(() => look() && unsubscribe())
  })
}

async function verdicts(count: number) {
  return (await answers(count)).map((one) => {
    if (one?.step !== 'checked') throw new Error(`not checked: ${JSON.stringify(one)}`)
    return one.verification.verdict
  })
}

function worded(verdict: Verification['verdict'] | undefined): string {
  return verdict ? wordVerdict(verdict, pageTexts) : ''
}

function named(name: string): File {
  return nodeFile('some text', name)
}
