/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { sampleInstallation } from '../testing/installation.ts'
import { nodeFile } from '../testing/node-file.ts'
import { type StubResponse, startService } from '../testing/service.ts'
import { refreshResults, verifyAgain } from './verification-runs.ts'
import { useVerify } from './verify.store.ts'
import { pair } from './verify-entries.ts'
import { startOver, verifyFiles, verifyPasted } from './verify-input.ts'
import { DEFAULT_OPTIONS, setVerifyOptions } from './verify-options.store.ts'
import type { RowOutcome } from './verify-row.ts'

const OTHER = 'e'.repeat(64)

/** The page caches its installation's policy, so all tests share one installation. */
const INSTALLATION = await sampleInstallation()

let stop: () => Promise<unknown>

afterEach(async () => {
  startOver()
  setVerifyOptions(DEFAULT_OPTIONS)
  await stop()
})

test('a file with its proof file is the original at once, because the page trusts its own record', async () => {
  const { fingerprint, proofFile } = await setup()
  await verifyFiles([textFile('lease.pdf'), proofFile()], async () => fingerprint)
  expect((await verdicts(1))[0]).toEqual({ code: 'verified' })
})

test('a different file is reported as changed', async () => {
  const { proofFile } = await setup()
  await verifyFiles([textFile('lease.pdf'), proofFile()], async () => OTHER)
  expect((await verdicts(1))[0]).toMatchObject({ code: 'changed' })
})

test('a proof file alone is a certificate whose file is missing', async () => {
  const { proofFile } = await setup()
  await verifyFiles([proofFile()], async () => OTHER)
  expect((await verdicts(1))[0]).toEqual({ code: 'certificate-found' })
})

test('without a node, checks everything except the block', async () => {
  const { fingerprint, proofFile, requests } = await setup()
  setVerifyOptions({ node: { kind: 'none' } })
  await verifyFiles([textFile('lease.pdf'), proofFile()], async () => fingerprint)
  expect((await verdicts(1))[0]).toEqual({ code: 'incomplete' })
  expect(requests.some(({ path }) => path === '/api/v1/chain')).toBe(false)
})

test('looks up a file without a proof file and verifies it with the proof found', async () => {
  const { fingerprint } = await setup()
  await verifyFiles([textFile('lease.pdf')], async () => fingerprint)
  expect((await verdicts(1))[0]).toMatchObject({ code: 'verified' })
})

test('a file that was never certified is not found', async () => {
  await setup()
  await verifyFiles([textFile('other.pdf')], async () => OTHER)
  expect(await waitForOutcomes(1)).toEqual([{ step: 'not-found' }])
})

test('completes a proof file that was saved before its entry was anchored', async () => {
  const { fingerprint, unanchored, proof } = await setup()
  const early = nodeFile(unanchored, 'lease.pdf.tlog-proof')
  await verifyFiles([textFile('lease.pdf'), early], async () => fingerprint)
  const [outcome] = await waitForOutcomes(1)
  expect(outcome).toMatchObject({
    isCompleted: true,
    proofText: proof,
    verification: { verdict: { code: 'verified' } },
  })
})

test.each(['in lower case', 'with 0x and capitals'])(
  'looks up a pasted fingerprint %s',
  async (format) => {
    const { fingerprint } = await setup()
    await verifyPasted(
      format === 'in lower case' ? ` ${fingerprint}\n` : `0x${fingerprint.toUpperCase()}`,
    )
    expect((await verdicts(1))[0]).toMatchObject({ code: 'verified' })
  },
)

test('a pasted share link loads its proof, and the file added afterwards completes it', async () => {
  const { fingerprint } = await setup()
  await verifyPasted('https://proofs.example/share/link-12345?from=mail')
  expect((await verdicts(1))[0]).toEqual({ code: 'certificate-found' })
  await verifyFiles([textFile('lease.pdf')], async () => fingerprint)
  expect((await verdicts(1))[0]).toMatchObject({ code: 'verified' })
})

test('verifies again by itself what could not be verified offline', async () => {
  const { fingerprint, proofFile, blockPath } = await setup()
  const release = blockPath('/api/v1/lookup', { status: 503, body: 'Down.' })
  setVerifyOptions({ node: { kind: 'none' } })
  await verifyFiles([textFile('lease.pdf'), proofFile()], async () => fingerprint)
  await verifyFiles([textFile('other.pdf')], async () => OTHER)
  expect((await waitForOutcomes(2)).map(codeOf)).toEqual(['incomplete', 'failed'])
  release()
  setVerifyOptions({ node: { kind: 'installation' } })
  dispatchEvent(new Event('online'))
  await waitFor(async () =>
    expect((await waitForOutcomes(2)).map(codeOf)).toEqual(['verified', 'not-found']),
  )
})

test('rejects input that is neither a fingerprint nor a link, with an explanation', async () => {
  await setup()
  await expect(verifyPasted('hello there')).rejects.toThrow(/^Paste a link that contains/)
})

test('a result for earlier settings does not overwrite a newer one', async () => {
  const { fingerprint, proofFile, blockPath } = await setup()
  const unblock = blockPath('/api/v1/chain')
  await verifyFiles([textFile('lease.pdf'), proofFile()], async () => fingerprint)
  setVerifyOptions({ node: { kind: 'none' } })
  verifyAgain()
  expect((await verdicts(1))[0]).toEqual({ code: 'incomplete' })
  unblock()
  setVerifyOptions({ node: { kind: 'installation' } })
  verifyAgain()
  expect((await verdicts(1))[0]).toMatchObject({ code: 'verified' })
})

test('if the installation does not respond, runs the checks that need no network', async () => {
  const { proofFile, breakDown } = await setup()
  breakDown()
  await verifyFiles([textFile('lease.pdf'), proofFile()], async () => OTHER)
  expect((await verdicts(1))[0]).toEqual({ code: 'changed' })
})

test('a result that cannot be checked again stays, and says so', async () => {
  const { fingerprint, proofFile, breakDown } = await setup()
  await verifyFiles([textFile('lease.pdf'), proofFile()], async () => fingerprint)
  await verdicts(1)
  breakDown()
  refreshResults()
  await waitFor(async () => {
    const [outcome] = await waitForOutcomes(1)
    expect(outcome && 'isOutOfDate' in outcome).toBe(true)
  })
  expect((await verdicts(1))[0]).toEqual({ code: 'verified' })
})

test('a certificate that is not yet on the blockchain is checked again by itself', async () => {
  const { fingerprint, unanchored, blockPath } = await setup()
  const early = nodeFile(unanchored, 'lease.pdf.tlog-proof')
  const unblock = blockPath('/api/v1/anchors?covering=2', { status: 200, body: 'not JSON' })
  const unblockNewest = blockPath('/log/anchor/latest', { status: 404 })
  await verifyFiles([textFile('lease.pdf'), early], async () => fingerprint)
  expect((await verdicts(1))[0]).toEqual({ code: 'not-anchored' })
  unblock()
  unblockNewest()
  await waitFor(async () => expect(await verdicts(1)).toEqual([{ code: 'verified' }]))
})

// A finished lookup passes its slot to a waiting lookup. Whether a new file can slip in between depends on the
// microtask in which it arrives, so the test tries each of the first 40.
test('never runs more than six lookups concurrently, whenever another file arrives', async () => {
  await setup()
  const lookups = interceptLookups()
  for (let microtasks = 0; microtasks < 40; microtasks += 1) {
    lookups.pause()
    for (let file = 0; file < 8; file += 1) await verifyPasted(numberedFingerprint(file))
    await lookups.waitFor(6)
    lookups.releaseOne()
    for (let passed = 0; passed < microtasks; passed += 1) await undefined
    await verifyPasted(numberedFingerprint(8))
    lookups.releaseAll()
    expect(await waitForOutcomes(9)).toEqual(Array(9).fill({ step: 'not-found' }))
    startOver()
  }
  expect(lookups.maxConcurrent()).toBe(6)
})

test('retries after the delay that the service asks for', async () => {
  await setup()
  const busy = { status: 429, body: 'Too many requests.', headers: { 'retry-after': '0' } }
  const responses: StubResponse[] = [busy, busy, { body: { certificates: [] } }]
  const service = await startService(() => responses.shift())
  await verifyPasted(OTHER)
  expect(await waitForOutcomes(1)).toEqual([{ step: 'not-found' }])
  expect(service.requests).toHaveLength(3)
  await service.stop()
})

test('fails instead of waiting longer than 90 seconds', async () => {
  await setup()
  const busy = { status: 429, body: 'Too many requests.', headers: { 'retry-after': '3600' } }
  const service = await startService(() => busy)
  await verifyPasted(OTHER)
  expect(await waitForOutcomes(1)).toEqual([{ step: 'failed', reason: 'Too many requests.' }])
  await service.stop()
})

/** Replaces fetch with one that responds on command, because a real network cannot be timed to the microtask. */
function interceptLookups() {
  const { fetch } = globalThis
  const stopService = stop
  stop = async () => {
    globalThis.fetch = fetch
    await stopService()
  }
  const pending: (() => void)[] = []
  let max = 0
  let isPaused = false
  globalThis.fetch = async () => {
    const released = new Promise<void>((resolve) => pending.push(resolve))
    max = Math.max(max, pending.length)
    if (!isPaused) pending.shift()?.()
    await released
    return {
      ok: true,
      status: 200,
      json: async () => ({ certificates: [] }),
    } as unknown as Response
  }
  return {
    pause: () => {
      isPaused = true
    },
    waitFor: async (count: number) => {
      while (pending.length < count) await new Promise((resolve) => setTimeout(resolve))
    },
    releaseOne: () => pending.shift()?.(),
    releaseAll: () => {
      isPaused = false
      for (const release of pending.splice(0)) release()
    },
    maxConcurrent: () => max,
  }
}

function numberedFingerprint(file: number): string {
  return file.toString(16).padStart(64, '0')
}

async function setup(installation = INSTALLATION) {
  let isDown = false
  const blocked = new Map<string, Promise<void>>()
  const failing = new Map<string, StubResponse>()
  const service = await startService(async (request): Promise<StubResponse> => {
    await blocked.get(request.path)
    if (isDown)
      return { status: 503, body: 'A service needed for this is not responding right now.' }
    return failing.get(request.path) ?? installation.handler(request)
  })
  stop = service.stop
  /** Holds the responses to a path, or responds with `response`, until the returned function is called. */
  function blockPath(path: string, response?: StubResponse): () => void {
    let release = () => {}
    if (response) failing.set(path, response)
    else
      blocked.set(
        path,
        new Promise((resolve) => {
          release = resolve
        }),
      )
    return () => {
      blocked.delete(path)
      failing.delete(path)
      release()
    }
  }
  const proofFile = () => nodeFile(installation.proof, 'lease.pdf.tlog-proof')
  const breakDown = () => {
    isDown = true
  }
  return { ...installation, requests: service.requests, proofFile, blockPath, breakDown }
}

/** Waits until all rows have an outcome. */
async function waitForOutcomes(count: number) {
  const finished = () => {
    const { files, proofs, outcomes } = useVerify.getState()
    const all = pair(files, proofs).map(({ key }) => outcomes[key])
    return all.length === count && all.every((outcome) => outcome && outcome.step !== 'checking')
      ? all
      : null
  }
  return new Promise<NonNullable<ReturnType<typeof finished>>>((resolve) => {
    const check = () => {
      const all = finished()
      if (all !== null) resolve(all)
      return all !== null
    }
    if (check()) return
    const unsubscribe = useVerify.subscribe(() => check() && unsubscribe())
  })
}

function codeOf(outcome: RowOutcome | undefined): string | undefined {
  return outcome?.step === 'checked' ? outcome.verification.verdict.code : outcome?.step
}

async function verdicts(count: number) {
  return (await waitForOutcomes(count)).map((outcome) => {
    if (outcome?.step !== 'checked') throw new Error(`not checked: ${JSON.stringify(outcome)}`)
    return outcome.verification.verdict
  })
}

function textFile(name: string): File {
  return nodeFile('some text', name)
}
