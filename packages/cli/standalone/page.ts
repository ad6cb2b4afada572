/** The verifier as a page opened from disk: the user drops two files and sees the verdict. */
import type { BlockSource } from '@inkproof/proof/block-source'
import { from0x } from '@inkproof/proof/bytes'
import { createPolicy, type Policy, policyFromVkey } from '@inkproof/proof/policy'
import { type Verification, verify } from '@inkproof/proof/verify'
import { formatVerification } from '@inkproof/proof/wording'
import { makeTexts } from '@inkproof/texts/make-texts'
import { computeFingerprint, type DroppedFile, formatFingerprint, recognizeFile } from './files.ts'
import { createCheckbox, createLabel, renderFile, setText, showSteps } from './show.ts'

/** The saved page is in English only: the other languages are loaded from an installation. */
const ENGLISH = makeTexts((message) => message)
const { t } = ENGLISH

type Chosen = { [Kind in DroppedFile['kind']]?: Extract<DroppedFile, { kind: Kind }> }

const input = element<HTMLInputElement>('input')
const drop = element('drop')
const key = element<HTMLInputElement>('key')
const block = element<HTMLInputElement>('block')
const resultSection = element('answer')

/**
 * A policy may have been sent together with the proof, so it is used only while the user has selected this checkbox.
 */
const trustCheckbox = createCheckbox(() => void verifyChosen())

let chosen: Chosen = {}
let fingerprinted: { file: File; bytes: Uint8Array } | null = null
let latestRun = 0

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
    chosen = { ...chosen, [dropped.kind]: dropped }
    if (dropped.kind === 'policy') trustCheckbox.checked = false
  }
  input.value = ''
  await verifyChosen()
}

/**
 * Verifies the chosen files. The result of an older run is discarded, because it may be for other
 * files.
 */
async function verifyChosen(): Promise<void> {
  latestRun += 1
  const thisRun = latestRun
  resultSection.hidden = true
  renderFiles('')
  setText('next', missingFilesHint())
  const trust = readTrust()
  if (chosen.document === undefined) return
  const { file } = chosen.document
  const bytes = await fingerprintOnce(file, (fraction) => {
    if (thisRun !== latestRun) return
    renderFiles(t('Reading… {percent}%', { percent: Math.floor(fraction * 100) }))
  })
  if (thisRun !== latestRun) return
  renderFiles(bytes === null ? t('This file cannot be read.') : formatFingerprint(bytes))
  if (bytes === null || chosen.proof === undefined || trust === null) return
  const verification = await verify({ fingerprint: bytes, proofFile: chosen.proof.text, ...trust })
  if (thisRun === latestRun) renderResult(verification)
}

/** Returns the fingerprint of a file, computed only once for the same file; null if the file cannot be read. */
async function fingerprintOnce(
  file: File,
  onProgress: (fraction: number) => void,
): Promise<Uint8Array | null> {
  if (fingerprinted?.file === file) return fingerprinted.bytes
  try {
    fingerprinted = { file, bytes: await computeFingerprint(file, onProgress) }
    return fingerprinted.bytes
  } catch {
    return null
  }
}

/** Reads the trust settings from the page. If one is invalid, shows the error and returns null. */
function readTrust(): { policy: Policy | 'none'; blocks: BlockSource } | null {
  try {
    setText('wrong', '')
    return { policy: readPolicy(), blocks: readBlocks() }
  } catch (error) {
    setText('wrong', error instanceof Error ? error.message : String(error))
    return null
  }
}

function readPolicy(): Policy | 'none' {
  const typed = key.value.trim()
  const logs = [
    ...(typed === '' ? [] : policyFromVkey(typed).logs),
    ...(trustCheckbox.checked ? (chosen.policy?.policy.logs ?? []) : []),
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

function renderFiles(fingerprintLine: string): void {
  const { document: file, proof, policy } = chosen
  const hasFocus = document.activeElement === trustCheckbox
  element('chosen').replaceChildren(
    ...(file ? [renderFile(t('Document'), file.file.name, fingerprintLine)] : []),
    ...(proof ? [renderFile(t('Proof file'), proof.file.name, '')] : []),
    ...(policy ? [policyLine(policy)] : []),
  )
  if (hasFocus) trustCheckbox.focus()
}

function policyLine({ file, policy }: NonNullable<Chosen['policy']>): HTMLElement {
  const names = policy.logs.map((log) => log.key.name).join(', ')
  return renderFile(t('Policy'), file.name, '', [
    createLabel(trustCheckbox, t('I trust {names}', { names })),
  ])
}

function renderResult(verification: Verification): void {
  const { verdict, notice, steps } = formatVerification(verification, ENGLISH)
  setText('verdict', verdict.sentence)
  setText('notice', notice ?? '')
  showSteps(element('steps'), steps)
  resultSection.dataset['exit'] = String(verification.exitCode)
  setText('next', nextInputHint(verification))
  resultSection.hidden = false
}

/** Returns the hint that names the missing files; empty if none is missing. */
function missingFilesHint(): string {
  const { document: file, proof, policy } = chosen
  if (file && proof) return ''
  if (file) return t('Next, drop the proof file for this document. Its name ends in .tlog-proof.')
  if (proof) return t('Next, drop the document this proof file is for.')
  return policy ? t('Next, drop the document and its proof file.') : ''
}

/** Returns a hint about the optional input that a full verdict still needs; empty if none. */
function nextInputHint({ verdict: { code } }: Verification): string {
  if (code === 'untrusted') {
    return chosen.policy && !trustCheckbox.checked
      ? t('If you trust that log, select its checkbox above.')
      : t('If you trust that log, drop its policy file as well, or type its key below.')
  }
  return code === 'cannot-be-checked' && block.value === ''
    ? t('Next, enter the block hash below.')
    : ''
}

function element<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T
}
