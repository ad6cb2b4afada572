/** The verifier as a page opened from disk: the reader drops two files and sees the verdict. */
import type { BlockSource } from '@inkproof/proof/block-source'
import { from0x } from '@inkproof/proof/bytes'
import { createPolicy, type Policy, policyFromVkey } from '@inkproof/proof/policy'
import { type Verification, verify } from '@inkproof/proof/verify'
import { wordVerification } from '@inkproof/proof/wording'
import { makeTexts } from '@inkproof/texts/make-texts'
import { type Dropped, fingerprint, grouped, recognizeFile } from './files.ts'
import { labelled, line, show, showSteps, tick } from './show.ts'

/** A saved page is read without this installation, which has the other languages. */
const ENGLISH = makeTexts((message) => message)
const { t } = ENGLISH

type Chosen = { [Kind in Dropped['is']]?: Extract<Dropped, { is: Kind }> }

const input = element<HTMLInputElement>('input')
const drop = element('drop')
const key = element<HTMLInputElement>('key')
const block = element<HTMLInputElement>('block')
const answer = element('answer')

/**
 * A policy may come in a bundle that somebody sent, so it counts only after the reader confirms it.
 */
const trusts = tick(() => void verifyChosen())

let chosen: Chosen = {}
let print: { file: File; bytes: Uint8Array } | null = null
let run = 0

input.addEventListener('change', () => void handleDrop([...(input.files ?? [])]))
for (const field of [key, block]) field.addEventListener('input', () => void verifyChosen())
drop.addEventListener('dragover', (event) => {
  event.preventDefault()
  drop.classList.add('over')
})
drop.addEventListener('dragleave', () => drop.classList.remove('over'))
drop.addEventListener('drop', (event) => {
  event.preventDefault()
  drop.classList.remove('over')
  void handleDrop([...(event.dataTransfer?.files ?? [])])
})

async function handleDrop(files: File[]): Promise<void> {
  for (const dropped of await Promise.all(files.map(recognizeFile))) {
    chosen = { ...chosen, [dropped.is]: dropped }
    if (dropped.is === 'policy') trusts.checked = false
  }
  input.value = ''
  await verifyChosen()
}

/**
 * Verifies the chosen files. A newer run supersedes an older one, whose result would be about other
 * files.
 */
async function verifyChosen(): Promise<void> {
  run += 1
  const thisRun = run
  answer.hidden = true
  list('')
  show('next', missing())
  const trust = readTrust()
  if (chosen.document === undefined) return
  const { file } = chosen.document
  const bytes = await fingerprintOnce(file, (done) => {
    if (thisRun === run) list(t('Reading… {percent}%', { percent: Math.floor(done * 100) }))
  })
  if (thisRun !== run) return
  list(bytes === null ? t('This file cannot be read.') : grouped(bytes))
  if (bytes === null || chosen.proof === undefined || trust === null) return
  const found = await verify({ fingerprint: bytes, proofFile: chosen.proof.text, ...trust })
  if (thisRun === run) present(found)
}

async function fingerprintOnce(
  file: File,
  onProgress: (done: number) => void,
): Promise<Uint8Array | null> {
  if (print?.file === file) return print.bytes
  try {
    print = { file, bytes: await fingerprint(file, onProgress) }
    return print.bytes
  } catch {
    return null
  }
}

function readTrust(): { policy: Policy | 'none'; blocks: BlockSource } | null {
  try {
    show('wrong', '')
    return { policy: readPolicy(), blocks: readBlocks() }
  } catch (error) {
    show('wrong', error instanceof Error ? error.message : String(error))
    return null
  }
}

function readPolicy(): Policy | 'none' {
  const typed = key.value.trim()
  const logs = [
    ...(typed === '' ? [] : policyFromVkey(typed).logs),
    ...(trusts.checked ? (chosen.policy?.policy.logs ?? []) : []),
  ]
  return logs.length === 0 ? 'none' : createPolicy(logs)
}

function readBlocks(): BlockSource {
  const typed = block.value.trim()
  if (typed === '') return { kind: 'offline' }
  if (!/^0x[0-9a-fA-F]{64}$/.test(typed)) {
    throw new Error(t('A block hash is 0x followed by 64 hex characters.'))
  }
  return { kind: 'trusted block hashes', hashes: [from0x(typed)] }
}

function list(fingerprintLine: string): void {
  const { document: file, proof, policy } = chosen
  const isTicking = document.activeElement === trusts
  element('chosen').replaceChildren(
    ...(file ? [line(t('Document'), file.file.name, fingerprintLine)] : []),
    ...(proof ? [line(t('Proof file'), proof.file.name, '')] : []),
    ...(policy ? [policyLine(policy)] : []),
  )
  if (isTicking) trusts.focus()
}

function policyLine({ file, policy }: NonNullable<Chosen['policy']>): HTMLElement {
  const names = policy.logs.map((log) => log.key.name).join(', ')
  return line(t('Policy'), file.name, '', [labelled(trusts, t('I trust {names}', { names }))])
}

function present(found: Verification): void {
  const { verdict, notice, steps } = wordVerification(found, ENGLISH)
  show('verdict', verdict.sentence)
  show('notice', notice ?? '')
  showSteps(element('steps'), steps)
  answer.dataset['exit'] = String(found.exitCode)
  show('next', wanted(found))
  answer.hidden = false
}

/** Returns a request for the files that are still missing. */
function missing(): string {
  const { document: file, proof, policy } = chosen
  if (file && proof) return ''
  if (file) return t('Next, drop the proof file for this document. Its name ends in .tlog-proof.')
  if (proof) return t('Next, drop the document this proof file is for.')
  return policy ? t('Next, drop the document and its proof file.') : ''
}

/** Returns a hint about optional input, when only that prevents a full verdict. */
function wanted({ verdict: { code } }: Verification): string {
  if (code === 'untrusted') {
    return chosen.policy && !trusts.checked
      ? t('If you trust that log, tick it above.')
      : t('If you trust that log, drop its policy file as well, or type its key below.')
  }
  return code === 'cannot-be-checked' && block.value === ''
    ? t('Next, enter the block hash below.')
    : ''
}

function element<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T
}
